import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { CheckReport } from "@writ/contracts";
import { describe, expect, it, vi } from "vitest";
import { folder } from "../scenarios/cli-bed.ts";
import { startAgent } from "../scenarios/harness.ts";
import { cloneOf, intents, ofRule, ok, rulesOf, startWork } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const observe = "mode: observe\n";
const body = `${Array.from({ length: 12 }, (_, at) => `export const number${at} = "value ${at}";`).join("\n")}\n`;

describe("a change is compared with the branch it goes into", () => {
  it("and not with a tag of its name", async () => {
    const { bed, commit } = await startWork({ "src/billing/old.ts": "a\n" }, { config: observe });
    await startAgent(bed).session("s-2").write("src/billing/x.ts", body);
    commit();
    for (const tag of ["origin/main", "origin/HEAD", "refs/remotes/origin/HEAD"]) bed.git("tag", tag);
    await bed.put("src/note.txt", "x\n");
    commit("note");
    const clone = await cloneOf(bed);
    expect(await clone.writ(["check"])).toMatchObject({ code: 1, out: expect.stringContaining("no-intent") });
    for (const range of ["origin/main..HEAD", "origin/main~0..HEAD"])
      expect(await clone.writ(["check", range])).toMatchObject({
        code: 2,
        err: expect.stringContaining("There is a tag that is called like something else"),
      });
    expect(await clone.writ(["check", "refs/remotes/origin/main..HEAD"])).toMatchObject({ code: 1 });
    clone.git("symbolic-ref", "--delete", "refs/remotes/origin/HEAD");
    expect(await clone.writ(["check"])).toMatchObject({ code: 1, out: expect.stringContaining("no-intent") });
  });

  it("as it is now, not as it was where the change left", async () => {
    const config = "mode: observe\ncheck: {rules: {no-intent: warn}}\n";
    const { bed, commit } = await startWork({ "src/billing/old.ts": "a\n" }, { config });
    await startAgent(bed).session("s-2").write("src/billing/x.ts", body);
    commit();
    const left = bed.git("rev-parse", "main");
    bed.git("switch", "--quiet", "main");
    await bed.put(".orchestration/config.yaml", observe);
    commit("tightened");
    bed.git("switch", "--quiet", "feature");
    const clone = await cloneOf(bed);
    const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: left, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" };
    expect(await clone.writ(["check"], { env })).toMatchObject({ code: 1 });
  });

  it("also where the change left before Writ came", async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    const put = async (path: string, text: string) => {
      await bed.put(path, text);
      bed.git("add", "--all");
      bed.git("commit", "--quiet", "--message", path);
    };
    await put("a.txt", "a\n");
    const old = bed.git("rev-parse", "HEAD");
    await put(".orchestration/active_intents.yaml", intents);
    bed.git("switch", "--quiet", "--create", "plain", old);
    await put("b.txt", "b\n");
    const plain = await (await cloneOf(bed)).writ(["check", "origin/main..HEAD", "--json"]);
    expect(JSON.parse(plain.out)).toMatchObject({ ok: true, findings: [], summary: { files: 1 } });
    bed.git("switch", "--quiet", "--create", "feature", old);
    await bed.put(".orchestration/active_intents.yaml", intents);
    await bed.put(".codex/hooks.json", "{}\n");
    await put(".github/workflows/evil.yml", "on: push\n");
    const { out, code } = await (await cloneOf(bed)).writ(["check", "origin/main..HEAD", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out).findings).toMatchObject([
      { rule: "protected-path", path: ".codex/hooks.json" },
      { rule: "gate-changed", path: ".github/workflows/evil.yml" },
    ]);
  });

  it("wherever the two parted, if each was merged into the other", async () => {
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/a.ts", body);
    const feature = commit("on the feature");
    bed.git("switch", "--quiet", "main");
    await bed.put(".github/workflows/x.yml", "on: push\n");
    await bed.put(".claude/settings.json", "{}\n");
    const main = commit("on main");
    bed.git("merge", "--quiet", "--message", "one way", feature);
    bed.git("switch", "--quiet", "feature");
    bed.git("merge", "--quiet", "--message", "the other way", main);
    await bed.put("src/auth/p.ts", "p\n");
    commit("more");
    expect(bed.git("merge-base", "--all", "main", "feature").split("\n")).toHaveLength(2);
    expect(await report()).toMatchObject({ ok: true, findings: [] });
  });
});

describe("a part of the guard is told", () => {
  it("where a repository within this one takes its place, however it is hidden", async () => {
    const { bed, report } = await startWork();
    const settings = '[submodule "c"]\n\tpath = .codex\n\turl = ./x\n\tignore = all\n';
    await bed.put(".gitmodules", settings);
    bed.git("add", ".gitmodules");
    bed.git("update-index", "--add", "--cacheinfo", `160000,${bed.git("rev-parse", "HEAD")},.codex`);
    bed.git("commit", "--quiet", "--message", "within");
    const found = await report();
    expect(rulesOf(found)).toEqual(["protected-path", "submodule"]);
    expect(ofRule(found, "protected-path")).toMatchObject([{ path: ".codex" }]);
  });

  it.each([".circleci", ".gitlab", "action"])("where %s is a link", async (name) => {
    const { bed, commit, report } = await startWork();
    mkdirSync(join(bed.root, "ci"));
    await bed.put("ci/config.yml", "x\n");
    symlinkSync("ci", join(bed.root, name));
    commit();
    expect(ofRule(await report(), "gate-changed")).toMatchObject([{ path: name, severity: "error" }]);
  });
});

describe("a workspace that is a folder in its repository", () => {
  it("is guarded from above too, and a person's word for that goes out with it", async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    const app = join(bed.root, "app");
    const put = async (path: string, text: string) => {
      await bed.put(path, text);
      bed.git("add", "--all");
      bed.git("commit", "--quiet", "--message", path);
    };
    const findings = async (): Promise<string[]> => {
      const { out } = await bed.writ(["check", "main..HEAD", "--json"], { cwd: app });
      const report: CheckReport = JSON.parse(out);
      return report.findings.map(({ rule, path }) => `${rule} ${path}`);
    };
    await bed.put(".github/workflows/writ.yml", "on: pull_request\n");
    await bed.put("app/.orchestration/config.yaml", "assurance: {sensitive: script}\n");
    await bed.put("app/.orchestration/.gitignore", ".state/\n/*.jsonl\n");
    await put("app/.orchestration/active_intents.yaml", intents);
    await ok(bed.writ(["trust", "--yes"], { cwd: app }));
    bed.git("switch", "--quiet", "--create", "feature");
    await bed.put(".claude/settings.json", "{}\n");
    await bed.put("other/.claude/settings.json", "{}\n");
    await bed.put("readme.md", "x\n");
    await put(".github/workflows/writ.yml", "on: never\n");
    expect(await findings()).toEqual([
      "protected-path ../.claude/settings.json",
      "gate-changed ../.github/workflows/writ.yml",
    ]);
    await bed.put(".claude/settings.json", "{ }\n");
    await bed.put(".github/workflows/writ.yml", "on: push\n");
    const files = ["--file", "../.claude/settings.json", "--file", "../.github/workflows/writ.yml"];
    await ok(bed.writ(["approve", ...files, "--yes"], { cwd: app }));
    bed.git("add", "--all");
    await ok(bed.writ(["publish"], { cwd: app }));
    bed.git("commit", "--quiet", "--message", "agreed");
    expect(await findings()).toEqual([]);
    const { code } = await bed.writ(["approve", "--file", "../readme.md", "--yes"], { cwd: app });
    expect(code).not.toBe(0);
  });
});
