import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ok, startWork } from "./bed.ts";

const login = "export const login = 2;\nexport const more = 3;\n";

/** The same, with the hook for messages. */
async function withHook() {
  const work = await startWork({ "src/auth/login.ts": "export const login = 1;\n", "README.md": "x\n" });
  await ok(work.bed.writ(["init", "--trailers", "--agent", "none"]));
  const message = () => work.bed.git("log", "-1", "--format=%B").trim();
  return { ...work, message };
}

describe("the message of a commit", () => {
  it("names the intents of an agent's lines, once, whatever is done to it", async () => {
    const { bed, claude, message } = await withHook();
    await claude.write("src/auth/login.ts", login);
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "feat: login\n\nWhy not.\n\nCo-Authored-By: Ada <ada@example.com>");
    const named = "feat: login\n\nWhy not.\n\nCo-Authored-By: Ada <ada@example.com>\nIntent: INT-001";
    expect(message()).toBe(named);
    bed.git("commit", "--quiet", "--amend", "--no-edit");
    expect(message()).toBe(named);
    await claude.edit("src/auth/login.ts", "more", "most");
    bed.git("commit", "--quiet", "--all", "--amend", "--no-edit");
    expect(message()).toBe(named);
  });

  it("is the only file that is written to", async () => {
    const { bed, claude } = await withHook();
    await claude.write("src/auth/login.ts", login);
    bed.git("add", "--all");
    const { code, err } = await bed.writ(["trailers", "README.md"]);
    expect(code).toBe(2);
    expect(err).toContain("is no message of a commit");
    expect(await bed.read("README.md")).toBe("x\n");
  });

  it("is left alone where a person wrote everything", async () => {
    const { bed, message } = await withHook();
    await bed.put("README.md", "y\n");
    bed.git("commit", "--quiet", "--all", "--message", "docs: y");
    expect(message()).toBe("docs: y");
  });

  it("gets them above the comments and the difference that git shows", async () => {
    const { bed, claude, message } = await withHook();
    await claude.write("src/auth/login.ts", login);
    bed.git("add", "--all");
    await bed.put("../editor.sh", '#!/bin/sh\nprintf "feat: typed\\n" | cat - "$1" > "$1.new" && mv "$1.new" "$1"\n');
    chmodSync(`${bed.root}/../editor.sh`, 0o755);
    bed.git("-c", `core.editor=${bed.root}/../editor.sh`, "commit", "--quiet", "--verbose");
    expect(message()).toBe("feat: typed\n\nIntent: INT-001");
  });

  it("without words still stops the commit", async () => {
    const { bed, claude } = await withHook();
    await claude.write("src/auth/login.ts", login);
    bed.git("add", "--all");
    expect(() => bed.git("-c", "core.editor=true", "commit", "--quiet")).toThrow(/empty commit message/);
  });

  it("of a merge is left alone, and a rebase keeps what is there", async () => {
    const { bed, claude, commit, message } = await withHook();
    await claude.write("src/auth/login.ts", login);
    commit("feat: login");
    bed.git("switch", "--quiet", "main");
    await bed.put("README.md", "y\n");
    bed.git("commit", "--quiet", "--all", "--message", "docs: y");
    bed.git("merge", "--quiet", "--no-ff", "--no-edit", "feature");
    expect(message()).not.toContain("Intent:");
    bed.git("reset", "--quiet", "--hard", "HEAD~1");
    bed.git("switch", "--quiet", "feature");
    bed.git("rebase", "--quiet", "main");
    expect(message()).toBe("feat: login\n\nIntent: INT-001");
  });

  it("never keeps a commit from being made", async () => {
    const { bed, claude, message } = await withHook();
    await claude.write("src/auth/login.ts", login);
    await bed.put(".orchestration/active_intents.yaml", "active_intents: [\n");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "feat: anyway");
    expect(message()).toContain("feat: anyway");
  });
});

it("the hook for messages is put beside what is there, once, and taken out again", async () => {
  const { bed } = await startWork();
  const own = '#!/bin/sh\ngrep -q . "$1"\n';
  await bed.put(".git/hooks/commit-msg", own);
  chmodSync(`${bed.root}/.git/hooks/commit-msg`, 0o755);
  await ok(bed.writ(["init", "--trailers", "--agent", "none"]));
  const hook = await bed.read(".git/hooks/commit-msg");
  expect(hook.startsWith(own)).toBe(true);
  expect(hook).toContain('trailers --hook "$1"');
  await ok(bed.writ(["init", "--agent", "none"]));
  expect(await bed.read(".git/hooks/commit-msg")).toBe(hook);
  await ok(bed.writ(["uninstall", "--yes"]));
  expect(await bed.read(".git/hooks/commit-msg")).toBe(own);
});
