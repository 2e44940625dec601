import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { folder } from "../scenarios/cli-bed.ts";
import { intents, ofRule, ok, rulesOf, startWork } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const byScript = "assurance: {sensitive: script}\n";
const settings = ".claude/settings.json";

describe("attributes that make something else of the guard", () => {
  it.each([
    ["working-tree-encoding", `${settings} working-tree-encoding=UTF-16LE-BOM\n`, settings],
    ["filter", "[attr]plain filter=empty\n.claude/** plain\n", settings],
    ["ident", "*.json ident\n", settings],
    ["eol", "*.sh text eol=crlf\n", ".claude/hooks/guard.sh"],
  ])("want a person's word: %s", async (name, text, path) => {
    const files = { [settings]: "{}\n", ".claude/hooks/guard.sh": "exit 2\n" };
    const { bed, report } = await startWork(files, { config: byScript });
    // Git itself cannot add a file any more that is not encoded as it is said.
    const commit = (message: string): void => {
      bed.git("add", ".gitattributes", ".orchestration");
      bed.git("commit", "--quiet", "--message", message);
    };
    await bed.put(".gitattributes", text);
    commit("attributes");
    const found = ofRule(await report(), "protected-path");
    expect(found).toMatchObject([{ path: ".gitattributes", severity: "error" }]);
    expect(found[0]?.message).toContain(path);
    expect(found[0]?.message).toContain(`(${name})`);
    await ok(bed.writ(["approve", "--file", ".gitattributes", "--yes"]));
    await ok(bed.writ(["publish", "--all"]));
    commit("their word");
    expect(rulesOf(await report())).toEqual([]);
  });

  it("are none of those that leave it as it is, are for other files, or were there before", async () => {
    const files = { [settings]: "{}\n", ".gitattributes": "*.json ident\n" };
    const { bed, commit, report } = await startWork(files);
    await bed.put(".gitattributes", "* text=auto eol=lf\n*.json ident\n*.png filter=lfs\n*.bat eol=crlf\n");
    commit();
    expect(rulesOf(await report())).toEqual([]);
  });

  it("may stand above the workspace, as the guard may", async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    const app = join(bed.root, "app");
    await bed.put("app/.orchestration/active_intents.yaml", intents);
    await bed.put("app/.orchestration/config.yaml", byScript);
    await bed.put("app/.orchestration/.gitignore", ".state/\n/*.jsonl\n");
    await bed.put(`app/${settings}`, "{}\n");
    await bed.put(".mcp.json", "{}\n");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "start");
    await ok(bed.writ(["trust", "--yes"], { cwd: app }));
    bed.git("switch", "--quiet", "--create", "feature");
    await bed.put(".gitattributes", "*.json filter=empty\n");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "attributes");
    const check = async () => JSON.parse((await bed.writ(["check", "main..feature", "--json"], { cwd: app })).out);
    expect(ofRule(await check(), "protected-path")).toMatchObject([
      { path: "../.gitattributes", message: expect.stringContaining(`../.mcp.json, ${settings}`) },
    ]);
    await ok(bed.writ(["approve", "--file", "../.gitattributes", "--yes"], { cwd: app }));
    await ok(bed.writ(["publish", "--all"], { cwd: app }));
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "their word");
    expect(rulesOf(await check())).toEqual([]);
  });
});
