import type { Event } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { openBed } from "./bed.ts";
import { commit } from "./far-away.ts";
import { intents, told, widen } from "./watched-bed.ts";

const widenNow = `${widen} > .git/x && cat .git/x > ${intents}`;

/** A bed with another branch that was there before any call, and a session that has been heard of. */
async function openBranched() {
  const bed = await openBed();
  bed.sh(`git checkout -qb known; sed -i.bak 's/name: .*/name: Renamed/' ${intents}; rm -f ${intents}.bak`);
  bed.sh(`${commit} -am known; git checkout -q main`);
  const heard = { at: new Date().toISOString(), session: { id: "S-1", agent: "claude-code" }, cwd: bed.root } as const;
  await bed.writ.hear({ ...heard, name: "session.start" } as Event);
  const write = async (path: string) => {
    const request = { tool: "Write", input: { file_path: path, content: "x\n" }, callId: `write-${path}` };
    const { verdict } = await bed.writ.before({ ...heard, name: "tool.before", request } as Event);
    return verdict.kind === "deny" ? verdict.problem.code : verdict.kind;
  };
  return { ...bed, write };
}

describe("git does not vouch for what a call wrote", () => {
  it.each<[string, string]>([
    ["with the first look deleted", `rm -rf .orchestration/.state/snapshot*; ${widenNow}; ${commit} -am x`],
    ["marked --skip-worktree", `git checkout -q known; git update-index --skip-worktree ${intents}; ${widenNow}`],
    ["marked --assume-unchanged", `git checkout -q known; git update-index --assume-unchanged ${intents}; ${widenNow}`],
    [
      "behind a filter",
      `git config filter.w.clean 'git show HEAD:${intents}'; echo '${intents} filter=w' >> .git/info/attributes; git checkout -q known; ${widenNow}; git add -A`,
    ],
  ])("%s", async (_, line) => {
    const bed = await openBranched();
    await bed.call(() => bed.sh(line));
    expect(await told(bed.root)).toContain(`changed ${intents}`);
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    expect(await bed.write("src/auth/new.ts")).toBe("pass");
  });

  it.each<[string, string]>([
    ["as it is", "git checkout -q known"],
    ["with other line ends", "git config core.autocrlf true; git checkout -q known"],
  ])("a branch that was there before is accepted: %s", async (_, line) => {
    const bed = await openBranched();
    await bed.call(() => bed.sh(line));
    expect(await told(bed.root)).not.toContain(`changed ${intents}`);
  });
});

describe("what git runs", () => {
  it.each<[string, string, string]>([
    ["a hook that may not run any more", "chmod -x .git/hooks/pre-commit", "changed .git/hooks/pre-commit"],
    [
      "a repository beside this one",
      "cp -r .git .git-2; git config -f .git-2/config core.hooksPath /tmp/x; echo ../.git-2 > .git/commondir",
      "changed .git/config",
    ],
  ])("%s is an alarm", async (_, line, expected) => {
    const bed = await openBranched();
    await bed.asUser(() =>
      bed.sh("printf '#!/bin/sh\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; sleep 0.2"),
    );
    await bed.call(() => {});
    bed.sh(line);
    await bed.call(() => {});
    expect(await told(bed.root)).toContain(expected);
  });
});
