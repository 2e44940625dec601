import { describe, expect, it } from "vitest";
import { intents, ofRule, ok, rulesOf, startWork } from "./bed.ts";

const observe = "mode: observe\n";
const login = "export const login = 2;\nexport const more = 3;\n";

describe("an agent's lines", () => {
  it("pass under their intent, inside of its scope, also beside a person's", async () => {
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/login.ts", login);
    await bed.put("src/auth/human.ts", "one\ntwo\n");
    commit();
    const { ok: passed, findings, summary } = await report();
    expect({ passed, findings }).toEqual({ passed: true, findings: [] });
    expect(summary).toMatchObject({
      lines: { ai: 2, human: 2, unknown: 0 },
      intents: [{ id: "INT-001", name: "Login", status: "IN_PROGRESS", lines: 2, files: 1, quick: false }],
    });
  });

  it("fail without an intent, and it is said that nobody refused them", async () => {
    const { bed, report, commit } = await startWork({}, { config: observe });
    const { startAgent } = await import("../scenarios/harness.ts");
    await startAgent(bed).session("s-2").write("src/auth/new.ts", "a\nb\n");
    commit();
    const found = await report();
    expect(rulesOf(found)).toEqual(["no-intent", "not-enforced"]);
    expect(ofRule(found, "no-intent")).toMatchObject([{ severity: "error", path: "src/auth/new.ts", lines: [[1, 2]] }]);
    expect(found.ok).toBe(false);
  });

  it.each([
    ["that is gone", intents.replace(/ {2}- id: INT-001[\s\S]*?(?= {2}- id: INT-002)/, ""), "unknown-intent"],
    ["that is only proposed", intents.replace("status: IN_PROGRESS", "status: PROPOSED"), "proposed-intent"],
    [
      "that is a quick one",
      intents.replace(
        'owned_scope: ["src/auth/**"]',
        'owned_scope: ["src/auth/**"]\n    quick: {expires_at: "2030-01-01T00:00:00Z", max_files: 5, max_lines: 200}',
      ),
      "quick-intent",
    ],
  ])("fail under an intent %s", async (_, yaml, rule) => {
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/login.ts", login);
    await bed.put(".orchestration/active_intents.yaml", yaml);
    commit();
    const found = await report();
    expect(found.findings).toContainEqual(
      expect.objectContaining({ rule, severity: "error", path: "src/auth/login.ts", intent: "INT-001" }),
    );
    expect(found.ok).toBe(false);
  });

  it("fail outside of the scope, line by line, also where the file is gone now", async () => {
    const files = { "src/billing/a.ts": "one\ntwo\nthree\n", "src/billing/b.ts": "x\n" };
    const { bed, claude, commit, report } = await startWork(files, { config: observe });
    await claude.read("src/billing/a.ts");
    await claude.edit("src/billing/a.ts", "two", "TWO");
    const { rmSync } = await import("node:fs");
    await claude.bash("rm src/billing/b.ts", () => rmSync(`${bed.root}/src/billing/b.ts`));
    commit();
    const found = await report();
    expect(ofRule(found, "out-of-scope")).toMatchObject([
      { path: "src/billing/a.ts", lines: [[2, 2]], intent: "INT-001" },
      { path: "src/billing/b.ts", lines: [] },
    ]);
  });

  it("fail where the scope was narrowed behind them", async () => {
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/login.ts", login);
    await bed.put(".orchestration/active_intents.yaml", intents.replace("src/auth/**", "src/auth/logout/**"));
    commit();
    const [finding] = ofRule(await report(), "out-of-scope");
    expect(finding?.message).toContain("any more");
  });

  it("only warn where a person moved them out of the scope, and not with their word", async () => {
    const { bed, claude, commit, report } = await startWork(undefined, { config: "assurance: {sensitive: script}\n" });
    await claude.write("src/auth/a.ts", login);
    commit();
    await bed.put("src/core/a.ts", login);
    bed.git("rm", "--quiet", "src/auth/a.ts");
    commit("moved");
    expect((await report()).findings).toMatchObject([
      { rule: "out-of-scope", severity: "warn", path: "src/core/a.ts" },
    ]);
    await ok(bed.writ(["approve", "--file", "src/core/a.ts", "--yes"]));
    bed.git("commit", "--quiet", "--allow-empty", "--message", "agreed");
    expect((await report()).findings).toEqual([]);
  });

  it("are told from a text that attributes call binary", async () => {
    const { bed, claude, commit, report } = await startWork({ "src/billing/a.ts": "one\n" }, { config: observe });
    await claude.read("src/billing/a.ts");
    await claude.write("src/billing/a.ts", "one\ntwo\n");
    await bed.put(".gitattributes", "*.ts binary\n");
    commit();
    expect(ofRule(await report(), "out-of-scope")).toMatchObject([{ path: "src/billing/a.ts", lines: [[2, 2]] }]);
  });
});

describe("a scope that grew", () => {
  it("is shown with who accepted it", async () => {
    const { bed, claude, commit, report } = await startWork();
    await ok(bed.writ(["intent", "edit", "INT-001", "--add-scope", "src/session/**"]));
    await claude.write("src/session/a.ts", "a\n");
    commit();
    const found = await report();
    expect(rulesOf(found)).toEqual(["scope-widened"]);
    expect(found).toMatchObject({ ok: true, findings: [{ severity: "note", intent: "INT-001" }] });
  });

  it("is shown with who accepted it also where that was before the change", async () => {
    const { bed, claude, commit, report } = await startWork();
    await ok(bed.writ(["intent", "edit", "INT-001", "--add-scope", "src/session/**"]));
    commit();
    bed.git("branch", "--quiet", "--force", "main", "feature");
    await claude.write("src/session/a.ts", "a\n");
    commit("work");
    const { findings, summary } = await report();
    expect(findings).toEqual([]);
    expect(summary.intents).toMatchObject([{ id: "INT-001", by: expect.stringMatching(/^p-\w+$/) }]);
  });

  it("is told where nobody's word for it is on record", async () => {
    const { bed, claude, commit, report } = await startWork();
    await bed.put(".orchestration/active_intents.yaml", intents.replace("src/auth/**", "**"));
    await claude.write("src/anything.ts", "a\n");
    commit();
    const found = await report();
    expect(ofRule(found, "scope-unapproved")).toMatchObject([{ severity: "error", intent: "INT-001" }]);
    expect(found.findings[0]?.message).toContain("INT-001 may do more since this change: **");
  });

  it("only warns where the base says so", async () => {
    const { bed, commit, report } = await startWork({}, { config: "check: {rules: {scope-unapproved: warn}}\n" });
    await bed.put(".orchestration/active_intents.yaml", intents.replace("src/auth/**", "**"));
    commit();
    expect(await report()).toMatchObject({ ok: true, findings: [{ rule: "scope-unapproved", severity: "warn" }] });
  });
});

describe("when nobody watched", () => {
  it("a pause is shown, and what was done in it is judged all the same", async () => {
    const { bed, claude, commit, report } = await startWork({ "src/billing/a.ts": "one\n" });
    await ok(bed.writ(["pause", "30m", "--reason", "hurry"]));
    await claude.read("src/billing/a.ts");
    await claude.write("src/billing/a.ts", "one\ntwo\n");
    commit();
    const found = await report();
    expect(rulesOf(found)).toEqual(["not-enforced", "out-of-scope", "pause"]);
    expect(ofRule(found, "pause")[0]?.message).toMatch(/^Writ was paused from \S+ until \S+ by p-\w+\.$/);
  });

  it("an alarm that nobody acknowledged fails", async () => {
    const { bed, claude, commit, report } = await startWork();
    await claude.bash("npm test", () => bed.put(".mcp.json", "{}\n"));
    await claude.write("src/auth/login.ts", login);
    commit();
    const found = await report();
    expect(ofRule(found, "open-alarm")).toMatchObject([{ path: ".mcp.json", severity: "error" }]);
    expect(ofRule(found, "protected-path")).toMatchObject([{ path: ".mcp.json" }]);
    await ok(bed.writ(["alarms", "acknowledge", "--all"]));
    await claude.edit("src/auth/login.ts", "2", "3");
    commit("seen");
    expect(ofRule(await report(), "open-alarm")).toEqual([]);
  });

  it("an alarm of this working copy is none of a commit that was made before", async () => {
    const { bed, claude, commit } = await startWork();
    await claude.write("src/auth/login.ts", login);
    commit();
    expect(await bed.writ(["check", "main..feature"])).toMatchObject({ code: 0 });
    await claude.bash("npm test", () => bed.put(".mcp.json", "{}\n"));
    expect(await bed.writ(["verify"])).toMatchObject({ code: 1 });
    expect(await bed.writ(["check", "main..feature"])).toMatchObject({ code: 0 });
    const { findings } = JSON.parse((await bed.writ(["check", "--work-tree", "--json"])).out);
    expect(findings).toMatchObject(expect.arrayContaining([expect.objectContaining({ rule: "open-alarm" })]));
  });

  it("a file that a command changed elsewhere fails, until a person says that it belongs there", async () => {
    const config = "assurance: {sensitive: script}\n";
    const { bed, claude, commit, report } = await startWork({ "src/billing/a.ts": "one\n" }, { config });
    await claude.bash("npm test", () => bed.put("src/billing/a.ts", "one\ntwo\n"));
    await claude.write("src/auth/login.ts", login);
    commit();
    const found = await report();
    expect(ofRule(found, "stray")).toMatchObject([{ path: "src/billing/a.ts", intent: "INT-001" }]);
    expect(found.summary.strays).toMatchObject([{ path: "src/billing/a.ts", committed: true }]);
    await bed.put("src/billing/a.ts", "one\ntwo\nthree\n");
    await ok(bed.writ(["approve", "--file", "src/billing/a.ts", "--yes"]));
    commit("belongs there");
    expect(rulesOf(await report())).not.toContain("stray");
    await bed.put("src/billing/a.ts", "one\ntwo\nthree\nfour\n");
    commit("something else");
    expect(rulesOf(await report())).toContain("stray");
  });

  it("a commit that an agent signed and nobody recorded fails", async () => {
    const { bed, commit, report } = await startWork();
    await bed.put("src/auth/unseen.ts", "a\nb\n");
    commit("feat: more\n\nCo-Authored-By: Claude <noreply@anthropic.com>");
    const found = await report();
    expect(ofRule(found, "untraced-agent")).toMatchObject([{ path: "src/auth/unseen.ts", lines: [[1, 2]] }]);
    expect(found.ok).toBe(false);
  });

  it("the same where the agent did more than what is recorded, or hides it in a merge", async () => {
    const signed = "\n\nCo-Authored-By: Claude <noreply@anthropic.com>";
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/login.ts", login);
    commit("recorded");
    await bed.put("src/auth/login.ts", `${login}const unseen = "by anybody";\n`);
    commit(`not recorded${signed}`);
    bed.git("switch", "--quiet", "main");
    await bed.put("m.txt", "m\n");
    commit("main goes on");
    bed.git("switch", "--quiet", "feature");
    bed.git("merge", "--quiet", "--no-commit", "--no-ff", "main");
    await bed.put("src/evil.ts", "evil\n");
    commit(`merge${signed}`);
    expect(ofRule(await report(), "untraced-agent")).toMatchObject([
      { path: "src/auth/login.ts", lines: [[3, 3]], severity: "error" },
      { path: "src/evil.ts", severity: "error" },
    ]);
  });

  it("a person's file that an agent commits with its own is only a warning, and none with their word", async () => {
    const { bed, claude, commit, report } = await startWork({}, { config: "assurance: {sensitive: script}\n" });
    await claude.write("src/auth/login.ts", login);
    await bed.put("docs/readme.md", "by a person\n");
    commit("both\n\nCo-Authored-By: Claude <noreply@anthropic.com>");
    expect(ofRule(await report(), "untraced-agent")).toMatchObject([{ path: "docs/readme.md", severity: "warn" }]);
    await ok(bed.writ(["approve", "--file", "docs/readme.md", "--yes"]));
    await ok(bed.writ(["publish", "--all"]));
    commit("their word");
    expect(rulesOf(await report())).toEqual([]);
  });

  it("a commit that an agent signed and that is recorded passes, and so does one that only speaks of agents", async () => {
    const { bed, claude, commit, report } = await startWork();
    await claude.write("src/auth/login.ts", login);
    commit("feat: login\n\nCo-Authored-By: Claude <noreply@anthropic.com>");
    await bed.put("docs/claude.md", "x\n");
    commit("docs: write to noreply@anthropic.com about Claude\n\nCo-Authored-By: Ada <ada@example.com>");
    expect(await report()).toMatchObject({ ok: true, findings: [] });
  });
});
