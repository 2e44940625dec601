import { mkdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Bed } from "../scenarios/cli-bed.ts";
import { startAgent } from "../scenarios/harness.ts";
import { intents, ledgerFile, ofRule, ok, rulesOf, startWork } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const observe = "mode: observe\n";
const body = `${Array.from({ length: 12 }, (_, at) => `export const number${at} = "value ${at}";`).join("\n")}\n`;
const told = ["no-intent", "not-enforced"];

/** An agent without an intent writes a file, which is committed. */
async function written() {
  const work = await startWork({ "src/billing/old.ts": "a\n" }, { config: observe });
  await startAgent(work.bed).session("s-2").write("src/billing/x.ts", body);
  work.commit();
  const bare = (message: string) => work.bed.git("commit", "--quiet", "--no-verify", "--message", message);
  return { ...work, bare, file: ledgerFile(work.bed, "HEAD") };
}

describe("records are read as they are committed", () => {
  it.each([
    [".orchestration/ledger/f.jsonl"],
    [".orchestration/ledger/2026-11/f.txt"],
    [".orchestration/ledger/2026-11/deep/f.jsonl"],
  ])("also from %s, which is no place for them", async (to) => {
    const { bed, bare, file, report } = await written();
    mkdirSync(dirname(join(bed.root, to)), { recursive: true });
    bed.git("mv", file, to);
    bare("moved");
    const found = await report();
    expect(rulesOf(found)).toEqual(["broken-chain", ...told]);
    expect(ofRule(found, "broken-chain")).toMatchObject([{ path: to, message: expect.stringContaining("is called") }]);
  });

  it("also from the folder of another month, which they are not of", async () => {
    const { bed, bare, file, report } = await written();
    const to = `.orchestration/ledger/2001-01/${basename(file)}`;
    mkdirSync(dirname(join(bed.root, to)), { recursive: true });
    bed.git("mv", file, to);
    bare("moved");
    const found = await report();
    expect(rulesOf(found)).toEqual(["broken-chain", ...told]);
    expect(ofRule(found, "broken-chain")).toMatchObject([{ path: to, message: expect.stringContaining("2001-01") }]);
  });

  it("whatever attributes make of them in a work tree", async () => {
    const { bed, bare, report } = await written();
    await bed.put(".gitattributes", ".orchestration/ledger/** text working-tree-encoding=UTF-16\n");
    bed.git("add", ".gitattributes");
    bare("attributes");
    expect(rulesOf(await report())).toEqual(expect.arrayContaining(told));
  });

  it("and are committed as they are, also where attributes come with them", async () => {
    const { bed, commit, report } = await startWork({ "src/billing/old.ts": "a\n" }, { config: observe });
    await startAgent(bed).session("s-2").write("src/billing/x.ts", body);
    await bed.put(".gitattributes", "*.png filter=lfs\n*.jsonl working-tree-encoding=UTF-16\n");
    commit();
    const found = await report();
    expect(rulesOf(found)).toEqual(["broken-chain", ...told]);
    expect(ofRule(found, "broken-chain")).toMatchObject([
      { path: ".gitattributes", message: expect.stringContaining("(working-tree-encoding)") },
    ]);
    await bed.put(".gitattributes", "*.png filter=lfs\n");
    commit("only pictures");
    expect(rulesOf(await report())).toEqual(told);
  });

  it("where the agent's intent is gone", async () => {
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/a.ts", body);
    const without = intents.replace(/ {2}- id: INT-001[\s\S]*?(?= {2}- id: INT-002)/, "");
    await bed.put(".orchestration/active_intents.yaml", without);
    commit();
    bed.git("mv", ledgerFile(bed, "HEAD"), ".orchestration/ledger/x.jsonl");
    bed.git("commit", "--quiet", "--no-verify", "--message", "moved");
    expect(rulesOf(await report())).toEqual(["broken-chain", "unknown-intent"]);
  });
});

describe("records that came and went", () => {
  it("count as if they were there, and are missed", async () => {
    const { bed, bare, file, report } = await written();
    bed.git("rm", "--quiet", "-r", ".orchestration/ledger");
    bare("tidy");
    const found = await report();
    expect(rulesOf(found)).toEqual([...told, "record-removed"].sort());
    expect(found.summary.lines).toEqual({ ai: 12, human: 0, unknown: 0 });
    const [finding] = ofRule(found, "record-removed");
    expect(finding).toMatchObject({ path: file, hint: expect.stringContaining(bed.git("rev-parse", "HEAD~1")) });
  });

  it("are not missed where what they tell of went with them", async () => {
    const { bed, report } = await written();
    bed.git("-c", "core.hooksPath=/dev/null", "revert", "--no-edit", "HEAD");
    expect(await report()).toMatchObject({ ok: true, findings: [] });
  });

  it("are not missed where they were published again", async () => {
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/a.ts", body);
    commit();
    rmSync(join(bed.root, ledgerFile(bed, "HEAD")));
    bed.git("commit", "--quiet", "--all", "--no-verify", "--message", "gone");
    await bed.put("other.txt", "x\n");
    commit("next");
    expect(await report()).toMatchObject({ ok: true, findings: [] });
  });
});

describe("a person's decisions that came and were erased", () => {
  const eraseAda = async ({ bed, commit }: Awaited<ReturnType<typeof startWork>>) => {
    await ok(bed.writ(["erase", "--person", "ada@example.com", "--yes"]));
    commit("erased");
  };
  const named = {
    severity: "warn",
    message: expect.stringMatching(/^(?:A record|\d records) of this change w.* erased/),
  };

  it("are told, and a pause is still one", async () => {
    const work = await startWork();
    await ok(work.bed.writ(["pause", "30m", "--reason", "hurry"]));
    await work.claude.write("src/auth/a.ts", body);
    await ok(work.bed.writ(["pause", "--end"]));
    work.commit();
    const file = ledgerFile(work.bed, "HEAD");
    const [pause] = (await work.report()).findings;
    await eraseAda(work);
    const found = await work.report();
    expect(ofRule(found, "pause")).toEqual([pause]);
    expect(ofRule(found, "record-erased")).toMatchObject([{ ...named, path: file }]);
  });

  it("are told, and an agreement still counts", async () => {
    const work = await startWork({ ".mcp.json": "{}\n" }, { config: "assurance: {sensitive: script}\n" });
    await work.bed.put(".mcp.json", "{ }\n");
    await ok(work.bed.writ(["approve", "--file", ".mcp.json", "--yes"]));
    work.commit();
    expect(await work.report()).toMatchObject({ ok: true, findings: [] });
    await eraseAda(work);
    expect(await work.report()).toMatchObject({ ok: true, findings: [{ rule: "record-erased", ...named }] });
  });

  it("are told where no commit has them any more", async () => {
    const work = await startWork();
    await ok(work.bed.writ(["pause", "30m", "--reason", "hurry"]));
    await work.claude.write("src/auth/a.ts", body);
    work.commit();
    await eraseAda(work);
    work.bed.git("reset", "--quiet", "--soft", "main");
    work.commit("squashed");
    expect((await work.report()).findings).toMatchObject([{ rule: "record-erased", ...named }]);
  });
});

describe("records that came before what they tell of", () => {
  /** What was done on the feature is merged, and another branch goes on from there. */
  const merged = (bed: Bed) => {
    bed.git("switch", "--quiet", "main");
    bed.git("merge", "--quiet", "--no-ff", "--no-verify", "--message", "merge", "feature");
    bed.git("switch", "--quiet", "--create", "second");
  };

  it("are judged when it comes", async () => {
    const { bed, commit, report } = await startWork({ "src/billing/old.ts": "a\n" }, { config: observe });
    await startAgent(bed).session("s-2").write("src/billing/x.ts", body);
    await ok(bed.writ(["publish", "--all"]));
    bed.git("add", ".orchestration");
    bed.git("commit", "--quiet", "--message", "records");
    expect(await report()).toMatchObject({ ok: true });
    rmSync(join(bed.root, "src/billing/x.ts"));
    merged(bed);
    await bed.put("src/billing/x.ts", body);
    commit("code");
    expect(rulesOf(await report())).toEqual(told);
    // Nor does another name help.
    bed.git("mv", "src/billing/x.ts", "src/billing/y.ts");
    commit("moved");
    expect(ofRule(await report(), "no-intent")).toMatchObject([{ path: "src/billing/y.ts", lines: [[1, 12]] }]);
  });

  it("are judged where it was taken out before anybody looked", async () => {
    const { bed, commit, report } = await written();
    rmSync(join(bed.root, "src/billing/x.ts"));
    commit("undo");
    expect(await report()).toMatchObject({ ok: true });
    merged(bed);
    await bed.put("src/billing/x.ts", body);
    commit("redo");
    expect(rulesOf(await report())).toEqual(told);
  });

  it("say nothing more of what was judged: it moves, and it comes back", async () => {
    const { bed, commit, report } = await written();
    merged(bed);
    bed.git("mv", "src/billing/x.ts", "src/billing/y.ts");
    await bed.put("src/billing/copy.ts", body);
    commit("moved");
    expect(await report()).toMatchObject({ ok: true, findings: [] });
    rmSync(join(bed.root, "src/billing/y.ts"));
    rmSync(join(bed.root, "src/billing/copy.ts"));
    commit("gone");
    bed.git("branch", "--quiet", "--force", "main", "second");
    await bed.put("src/billing/x.ts", body);
    commit("back");
    expect(await report()).toMatchObject({ ok: true, findings: [] });
  });

  it("may be of an agent who had an intent, and what it was granted counts", async () => {
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/a.ts", body);
    await ok(bed.writ(["publish", "--all"]));
    bed.git("add", ".orchestration");
    bed.git("commit", "--quiet", "--message", "records");
    rmSync(join(bed.root, "src/auth/a.ts"));
    merged(bed);
    await bed.put("src/auth/a.ts", body);
    commit("code");
    expect(await report()).toMatchObject({ ok: true, findings: [], summary: { lines: { ai: 12 } } });
  });
});

it("nothing but records goes in with the records", async () => {
  const { bed, claude, commit, report } = await startWork();
  await claude.write("src/auth/a.ts", body);
  commit();
  const file = ledgerFile(bed, "HEAD");
  await bed.put(".orchestration/ledger/2026-11/payload.js", "module.exports = () => 1;\n");
  await bed.put(".orchestration/ledger/run", '{"x": "#"}\n');
  await bed.put(".orchestration/ledger/empty.d/a.jsonl", "");
  await bed.put(`.orchestration/ledger/2026-11/x-${"0".repeat(12)}.jsonl`, "require('fs');\n\n1\n");
  commit("more");
  const found = await report();
  expect(found.ok).toBe(false);
  const odd = ofRule(found, "broken-chain").map(({ path, message }) => `${path?.slice(22)}: ${message.slice(0, 30)}`);
  expect(odd).toEqual(
    expect.arrayContaining([
      expect.stringContaining("2026-11/payload.js: Nothing that Writ publishes"),
      expect.stringContaining("empty.d/a.jsonl: Nothing that Writ publishes"),
      expect.stringContaining("run: Nothing that Writ publishes"),
      expect.stringContaining(`2026-11/x-${"0".repeat(12)}.jsonl: This is no record, and 1 more`),
    ]),
  );
  expect(ofRule(found, "broken-chain").map(({ path }) => path)).not.toContain(file);
});

describe("records of the base that went", () => {
  const target = "src/auth/a.ts";
  /** An agent's commit that is in main, and a branch to go on from. */
  const merged = async (more: (bed: Bed) => void = () => {}) => {
    const work = await startWork();
    const { bed, claude, commit } = work;
    await claude.write(target, body);
    const id = commit();
    const bare = (message: string) => bed.git("commit", "--quiet", "--all", "--no-verify", "--message", message);
    const file = ledgerFile(bed, "HEAD");
    more(bed);
    bed.git("branch", "--quiet", "--force", "main", "HEAD");
    const revert = () => bed.git("-c", "core.hooksPath=/dev/null", "revert", "--no-edit", id);
    return { ...work, bare, file, revert };
  };

  it("are a note where the commit was reverted", async () => {
    const { file, revert, report } = await merged();
    revert();
    const found = await report();
    expect(found.ok).toBe(true);
    expect(new Set(found.findings.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`))).toEqual(
      new Set([`note record-removed ${file}`]),
    );
  });

  it("are missed where a line of theirs was kept", async () => {
    const { bed, bare, revert, report } = await merged();
    revert();
    await bed.put(target, `${body.split("\n")[3]}\n`);
    bed.git("add", target);
    bare("kept");
    const found = await report();
    expect(found.ok).toBe(false);
    expect(ofRule(found, "record-removed").some(({ severity }) => severity === "error")).toBe(true);
  });

  it("are missed where their lines had been moved before", async () => {
    const { bed, bare, file, report } = await merged((there) => {
      there.git("mv", target, "src/auth/moved.ts");
      there.git("commit", "--quiet", "--no-verify", "--message", "moved");
    });
    bed.git("rm", "--quiet", file);
    bare("only the records");
    expect((await report()).ok).toBe(false);
  });
});
