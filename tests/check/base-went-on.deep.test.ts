import { describe, expect, it, vi } from "vitest";
import { ofRule, ok, rulesOf, startWork, type Work } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const path = "package.json";
const scope = `active_intents:
  - {id: INT-001, name: Login, status: IN_PROGRESS, owned_scope: ["src/auth/**", package.json]}
`;
const keys = ["name", "type", "license", "author", "homepage", "bugs", "main", "types", "files", "private"];
const manifest = `{\n${keys.map((key) => `  "${key}": "the ${key}"`).join(",\n")}\n}\n`;
const last = '"private": "the private"';
const approvedText = manifest.replace(last, `${last},\n  "version": "1"`);
const [license, renewed] = ['"license": "the license"', '"license": "MIT"'];
const main = '  "main": "the main",\n';
const bugs = '  "bugs": "the bugs",\n';

/** An agent added a last key to the manifest, a script agreed to it, and it is committed. */
async function approved(texts: readonly string[] = [approvedText]): Promise<Work> {
  const work = await startWork({ [path]: manifest }, { intents: scope, config: "assurance: {sensitive: script}\n" });
  await work.claude.read(path);
  for (const text of texts) {
    const { error } = await work.claude.write(path, text);
    await ok(work.bed.writ(["approve", String(error?.meta.ticket), "--yes"]));
    expect((await work.claude.write(path, text)).says).toBe("pass");
  }
  work.commit("version");
  return work;
}

/** Without hooks, so that nothing is on record. */
async function put({ bed }: Work, from: string, to: string, message: string): Promise<void> {
  const text = await bed.read(path);
  expect(text).toContain(from);
  await bed.put(path, text.replace(from, to));
  bed.git("commit", "--quiet", "--all", "--no-verify", "--message", message);
}

/** Main changes a line of the same file that nobody asked the agent about, and adds one. */
async function mainGoesOn(work: Work): Promise<void> {
  work.bed.git("switch", "--quiet", "main");
  await put(work, license, `${renewed},\n  "engines": "the engines"`, "main goes on");
  work.bed.git("switch", "--quiet", "feature");
}

const rebase = ({ bed }: Work) => void bed.git("rebase", "--quiet", "main");
const merge = ({ bed }: Work) => void bed.git("merge", "--quiet", "--no-verify", "--message", "merge", "main");
const squash = ({ bed }: Work) => {
  bed.git("switch", "--quiet", "--create", "squashed", "main");
  bed.git("merge", "--quiet", "--squash", "feature");
  bed.git("commit", "--quiet", "--no-verify", "--message", "squashed");
  bed.git("branch", "--quiet", "--delete", "--force", "feature");
};
const pull = ({ bed }: Work) => {
  bed.git("switch", "--quiet", "--create", "pull", "main");
  bed.git("merge", "--quiet", "--no-ff", "--no-verify", "--message", "pull request", "feature");
};
const ways: [how: string, bring: (work: Work) => void][] = [
  ["rebased", rebase],
  ["merged", merge],
  ["squashed", squash],
  ["checked out as a pull request", pull],
];

const found = async ({ report }: Work) => ofRule(await report(), "changed-after-approval").map((one) => one.path);

describe("what a person agreed to, when the base changed other lines of the file meanwhile", () => {
  it.each(ways)("is still what they agreed to: %s", async (_, bring) => {
    const work = await approved();
    await mainGoesOn(work);
    bring(work);
    expect(await work.report()).toMatchObject({ ok: true, findings: [] });
  });

  it("is still what they agreed to after several calls, each with a ticket", async () => {
    const work = await approved([approvedText, approvedText.replace('"version": "1"', '"version": "2"')]);
    await mainGoesOn(work);
    rebase(work);
    expect(await work.report()).toMatchObject({ ok: true, findings: [] });
  });

  it.each(ways)("is not, where a line more is gone: %s", async (_, bring) => {
    const work = await approved();
    await put(work, bugs, "", "a line less");
    await mainGoesOn(work);
    bring(work);
    expect(await found(work)).toEqual([path]);
  });

  it.each<[string, string, string]>([
    ["a line of the file is gone", bugs, ""],
    ["a line that the base added is gone", '  "engines": "the engines",\n', ""],
    ["a line that was approved is gone", ',\n  "version": "1"', ","],
    ["a line has another place", `${bugs}${main}`, `${main}${bugs}`],
    ["a line has other blanks", bugs, bugs.replace(": ", ":  ")],
  ])("is not, where afterwards %s", async (_, from, to) => {
    const work = await approved();
    await mainGoesOn(work);
    rebase(work);
    await put(work, from, to, "afterwards");
    expect(await found(work)).toEqual([path]);
  });

  it("gives way to a line that a person wrote, as it does where the base did not go on", async () => {
    const work = await approved();
    await mainGoesOn(work);
    rebase(work);
    await put(work, bugs, `${bugs}  "os": "the os",\n`, "afterwards");
    expect(rulesOf(await work.report())).toEqual([]);
  });

  it("is not, where a line is gone and the base did not change the file", async () => {
    const work = await approved();
    await put(work, bugs, "", "a line less");
    expect(await found(work)).toEqual([path]);
    work.bed.git("switch", "--quiet", "main");
    await work.bed.put("other.txt", "x\n");
    work.bed.git("add", "--all");
    work.bed.git("commit", "--quiet", "--no-verify", "--message", "main goes on elsewhere");
    work.bed.git("switch", "--quiet", "feature");
    rebase(work);
    expect(await found(work)).toEqual([path]);
  });

  it("is not, where the base took a line out and the branch alone put another in that is gone again", async () => {
    const work = await startWork({ [path]: manifest }, { intents: scope, config: "assurance: {sensitive: script}\n" });
    await put(work, bugs, `${bugs}  "os": "the os",\n`, "a person's line");
    const text = approvedText.replace(bugs, `${bugs}  "os": "the os",\n`);
    await work.claude.read(path);
    const { error } = await work.claude.write(path, text);
    await ok(work.bed.writ(["approve", String(error?.meta.ticket), "--yes"]));
    await work.claude.write(path, text);
    work.commit("version");
    await mainGoesOn(work);
    rebase(work);
    await put(work, '  "os": "the os",\n', "", "it is gone again");
    expect(await found(work)).toEqual([path]);
  });
});

describe("a person's word for what is there now", () => {
  it.each([true, false])("settles that it is not what was approved (the base went on: %s)", async (goesOn) => {
    const work = await approved();
    if (goesOn) {
      await mainGoesOn(work);
      rebase(work);
    }
    await put(work, bugs, "", "a line less");
    const report = await work.report();
    expect(ofRule(report, "changed-after-approval")).toMatchObject([
      { path, hint: expect.stringContaining("writ approve --file package.json") },
    ]);
    await ok(work.bed.writ(["approve", "--file", path, "--yes"]));
    work.bed.git("commit", "--quiet", "--allow-empty", "--message", "agreed");
    expect(rulesOf(await work.report())).toEqual([]);
    await put(work, main, "", "one more");
    expect(await found(work)).toEqual([path]);
  });
});
