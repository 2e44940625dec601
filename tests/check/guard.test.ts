import { rmSync } from "node:fs";
import { join } from "node:path";
import type { CheckReport } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { hasTerminal } from "../scenarios/cli-bed.ts";
import { cloneOf, intents, ledgerFile, ofRule, ok, rulesOf, startWork } from "./bed.ts";

const login = "export const login = 2;\nexport const more = 3;\n";
const byScript = "assurance: {sensitive: script}\n";

describe("a part of the guard", () => {
  it("fails the check when it changes without a person's word for it, and passes with it", async () => {
    const { bed, commit, report } = await startWork({ ".claude/settings.json": "{}\n" }, { config: byScript });
    await bed.put(".claude/settings.json", '{ "hooks": {} }\n');
    commit();
    expect(ofRule(await report(), "protected-path")).toMatchObject([
      { path: ".claude/settings.json", severity: "error" },
    ]);
    await ok(bed.writ(["approve", "--file", ".claude/settings.json", "--yes"]));
    // The file is committed already: the word for it goes out all the same.
    bed.git("commit", "--quiet", "--allow-empty", "--message", "agreed");
    const agreed = await report();
    expect(agreed).toMatchObject({ ok: true, findings: [] });
    expect(agreed.summary.approvals).toMatchObject([{ assurance: "script", paths: [".claude/settings.json"] }]);
  });

  it("fails when it changes again after that", async () => {
    const { bed, commit, report } = await startWork({ ".claude/settings.json": "{}\n" }, { config: byScript });
    await bed.put(".claude/settings.json", '{ "hooks": {} }\n');
    await ok(bed.writ(["approve", "--file", ".claude/settings.json", "--yes"]));
    commit();
    expect(await report()).toMatchObject({ ok: true, findings: [] });
    await bed.put(".claude/settings.json", "{}\n\n");
    commit("once more");
    expect(rulesOf(await report())).toEqual(["changed-after-approval", "open-alarm"]);
  });

  it("is also a second file of intents, which counts once the first is gone", async () => {
    const second = ".orchestration/active_intents.yml";
    const { bed, commit, report } = await startWork({}, { config: byScript });
    await bed.put(second, intents.replace("src/auth/**", "**"));
    commit();
    expect((await report()).findings).toMatchObject([
      { rule: "protected-path", path: second, severity: "error" },
      // An agent is at work, so that the change may be its own.
      { rule: "open-alarm", path: second },
    ]);
    await ok(bed.writ(["approve", "--file", second, "--yes"]));
    bed.git("commit", "--quiet", "--allow-empty", "--message", "agreed");
    expect(await report()).toMatchObject({ ok: true, findings: [] });
  });

  it.runIf(hasTerminal)("is agreed to at a terminal, where what changed is shown", async () => {
    const { bed, commit, report } = await startWork({ ".claude/settings.json": "{}\n" });
    await bed.put(".claude/settings.json", '{ "new": 1 }\n');
    const { out } = await bed.writOnTerminal(["approve", "--file", ".claude/settings.json"], [["as you want", "y"]]);
    expect(out).toContain('+{ "new": 1 }');
    commit();
    expect(await report()).toMatchObject({ ok: true, findings: [] });
  });

  it.runIf(hasTerminal)("is shown against where the branch left, when it is committed already", async () => {
    const { bed, commit, report } = await startWork({ ".claude/settings.json": "{}\n" });
    await bed.put(".claude/settings.json", '{ "new": 1 }\n');
    commit();
    const { out } = await bed.writOnTerminal(["approve", "--file", ".claude/settings.json"], [["as you want", "y"]]);
    expect(out).toContain('+{ "new": 1 }');
    await bed.put("src/other.ts", "x\n");
    commit("other");
    expect(await report()).toMatchObject({ ok: true, findings: [] });
  });

  it("is wanted by whoever lets Writ write it, and nothing that others wrote beside it", async () => {
    const files = { ".claude/settings.json": "{}\n", ".codex/config.toml": "" };
    const { bed, commit, report } = await startWork(files, { config: byScript });
    await bed.put(".claude/settings.json", '{ "env": { "OTHER": "1" } }\n');
    await ok(bed.writ(["init", "--agent", "codex,claude-code", "--yes"]));
    commit();
    expect((await report()).findings).toMatchObject([
      { rule: "protected-path", path: ".claude/settings.json" },
      { rule: "open-alarm", path: ".claude/settings.json" },
    ]);
  });

  it.each([
    ["branch", ["protected-path .orchestration/agent_trace.jsonl"]],
    ["single", []],
  ])("is a live ledger that is committed, unless the base shares it: %s", async (mode, told) => {
    const { bed, claude, commit, report } = await startWork({}, { config: `${byScript}ledger: ${mode}\n` });
    await claude.write("src/auth/login.ts", login);
    bed.git("add", "--force", ".orchestration/agent_trace.jsonl");
    commit();
    const found = async () => (await report()).findings.map(({ rule, path }) => `${rule} ${path}`);
    expect(await found()).toEqual(told);
    if (told.length === 0) return;
    await ok(bed.writ(["approve", "--file", ".orchestration/agent_trace.jsonl", "--yes"]));
    bed.git("commit", "--quiet", "--allow-empty", "--message", "agreed");
    expect(await found()).toEqual([]);
  });

  it("is not agreed to by a script where the config wants a person", async () => {
    const { bed } = await startWork({ ".claude/settings.json": "{}\n" });
    const { code, err } = await bed.writ(["approve", "--file", ".claude/settings.json", "--yes"]);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('counts as "script"') });
  });

  it("may be the whole sidecar, taken away", async () => {
    const { bed, check, commit } = await startWork();
    rmSync(join(bed.root, ".orchestration"), { recursive: true });
    commit();
    const { code, out } = await check(["origin/main..HEAD"]);
    expect(code).toBe(1);
    expect(out).toContain(".orchestration/config.yaml was deleted");
  });

  it("is all of it new where Writ comes with the change", async () => {
    const { bed, claude, commit, check } = await startWork();
    bed.git("checkout", "--quiet", "--orphan", "bare");
    bed.git("rm", "--quiet", "-r", "--cached", ".orchestration");
    bed.git("commit", "--quiet", "--no-verify", "--message", "without");
    bed.git("switch", "--quiet", "--create", "with");
    await claude.write("src/auth/login.ts", login);
    commit("with");
    expect(await check(["origin/bare..origin/with"])).toMatchObject({ code: 0 });
  });
});

describe("the config", () => {
  it("of the change cannot loosen the gate it goes through, and that is said", async () => {
    const { bed, claude, commit, report } = await startWork(
      { "src/billing/a.ts": "one\n" },
      { config: "mode: observe\n" },
    );
    await claude.read("src/billing/a.ts");
    await claude.write("src/billing/a.ts", "one\ntwo\n");
    const loose = "mode: observe\ncheck:\n  rules: {out-of-scope: off, protected-path: off}\n  ignore: ['**']\n";
    await bed.put(".orchestration/config.yaml", loose);
    commit();
    const found = await report();
    expect(found.ok).toBe(false);
    expect(ofRule(found, "out-of-scope")).toHaveLength(1);
    expect(ofRule(found, "gate-loosened").map(({ message }) => message)).toEqual([
      expect.stringContaining("(out-of-scope from error to off; protected-path from error to off; ignore **)"),
    ]);
  });

  it("of the base leaves out what it says, and may weigh otherwise", async () => {
    const config = "mode: observe\ncheck:\n  rules: {not-enforced: off}\n  ignore: ['src/generated/**']\n";
    const { claude, commit, report } = await startWork({}, { config });
    await claude.write("src/generated/a.ts", "one\ntwo\n");
    commit();
    expect(await report()).toMatchObject({ ok: true, findings: [], summary: { lines: { ai: 0 } } });
  });

  it("may be tightened by anybody, and must be agreed to where it loosens the guard", async () => {
    const { bed, commit, report } = await startWork();
    await bed.put(".orchestration/config.yaml", "lock: strict\ncheck: {rules: {pause: error}}\n");
    commit();
    expect(await report()).toMatchObject({ ok: true, findings: [] });
    await bed.put(".orchestration/config.yaml", "approval_exempt: ['INT-*']\n");
    commit("looser");
    const [finding] = ofRule(await report(), "protected-path");
    expect(finding?.message).toContain("loosens approval_exempt");
  });

  it("must be agreed to where it takes back what was stricter than the default", async () => {
    const strict = "lock: strict\ngate: all\ncommands: {deny: ['npm publish **']}\n";
    const { bed, commit, report } = await startWork({}, { config: strict });
    await bed.put(".orchestration/config.yaml", "gate: all\n");
    commit();
    const [finding] = ofRule(await report(), "protected-path");
    expect(finding?.message).toContain("loosens lock, commands");
  });

  it("that cannot be read fails", async () => {
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/login.ts", login);
    await bed.put(".orchestration/config.yaml", "mode: obsreve\n");
    await bed.put(".orchestration/active_intents.yaml", "active_intents: [\n");
    commit();
    const found = await report();
    expect(ofRule(found, "sidecar-invalid").map(({ path, lines, message }) => `${path} ${lines} ${message}`)).toEqual([
      expect.stringMatching(/^(\S+active_intents\.yaml) 2,2 \1 cannot be used: (?!line)/),
      expect.stringMatching(/^(\S+config\.yaml) 1,1 \1 cannot be used: (?!line)/),
    ]);
    // Nobody can say that the intent is not there.
    expect(ofRule(found, "unknown-intent")).toEqual([]);
  });
});

describe("an approval", () => {
  const scope = `active_intents:
  - {id: INT-001, name: Login, status: IN_PROGRESS, owned_scope: ["src/auth/**", package.json]}
`;
  const manifest = '{ "name": "x" }\n';
  const approved = async (config: string) => {
    const work = await startWork({ "package.json": manifest }, { intents: scope, config });
    const { bed, claude } = work;
    await claude.read("package.json");
    const text = '{\n  "name": "x",\n  "version": "1"\n}\n';
    const { error } = await claude.write("package.json", text);
    await ok(bed.writ(["approve", String(error?.meta.ticket), "--yes"]));
    expect((await claude.write("package.json", text)).says).toBe("pass");
    return work;
  };

  it("is on record, and shown", async () => {
    const { commit, report } = await approved(byScript);
    commit();
    const found = await report();
    expect(found).toMatchObject({ ok: true, findings: [] });
    expect(found.summary.approvals).toMatchObject([
      { ticket: expect.stringMatching(/^T-/), risk: "sensitive", assurance: "script", paths: ["package.json"] },
    ]);
  });

  it("is too weak where the change itself asks for more", async () => {
    const { bed, commit, report } = await approved(byScript);
    await bed.put(".orchestration/config.yaml", "assurance: {sensitive: native}\n");
    commit();
    expect(ofRule(await report(), "weak-approval")).toMatchObject([{ path: "package.json", severity: "error" }]);
  });

  it("does not cover what was taken out of the file afterwards", async () => {
    const { bed, commit, report } = await approved(byScript);
    await bed.put("package.json", '{\n  "name": "x"\n}\n'.replace("\n}", ",\n}"));
    commit();
    expect(ofRule(await report(), "changed-after-approval")).toMatchObject([{ path: "package.json" }]);
  });

  it("is explained where a person wrote the difference", async () => {
    const { bed, commit, report } = await approved(byScript);
    await bed.put("package.json", '{\n  "name": "x",\n  "version": "1",\n  "private": true\n}\n');
    commit();
    expect(rulesOf(await report())).toEqual([]);
  });
});

describe("the published records", () => {
  const published = async () => {
    const work = await startWork();
    const { bed, claude, commit } = work;
    await claude.write("src/auth/login.ts", login);
    await claude.edit("src/auth/login.ts", "2", "4");
    commit();
    bed.git("branch", "--quiet", "--force", "main", "feature");
    await claude.edit("src/auth/login.ts", "more", "most");
    commit("second");
    const file = ledgerFile(bed, "main");
    const lines = (await bed.read(file)).trimEnd().split("\n");
    const put = (changed: readonly string[]) => bed.put(file, `${changed.join("\n")}\n`);
    return { ...work, file, lines, put };
  };

  it("pass as they are", async () => {
    expect(await (await published()).report()).toMatchObject({ ok: true, findings: [] });
  });

  it("are missed when one is deleted", async () => {
    const { commit, report, lines, put } = await published();
    await put(lines.slice(1));
    commit("forged");
    expect(rulesOf(await report())).toEqual(expect.arrayContaining(["broken-chain", "record-removed"]));
  });

  it("are missed when their file is deleted", async () => {
    const { bed, report, file } = await published();
    bed.git("rm", "--quiet", file);
    bed.git("commit", "--quiet", "--no-verify", "--message", "gone");
    const [finding] = ofRule(await report(), "record-removed");
    expect(finding?.message).toContain("file was deleted");
  });

  it("are missed once they are anchored, also where their commit was reverted, and it is said how they come back", async () => {
    const work = await startWork();
    const { bed } = work;
    await work.claude.write("src/auth/login.ts", login);
    work.commit();
    bed.git("branch", "--quiet", "--force", "main", "feature");
    const file = ledgerFile(bed, "main");
    await ok(bed.writ(["verify", "--anchor"]));
    bed.git("-c", "core.hooksPath=/dev/null", "revert", "--no-edit", "HEAD");
    const checked = async () => {
      const clone = await cloneOf(bed);
      clone.git("fetch", "--quiet", "origin", "+refs/notes/writ:refs/notes/writ");
      const report: CheckReport = JSON.parse((await clone.writ(["check", "origin/main..HEAD", "--json"])).out);
      return { clone, findings: report.findings };
    };
    const { clone, findings } = await checked();
    expect(findings).toMatchObject([{ rule: "broken-chain", path: file, severity: "error", lines: [] }]);
    expect(findings[0]?.message).toMatch(/^The file is gone, .* was anchored \(.*\)\.$/);
    const [, ...command] = /(git) (checkout) (\S+) (--) (\S+)$/.exec(findings[0]?.hint ?? "") ?? [];
    expect(command.slice(3)).toEqual(["--", file]);
    clone.git(...command.slice(1));
    bed.git(...command.slice(1));
    bed.git("commit", "--quiet", "--no-verify", "--message", "back");
    expect((await checked()).findings).toEqual([]);
  });

  it("are there again, in the same file, when the commit hook sees that it was deleted", async () => {
    const { bed, commit, report, file } = await published();
    rmSync(join(bed.root, file));
    bed.git("commit", "--quiet", "--all", "--no-verify", "--message", "gone");
    await bed.put("other.txt", "x\n");
    commit("next");
    expect(bed.git("diff", "--name-only", "main", "HEAD", "--", file)).toBe("");
    expect(await report()).toMatchObject({ ok: true });
  });

  it("are told when one was changed", async () => {
    const { commit, report, lines, put } = await published();
    await put(lines.map((line, at) => (at === 0 ? line.replace("INT-001", "INT-002") : line)));
    commit("forged");
    expect(rulesOf(await report())).toEqual(expect.arrayContaining(["broken-chain", "record-removed"]));
  });

  it("are told when one was added by hand", async () => {
    const { commit, report, lines, put } = await published();
    const forged = { ...JSON.parse(lines.at(-1) ?? ""), id: "forged", decision: "approved", by: "p-1", paths: ["x"] };
    await put([...lines, JSON.stringify(forged)]);
    commit("forged");
    expect(rulesOf(await report())).toEqual(["broken-chain"]);
  });

  it("are told when all of them were made anew, once they were anchored", async () => {
    const { bed, check, commit, lines, put } = await published();
    await ok(bed.writ(["verify", "--anchor"]));
    const { createHash } = await import("node:crypto");
    let prev: string | null = null;
    const anew = lines.map((line) => {
      const record = JSON.parse(line);
      record.timestamp = "2020-01-01T00:00:00.000Z";
      const { v, writer, seq, prev: _, ...rest } = record.metadata;
      const text = JSON.stringify({ ...record, metadata: { ...rest, v, writer, seq, prev } });
      prev = `sha256:${createHash("sha256").update(text).digest("hex")}`;
      return text;
    });
    await put(anew);
    commit("anew");
    const { out, code } = await bed.writ(["check", "main..HEAD", "--json"]);
    expect(code).toBe(1);
    const anchored = ofRule(JSON.parse(out), "broken-chain");
    expect(anchored.map(({ message }) => message).join()).toContain("is not the one that was anchored");
    expect((await check(["origin/main..HEAD"])).out).toContain("Records were removed or changed");
  });

  it("may be erased on purpose, which is told", async () => {
    const { bed, commit, report } = await published();
    bed.git("branch", "--quiet", "--force", "main", "feature");
    await ok(bed.writ(["erase", "--session", "s-1", "--yes"]));
    commit("erased");
    const found = await report();
    expect(found.ok, JSON.stringify(found.findings)).toBe(true);
    expect(rulesOf(found)).toEqual(["record-erased"]);
    expect(found.findings[0]).toMatchObject({ severity: "warn", message: expect.stringMatching(/by p-\w+, script/) });
  });

  it("cannot be erased before anybody judged what they record", async () => {
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/login.ts", login);
    commit();
    expect(await report()).toMatchObject({ ok: true });
    await ok(bed.writ(["erase", "--session", "s-1", "--yes"]));
    commit("erased");
    expect(rulesOf(await report())).toEqual(["no-intent", "record-erased"]);
  });

  it("do no harm when they hold anything but records", async () => {
    const { commit, check, lines, put } = await published();
    const odd = [
      {
        id: "a",
        timestamp: "2026-01-01T00:00:00Z",
        decision: "closed",
        session: "s",
        intent: "INT-001",
        evidence: 1,
        globs: "x",
        contents: [],
        metadata: { writer: "w", v: 1, seq: 1, prev: null },
      },
      {
        id: "b",
        timestamp: "x",
        vcs: {},
        files: [{ relative_path: "src/auth/login.ts", conversations: 3 }],
        metadata: { files: { "src/auth/login.ts": 7 }, ticket: {}, writer: "w", v: 1, seq: 2, prev: "x" },
      },
      [1],
      null,
    ];
    await put([...lines, ...odd.map((value) => JSON.stringify(value)), "{", ""]);
    commit("odd");
    const { code, out, err } = await check(["origin/main..HEAD"]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toContain("broken-chain");
  });
});
