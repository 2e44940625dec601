import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, folder, guarded, json, ok, repository } from "./cli-bed.ts";
import { governed, startAgent } from "./harness.ts";

const files = {
  "ABILITY.md": `# Abilities

| Id | Type | Scope | When to use | Registry path |
|---|---|---|---|---|
| billing_regression | workflow | billing | Before a billing release | [entry](.system/registry/high-level/billing.yaml) |
| signup_e2e | workflow | signup | To test the signup flow end to end | .system/registry/high-level/signup.yaml |

| Operation key | Kind | Scope | Summary | Registry path |
|---|---|---|---|---|
| billing.test | script | billing | Runs one billing test | .system/registry/low-level/billing.test.yaml |
`,
  ".system/registry/high-level/billing.yaml": `id: billing_regression
type: workflow
summary: Runs the full billing regression suite
callable_operations: [billing.test]
routing_hints:
  keywords: [regression]
  examples: [run every billing regression test]
`,
  ".system/registry/high-level/signup.yaml": `id: signup_e2e
type: workflow
summary: Signup end-to-end tests
routing_hints: { examples: [check that people can still sign up] }
`,
  ".system/registry/low-level/billing.test.yaml": "operation_key: billing.test\nkind: script\nsummary: Runs one test\n",
};

async function described(bed: Bed, more: Readonly<Record<string, string>> = {}): Promise<Bed> {
  for (const [path, content] of Object.entries({ ...files, ...more })) await bed.put(path, content);
  return bed;
}

describe("writ abilities", () => {
  it("list shows what every place describes, also where Writ was never set up", async () => {
    const bed = await described(await repository(), {
      ".claude/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDFs\n---\n",
    });
    const out = await ok(bed.writ(["abilities", "list"], { cwd: join(bed.root, "src") }));
    expect(out.split("\n").map((line) => line.split(/\s{2,}/)[0])).toEqual([
      "billing.test",
      "billing_regression",
      "pdf",
      "signup_e2e",
      "",
    ]);
    expect(await json(bed.writ(["abilities", "list", "--kind", "skill", "--json"]))).toMatchObject([
      { id: "pdf", level: "high", summary: "Reads PDFs", when_to_use: [], source: ".claude/skills/pdf/SKILL.md" },
    ]);
  });

  it("show tells everything and where from", async () => {
    const bed = await described(await repository());
    const out = await ok(bed.writ(["abilities", "show", "billing_regression"]));
    expect(out).toContain("Runs the full billing regression suite");
    expect(out).toContain(".system/registry/high-level/billing.yaml:1 (registry)");
    expect(out).toContain("ABILITY.md:5 (table)");
    expect(out).toContain("billing.test");
    expect(await json(bed.writ(["abilities", "show", "billing.test", "--json"]))).toMatchObject({
      id: "billing.test",
      from: [{ origin: "registry" }, { origin: "table", file: "ABILITY.md", line: 10 }],
      use: null,
    });
    const unknown = await bed.writ(["abilities", "show", "biling_regression"]);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("Did you mean billing_regression?")]);
  });

  it.each([
    ["I need to run the full billing regression tests", "billing_regression"],
    ["Run the full billing regression tests for me.", "billing_regression"],
    ["test signup flow end-to-end", "signup_e2e"],
  ])("suggest answers %j with %s, a reason and a source", async (request, id) => {
    const bed = await described(await repository());
    const [first] = (await json(bed.writ(["abilities", "suggest", request, "--json"]))) as Record<string, unknown>[];
    expect(first).toMatchObject({ id, reason: expect.stringMatching(/\w/), source: expect.stringContaining(".yaml") });
    expect(await ok(bed.writ(["abilities", "suggest", ...request.split(" ")]))).toMatch(new RegExp(`^${id}  \\d+ %  `));
  });

  it("suggest says nothing where nothing fits, and wants a request and a known stage", async () => {
    const bed = await described(await repository());
    expect(await ok(bed.writ(["abilities", "suggest", "thanks, have a nice evening"]))).toContain(
      "No ability here fits",
    );
    expect(await json(bed.writ(["abilities", "suggest", "thanks", "--json"]))).toEqual([]);
    expect((await bed.writ(["abilities", "suggest"])).code).toBe(2);
    expect((await bed.writ(["abilities", "suggest", "--stage", "later", "x"])).code).toBe(2);
  });

  it("refuses a kind nobody has, and a limit of nothing", async () => {
    const bed = await described(await repository());
    expect(await bed.writ(["abilities", "list", "--kind", "agnt"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("There are workflow, agent, skill, script, mcp, api."),
    });
    expect(await ok(bed.writ(["abilities", "list", "--kind", "mcp"]))).toBe("No ability here is a mcp.\n");
    expect((await bed.writ(["abilities", "suggest", "--limit", "0", "x"])).code).toBe(2);
  });

  it("list says which findings it counts", async () => {
    const bed = await described(await repository(), { ".system/registry/high-level/x.yaml": "id: x\nsumary: y\n" });
    const { err } = await bed.writ(["abilities", "list"]);
    expect(err).toBe("1 finding while reading the files; these, and what does not fit together: writ abilities lint\n");
    expect((await bed.writ(["abilities", "lint"])).out).toMatch(/\d findings \(0 errors, \d warnings\)\.\n$/);
  });

  it("lint is content with what fits together", async () => {
    const bed = await described(await repository());
    expect(await ok(bed.writ(["abilities", "lint"]))).toBe("3 abilities, all fine.\n");
  });

  it("lint names file, line and reason, and ends with 1 when there are errors", async () => {
    const bed = await described(await repository(), {
      ".system/registry/high-level/signup.yaml":
        "id: signup_e2e\nsumary: x\nsummary: Signup\ncallable_operations: [nope]\n",
      ".system/registry/high-level/twin.yaml": "id: billing_regression\nsummary: Another\n",
    });
    const { code, out } = await bed.writ(["abilities", "lint"]);
    expect(code).toBe(1);
    expect(out).toContain(
      '.system/registry/high-level/signup.yaml:2: warning: unknown key "sumary"; it is ignored. Did you mean summary?',
    );
    expect(out).toContain(".system/registry/high-level/signup.yaml:1: error: signup_e2e may call nope");
    expect(out).toContain(".system/registry/high-level/twin.yaml:1: error: billing_regression is described in");
    const said = await bed.writ(["abilities", "lint", "--json"]);
    expect([said.code, JSON.parse(said.out)]).toMatchObject([1, { ok: false, abilities: 3 }]);
  });

  it("usage is a table, most used first, and knows what nobody used", async () => {
    const bed = await described(await repository(), {
      ".system/cache/ability_usage.json": JSON.stringify({
        signup_e2e: { count: 2, failures: 1, lastUsed: "2026-01-02T00:00:00Z", totalMs: 3000 },
        "billing.test": { count: 9, failures: 0, lastUsed: "2026-01-03T00:00:00Z", totalMs: 90 },
      }),
    });
    const rows = (await ok(bed.writ(["abilities", "usage"]))).split("\n").map((line) => line.split(/\s{2,}/));
    expect(rows.slice(0, 3)).toEqual([
      ["ID", "USES", "FAILED", "MEAN TIME", "LAST USED"],
      ["billing.test", "9", "0", "10ms", "2026-01-03T00:00:00Z"],
      ["signup_e2e", "2", "1", "2s", "2026-01-02T00:00:00Z"],
    ]);
    expect(await json(bed.writ(["abilities", "usage", "--unused", "--json"]))).toEqual(["billing_regression"]);
  });

  it("leaves no trace in git, and none at all without .system/", async () => {
    const bed = await described(await guarded());
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--no-verify", "--message", "abilities");
    await ok(bed.writ(["abilities", "list"]));
    expect(bed.git("status", "--porcelain")).toBe("");
    const plain = await folder();
    await plain.put("ABILITY.md", files["ABILITY.md"]);
    await ok(plain.writ(["abilities", "list"]));
    expect(Object.keys(await plain.snapshot())).toEqual(["ABILITY.md"]);
  });

  it("shows text of a repository so that it cannot touch the terminal", async () => {
    const bed = await repository();
    await bed.put("ABILITY.md", "| Id | Summary |\n|---|---|\n| a\u001b[2J | \u202egnp.exe |\n");
    const out = await ok(bed.writ(["abilities", "list"]));
    expect(out).toContain("a\\e[2J");
    for (const mark of ["\u001b", "\u202e"]) expect(out).not.toContain(mark);
  });

  it("survives what odd repositories hold", async () => {
    const bed = await repository();
    await bed.put("ABILITY.md", "|".repeat(3 * 1024 * 1024));
    await bed.put(".system/registry/high-level/a.yaml", "[".repeat(100_000));
    await bed.put(".claude/skills/skill-rules.json", "{");
    symlinkSync("..", join(bed.root, ".claude/skills/up"));
    symlinkSync("/etc/passwd", join(bed.root, "AGENTS.md"));
    const { code, out, err } = await bed.writ(["abilities", "lint"]);
    expect([code, err]).toEqual([1, ""]);
    for (const file of ["ABILITY.md", "a.yaml", "skill-rules.json", "AGENTS.md"]) expect(out).toContain(`${file}:`);
    expect(out).not.toContain("root:");
  });

  it("is open to an agent's own shell", async () => {
    const bed = await governed(files);
    const session = startAgent(bed).session("s1");
    for (const line of [
      "writ abilities list",
      'writ abilities suggest "run the billing tests"',
      "writ abilities show signup_e2e --json",
      "writ abilities lint",
      "writ abilities usage",
      "writ knowledge lint",
      'writ knowledge route --stage plan "checks"',
    ]) {
      expect([line, (await session.before("Bash", { command: line })).says]).toEqual([line, "pass"]);
    }
  });
});
