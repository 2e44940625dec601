import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder } from "../scenarios/cli-bed.ts";
import { cloneOf, intents, rulesOf, startWork } from "./bed.ts";

const observe = "mode: observe\n";

/** A branch with one line outside of the scope, and a main branch that went on since. */
async function strayed() {
  const work = await startWork({ "src/billing/a.ts": "one\n", "src/other.ts": "x\n" }, { config: observe });
  await work.claude.read("src/billing/a.ts");
  await work.claude.write("src/billing/a.ts", "one\ntwo\n");
  work.commit();
  const left = work.bed.git("rev-parse", "main");
  work.bed.git("switch", "--quiet", "main");
  await work.bed.put("src/other.ts", "y\n");
  work.bed.git("commit", "--quiet", "--all", "--message", "main goes on");
  work.bed.git("switch", "--quiet", "feature");
  return { ...work, left };
}

describe("what is compared", () => {
  it("is named, or what the build server says, or the main branch; always from where the two parted", async () => {
    const { bed, left } = await strayed();
    const clone = await cloneOf(bed);
    const ways: [readonly string[], Record<string, string>][] = [
      [["origin/main...origin/feature"], {}],
      [["origin/main"], {}],
      [[], {}],
      [[], { CI_MERGE_REQUEST_DIFF_BASE_SHA: left }],
    ];
    for (const [args, env] of ways) {
      const { out, err } = await clone.writ(["check", ...args, "--json"], { env });
      expect({ args, env, err }).toEqual({ args, env, err: "" });
      const { base, summary } = JSON.parse(out);
      expect({ args, env, base, files: summary.files }).toEqual({ args, env, base: left, files: 2 });
    }
  });

  it("may be a branch that is not checked out", async () => {
    const { bed } = await strayed();
    bed.git("switch", "--quiet", "main");
    const clone = await cloneOf(bed);
    const { out, code } = await clone.writ(["check", "main..origin/feature", "--json"]);
    expect(code).toBe(1);
    expect(rulesOf(JSON.parse(out))).toEqual(["not-enforced", "out-of-scope"]);
  });

  it("is nothing on the main branch itself", async () => {
    const { bed } = await strayed();
    bed.git("switch", "--quiet", "main");
    expect(await bed.writ(["check"])).toMatchObject({ code: 2, err: expect.stringContaining("nothing to compare") });
  });

  it.each([
    ["nowhere..HEAD", "Git knows no commit nowhere here."],
    ["--output=/tmp/x", "unknown option"],
    ["a..b..c", "is no range of commits"],
    ["..", "is no range of commits"],
  ])("is refused as wrong usage: %s", async (range, words) => {
    const { bed } = await startWork();
    const { code, err } = await bed.writ(
      ["check", range].filter((word) => !word.startsWith("--")).concat(range.startsWith("--") ? ["--nope"] : []),
    );
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) });
  });

  it("is asked for with the whole history where the clone is shallow", async () => {
    const { bed } = await strayed();
    const clone = await cloneOf(bed, "--depth", "1", "--branch", "feature", "--no-single-branch");
    for (const env of [{}, { GITHUB_ACTIONS: "true", GITHUB_BASE_REF: "main" }]) {
      const { code, err } = await clone.writ(["check"], { env });
      expect(code).toBe(2);
      expect(err).toContain("This clone is shallow");
      expect(err).toContain("fetch-depth: 0");
    }
  });

  it("is all there, or refused: what a server merges has its target as a parent, however little was fetched", async () => {
    const { bed, commit } = await startWork();
    await bed.put("src/billing/pay.ts", "export const pay = () => everything();\n");
    commit("fix\n\nCo-Authored-By: Claude <noreply@anthropic.com>");
    await bed.put("y.txt", "y\n");
    commit("tip");
    bed.git("switch", "--quiet", "--create", "merged", "main");
    bed.git("merge", "--quiet", "--no-ff", "--no-edit", "feature");
    const clone = await folder();
    clone.git("init", "--quiet");
    clone.git("remote", "add", "origin", `file://${bed.root}`);
    const fetched = async (depth: number) => {
      clone.git("fetch", "--quiet", `--depth=${depth}`, "origin", "+refs/heads/merged:refs/remotes/pull/1/merge");
      clone.git("checkout", "--quiet", "--detach", "refs/remotes/pull/1/merge");
      clone.git("fetch", "--quiet", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main");
      return clone.writ(["check"], { env: { GITHUB_BASE_REF: "main" } });
    };
    expect(await fetched(2)).toMatchObject({ code: 2, err: expect.stringContaining("This clone is shallow") });
    expect(await fetched(4)).toMatchObject({ code: 1, out: expect.stringContaining("untraced-agent") });
    expect(clone.git("rev-parse", "--is-shallow-repository")).toBe("true");
  });

  it("is a repository with a commit, and one that Writ guards", async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    expect(await bed.writ(["check"])).toMatchObject({ code: 2, err: expect.stringContaining("no commit yet") });
    await bed.put("a", "x\n");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "first");
    expect(await bed.writ(["check"])).toMatchObject({ code: 1, err: expect.stringContaining("SIDECAR_MISSING") });
    const bare = await folder();
    expect(await bare.writ(["check"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("git finds no repository here"),
    });
  });
});

it.each([
  [["--in", "nowhere"], /There is no folder \S+nowhere\./],
  [["--in", "nowhere/below"], /There is no folder \S+below\./],
  [["--in", "a.txt/below"], /There is no folder \S+below\./],
  [["--in", "a.txt"], /a\.txt is no folder\./],
  [["--output", "nowhere/x"], /There is no folder nowhere\./],
  [["--output", "a.txt/x"], /There is no folder a\.txt\./],
  [["--output", "src"], /src is a folder\./],
  [["--also", "json=nowhere/x.json"], /There is no folder nowhere\./],
  [["--also", "json=src"], /src is a folder\./],
])("a place that is not there is wrong usage, and no change that fails: %j", async (args, words) => {
  const bed = await folder();
  bed.git("init", "--quiet");
  await bed.put("a.txt", "a\n");
  await bed.put("src/b.txt", "b\n");
  expect(await bed.writ(["check", ...args])).toMatchObject({ code: 2, out: "", err: expect.stringMatching(words) });
});

it("what it writes takes the place of a link that the change brought, and of no part of the guard", async () => {
  const { bed, claude, commit } = await startWork();
  const away = await folder();
  await away.put("victim", "mine\n");
  symlinkSync(join(away.root, "victim"), join(bed.root, "writ.sarif"));
  await claude.write("src/auth/login.ts", "one\n");
  commit();
  const clone = await cloneOf(bed);
  expect(await clone.writ(["check", "--format", "sarif", "--output", "writ.sarif"])).toMatchObject({ code: 0 });
  expect(await away.read("victim")).toBe("mine\n");
  expect(lstatSync(join(clone.root, "writ.sarif")).isFile()).toBe(true);
  expect(JSON.parse(await clone.read("writ.sarif"))).toMatchObject({ version: "2.1.0" });
  for (const file of [".orchestration/config.yaml", ".claude/settings.json"]) {
    await clone.put(".claude/settings.json", "{}\n");
    const before = await clone.read(file);
    expect(await clone.writ(["check", "--also", `sarif=${file}`])).toMatchObject({
      code: 2,
      err: expect.stringContaining(file),
    });
    expect(await clone.read(file)).toBe(before);
  }
});

describe("before a commit", () => {
  it("what is staged is looked at, or all of the work tree, with the records of this working copy", async () => {
    const files = { "src/billing/a.ts": "one\n", "src/billing/b.ts": "one\n" };
    const { bed, claude } = await startWork(files, { config: observe });
    for (const path of Object.keys(files)) {
      await claude.read(path);
      await claude.write(path, "one\ntwo\n");
    }
    await claude.write("src/billing/new.ts", "three\n");
    bed.git("add", "src/billing/a.ts");
    const status = bed.git("status", "--porcelain");
    const pathsOf = async (option: string) => {
      const { findings } = JSON.parse((await bed.writ(["check", option, "--json"])).out);
      return findings.flatMap((one: { rule: string; path: string }) => (one.rule === "out-of-scope" ? [one.path] : []));
    };
    expect(await pathsOf("--staged")).toEqual(["src/billing/a.ts"]);
    expect(await pathsOf("--work-tree")).toEqual(["src/billing/a.ts", "src/billing/b.ts", "src/billing/new.ts"]);
    expect(bed.git("status", "--porcelain")).toBe(status);
    expect(await bed.writ(["check", "--staged", "--work-tree"])).toMatchObject({ code: 2 });
  });

  it("passes where nothing is wrong, and where nothing is staged", async () => {
    const { bed, claude } = await startWork();
    expect(await bed.writ(["check", "--staged"])).toMatchObject({ code: 0 });
    await claude.write("src/auth/login.ts", "x\n");
    bed.git("add", "--all");
    expect(await bed.writ(["check", "--staged"])).toMatchObject({ code: 0 });
  });
});

it("works for a workspace below the top of the repository, and names files from there", async () => {
  const bed = await folder();
  bed.git("init", "--quiet");
  const inner = join(bed.root, "packages/app");
  mkdirSync(join(inner, ".orchestration/ledger/2026-11"), { recursive: true });
  writeFileSync(join(inner, ".orchestration/active_intents.yaml"), intents);
  bed.git("add", "--all");
  bed.git("commit", "--quiet", "--message", "start");
  bed.git("switch", "--quiet", "--create", "feature");
  writeFileSync(join(inner, ".mcp.json"), "{}\n");
  writeFileSync(join(bed.root, ".mcp.json"), "{}\n");
  bed.git("add", "--all");
  bed.git("commit", "--quiet", "--message", "work");
  const { out } = await bed.writ(["check", "main..feature", "--format", "github"], { cwd: inner });
  // What guards it from above is told too.
  expect(out.match(/file=[^,]+/g)).toEqual(["file=.mcp.json", "file=packages/app/.mcp.json"]);
});
