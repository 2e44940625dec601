import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAlarms } from "../../packages/runtime/src/snapshot/alarms/alarm-book.ts";
import { openBed } from "./bed.ts";
import { addOthers, commit, farAway } from "./far-away.ts";

const told = async (root: string) => (await openAlarms(root)).map(({ path, what }) => `${what} ${path}`);

describe("a commit made by a call", () => {
  it.each([
    ["amended", `echo evil > README.md; ${commit} -a --amend --no-edit`],
    ["dated back", `echo evil > README.md; ${commit} -am x --date=2020-01-01T00:00:00`],
    [
      "dated back twice over",
      `echo evil > README.md; GIT_COMMITTER_DATE=2020-01-01T00:00:00Z ${commit} -am x --date=2020-01-01T00:00:00`,
    ],
    ["pushed", `echo evil > README.md; ${commit} -am x; git init -q --bare .git/far; git push -q .git/far HEAD`],
    [
      "pushed to a remote",
      `echo evil > README.md; ${commit} -am x; git init -q --bare .git/far; git remote add far .git/far; git push -q far HEAD`,
    ],
    [
      "hidden in a merge",
      `git checkout -q -b side HEAD~; ${commit} --allow-empty -m side; git merge -q --no-commit --no-ff main; echo evil > README.md; ${commit} -am merged`,
    ],
    [
      "behind a replaced object",
      `echo evil > README.md; git replace $(git rev-parse :README.md) $(git hash-object -w README.md)`,
    ],
  ])("does not hide what it changed: %s", async (_, line) => {
    const bed = await openBed();
    // Amending keeps the date.
    bed.sh(`${commit} --allow-empty -m old --date=2020-01-01T00:00:00`);
    await bed.call(() => bed.sh(line));
    expect((await bed.decisions("strayed")).flatMap(({ paths = [] }) => paths)).toContain("README.md");
  });

  it.each([
    ["amended", `echo 'mode: observe' >> .orchestration/config.yaml; ${commit} -a --amend --no-edit`],
    ["dated back", `echo 'mode: observe' >> .orchestration/config.yaml; ${commit} -am x --date=2020-01-01T00:00:00`],
  ])("does not hide a protected file: %s", async (_, line) => {
    const bed = await openBed();
    // Amending keeps the date.
    bed.sh(`${commit} --allow-empty -m old --date=2020-01-01T00:00:00`);
    await bed.call(() => bed.sh(line));
    expect(await told(bed.root)).toEqual(["changed .orchestration/config.yaml"]);
  });

  it("may hold the ledger that Writ published with it: no alarm, no stray", async () => {
    const bed = await openBed();
    await bed.call(() => {
      mkdirSync(join(bed.root, ".orchestration/ledger/2026-11"), { recursive: true });
      bed.put(".orchestration/ledger/2026-11/main-abc.jsonl", "{}\n");
      bed.sh(`git add -f .orchestration/ledger && ${commit} -m published`);
    });
    expect(await told(bed.root)).toEqual([]);
    expect(await bed.decisions("strayed")).toEqual([]);
  });
});

describe("what others committed", () => {
  it.each([
    ["a merge", `${farAway} git -c user.name=a -c user.email=a@b pull -q --no-rebase --no-edit origin main`],
    ["commits put on top of it", `${farAway} git -c user.name=a -c user.email=a@b pull -q --rebase origin main`],
  ])("is on record but no stray when it comes with %s", async (_, line) => {
    const bed = await openBed();
    addOthers(bed, "echo theirs > README.md && echo more > theirs.txt");
    bed.put("src/auth/jwt.ts", "mine\n");
    bed.sh(`${commit} -am mine`);
    const { context } = await bed.call(() => bed.sh(line));
    expect(bed.read("README.md")).toBe("theirs\n");
    expect(context).toBeUndefined();
    expect(await bed.decisions("strayed")).toEqual([]);
    expect(await bed.decisions("drifted")).toMatchObject([
      { paths: ["README.md", "theirs.txt"], reason: "head-moved" },
    ]);
  });

  it("is an alarm where it is a protected file that was only fetched now", async () => {
    const bed = await openBed();
    addOthers(bed, "echo 'mode: observe' >> .orchestration/config.yaml");
    await bed.call(() => bed.sh(`${farAway} git pull -q --ff-only origin main`));
    expect(await told(bed.root)).toEqual(["changed .orchestration/config.yaml"]);
  });
});
