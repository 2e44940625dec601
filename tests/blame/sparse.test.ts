import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { governed } from "../scenarios/harness.ts";

async function sparse() {
  const bed = await governed({ "src/a.ts": "one\n", "docs/b.md": "two\n" });
  bed.git("sparse-checkout", "set", "src");
  return bed;
}

const hint = "git sparse-checkout add .orchestration";

describe("a sparse checkout that leaves .orchestration/ out", () => {
  it.each<[string, string[], string]>([
    ["is told of by blame", ["blame", "a.ts"], "src"],
    ["is told of by status", ["status"], "."],
    ["is told of by check", ["check"], "src"],
    ["is not given another one by init", ["init", "--yes"], "."],
    ["nor from a folder in it", ["init", "--yes"], "src"],
  ])("%s", async (_, args, folder) => {
    const bed = await sparse();
    const { code, err } = await bed.writ(args, { cwd: join(bed.root, folder) });
    expect(code).not.toBe(0);
    expect(err).toContain(hint);
    expect(existsSync(join(bed.root, ".orchestration/active_intents.yaml"))).toBe(false);
    expect(bed.git("status", "--porcelain", "--untracked-files=no")).toBe("");
  });

  it("is told of also where notes of this working copy lie there still", async () => {
    const bed = await sparse();
    await bed.put(".orchestration/.state/note", "\n");
    for (const args of [
      ["blame", "src/a.ts"],
      ["why", "src/a.ts"],
      ["init", "--yes"],
    ])
      expect((await bed.writ(args)).err).toContain(hint);
  });

  it("works once it is taken in", async () => {
    const bed = await sparse();
    bed.git("sparse-checkout", "add", ".orchestration");
    expect((await bed.writ(["init", "--yes"])).code).toBe(0);
    expect((await bed.writ(["blame", "src/a.ts"])).out).toContain("human");
  });
});
