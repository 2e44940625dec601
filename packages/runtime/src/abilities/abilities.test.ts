import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { lintAbilities } from "./lint.ts";
import { readAbilities, readAbilitySources } from "./read.ts";
import { suggestAbilities } from "./suggest.ts";
import { readPrior, readUsage } from "./usage.ts";

function repository(files: Record<string, string>) {
  const made = scratch(files, null);
  onTestFinished(made.remove);
  return made;
}

const registry = `id: billing_regression
type: workflow
summary: Runs the full billing regression suite
callable_operations: [billing.test]
routing_hints:
  keywords: [regression]
  examples: [run all billing regression tests]
`;
const tables = `| Id | Type | Scope | When to use | Registry path |
|---|---|---|---|---|
| billing_regression | workflow | billing | Before a billing release | .system/registry/high-level/billing.yaml |
| signup_e2e | workflow | signup | To test the signup flow end to end | |
`;
const operation = "operation_key: billing.test\nkind: script\nsummary: Runs billing's tests\n";
const files = {
  "ABILITY.md": tables,
  ".system/registry/high-level/billing.yaml": registry,
  ".system/registry/low-level/billing.test.yaml": operation,
  ".claude/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads and fills PDF forms\n---\n",
  ".claude/skills/skill-rules.json": '{"skills":{"pdf":{"promptTriggers":{"keywords":["form"]},"priority":"high"}}}',
};

describe("abilities of a repository", () => {
  it("are read from every place, as one where the id is the same", async () => {
    const { root } = repository(files);
    const { abilities, findings } = await readAbilities(root);
    expect(findings).toEqual([]);
    expect(abilities).toMatchObject([
      { id: "billing.test", level: "low", operationKey: "billing.test" },
      { id: "billing_regression", whenToUse: ["Before a billing release"], modules: ["billing"] },
      { id: "pdf", kind: "skill", keywords: ["form"], priority: "high", source: ".claude/skills/pdf/SKILL.md" },
      { id: "signup_e2e", summary: "To test the signup flow end to end" },
    ]);
  });

  it("are the same list until something changes", async () => {
    const { root, write } = repository(files);
    await new Promise((done) => setTimeout(done, 150));
    await readAbilitySources(root);
    const [one, two] = [await readAbilitySources(root), await readAbilitySources(root)];
    expect(two).toBe(one);
    write(".claude/skills/new/SKILL.md", "---\ndescription: New\n---\n");
    expect((await readAbilities(root)).abilities.map(({ id }) => id)).toContain("new");
  });

  it("still count when others cannot be read", async () => {
    const { root, write } = repository({ ...files, ".system/registry/high-level/broken.yaml": "id: [\n" });
    symlinkSync("/etc/hostname", join(root, ".system/registry/high-level/out.yaml"));
    mkdirSync(join(root, ".system/registry/high-level/folder.yaml"));
    write("services/a/ABILITY.md", new Uint8Array(2 * 1024 * 1024).fill(124));
    write(
      "services/b/ABILITY.md",
      Buffer.from("| Id | Summary |\r\n|---|---|\r\n| größe | L\u00e4nge |\r\n", "latin1"),
    );
    const { abilities, findings } = await readAbilities(root);
    expect(abilities.map(({ id }) => id)).toEqual(["billing.test", "billing_regression", "größe", "pdf", "signup_e2e"]);
    expect(findings.map(({ file, severity }) => `${severity} ${file}`)).toEqual([
      "error .system/registry/high-level/broken.yaml",
      "error .system/registry/high-level/out.yaml",
      "error services/a/ABILITY.md",
      "warning services/b/ABILITY.md",
    ]);
  });

  it("are none in an empty repository", async () => {
    const { root } = repository({});
    expect(await readAbilities(root)).toEqual({ abilities: [], findings: [] });
    expect(await suggestAbilities(root, "anything")).toEqual([]);
  });

  it("stand still before references that multiply, and before ten thousand files", async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"].map((key, at) => `${key}: &${key} [${Array(9).fill(`*${"abcdefghi"[at]}`).join(",")}]`).join("\n")}\n`;
    const { root } = repository({ ".system/registry/high-level/bomb.yaml": bomb });
    mkdirSync(join(root, ".system/registry/low-level"));
    for (let at = 0; at < 10_000; at += 1) {
      writeFileSync(join(root, `.system/registry/low-level/${at}.yaml`), `operation_key: op.${at}\nsummary: s\n`);
    }
    const { abilities, findings } = await readAbilities(root);
    expect(abilities.length).toBeGreaterThan(1900);
    expect(abilities.length).toBeLessThanOrEqual(2000);
    expect(findings.some(({ file }) => file.endsWith("bomb.yaml"))).toBe(true);
  });
});

describe("lint", () => {
  it("is content with what fits together", async () => {
    const { root } = repository({
      ...files,
      "ABILITY.md": `${tables.split("\n").slice(0, 3).join("\n")}\n\n| Operation key | Summary | Registry path |\n|---|---|---|\n| billing.test | Tests | [x](.system/registry/low-level/billing.test.yaml) |\n`,
    });
    expect(await lintAbilities(root)).toEqual({ findings: [], abilities: 3 });
  });

  it("finds dead ends with their lines, in the order of files", async () => {
    const { root } = repository({
      "ABILITY.md": tables.replace("billing.yaml", "gone.yaml"),
      ".system/registry/high-level/billing.yaml": registry.replace("billing.test", "billing.tset"),
      ".system/registry/low-level/billing.test.yaml": operation,
    });
    const { findings } = await lintAbilities(root);
    expect(findings.filter(({ severity }) => severity === "error")).toMatchObject([
      { file: ".system/registry/high-level/billing.yaml", line: 1 },
      { file: "ABILITY.md", line: 3 },
    ]);
  });
});

describe("use", () => {
  it("is counted, and weighs a little with what hooks suggest", async () => {
    const { root } = repository({
      ".system/cache/ability_usage.json": JSON.stringify({
        a: { count: 5, failures: 1, lastUsed: "2026-01-01T00:00:00Z", totalMs: 10 },
        odd: "x",
        none: { count: 0 },
      }),
      ".system/cache/matcher_suggestions.json": JSON.stringify({ a: { frequent_usage: 0.7 }, b: { x: -3 }, c: 7 }),
    });
    expect(await readUsage(root)).toEqual({
      a: { count: 5, failures: 1, lastUsed: "2026-01-01T00:00:00Z", totalMs: 10 },
    });
    expect(await readPrior(root)).toEqual({ a: 11, b: 0 });
  });

  it.each([["{"], ["[]"], ["null"]])("does not trip over %s", async (content) => {
    const { root } = repository({ ".system/cache/ability_usage.json": content });
    expect(await readUsage(root)).toEqual({});
  });
});

describe("suggestions", () => {
  it.each([
    ["I need to run the full billing regression tests", "billing_regression"],
    ["Run the full billing regression tests for me.", "billing_regression"],
    ["test signup flow end-to-end", "signup_e2e"],
  ])("%s: %s", async (message, id) => {
    const { root } = repository(files);
    const [first] = await suggestAbilities(root, message);
    expect(first).toMatchObject({ id });
    expect(first?.reason).not.toBe("");
  });

  it("leave out what is for another environment", async () => {
    const { root } = repository({
      ".system/registry/high-level/a.yaml": `${registry}scope: { environments: [staging] }\n`,
    });
    const message = "run the billing regression suite";
    expect(await suggestAbilities(root, message, { environment: "staging" })).toHaveLength(1);
    expect(await suggestAbilities(root, message, { environment: "production" })).toEqual([]);
  });
});
