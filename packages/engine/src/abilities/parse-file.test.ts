import { describe, expect, it } from "vitest";
import { parseAbilityFile } from "./parse-file.ts";
import { abilityFileOf } from "./which-file.ts";

const read = (file: string, text: string) => parseAbilityFile(text, file);
const one = (file: string, text: string) => read(file, text).descriptions[0];

describe("which file", () => {
  it.each([
    ["ABILITY.md", "table"],
    ["services/billing/ability.md", "table"],
    [".system/registry/high-level/a.yaml", "high"],
    [".system/registry/low-level/b.yml", "low"],
    ["services/x/.system/registry/low-level/b.yml", "low"],
    [".system/registry/config/c.yaml", null],
    [".claude/skills/pdf/SKILL.md", "skill"],
    [".claude/skills/office/pdf/SKILL.md", "skill"],
    [".claude/skills/pdf/reference/a/SKILL.md", null],
    [".agents/skills/pdf/skill.md", "skill"],
    [".claude/agents/reviewer.md", "agent"],
    [".claude/agents/README.md", null],
    [".claude/skills/skill-rules.json", "rules"],
    ["doc/agent-triggers.yaml", "triggers"],
    ["AGENTS.md", "agents-file"],
    ["src/AGENTS.md", null],
    ["docs/skills/x/SKILL.md", null],
  ])("%s: %s", (path, expected) => {
    expect(abilityFileOf(path)).toBe(expected);
  });
});

describe("ABILITY.md", () => {
  it("has two tables, in any order and case of columns", () => {
    const { descriptions, findings } = read(
      "services/billing/ABILITY.md",
      [
        "# Abilities",
        "| WHEN TO USE | id | Type | scope | Registry Path |",
        "|---|---|---|---|---|",
        "| Run the *full* suite \\| slow | `billing_regression` | Workflow | billing, payments | [entry](../../.system/registry/high-level/b.yaml) |",
        "",
        "| Operation key | Kind | Scope | Summary | Registry path |",
        "|---|---|---|---|---|",
        "| billing.invoice.create | api | — | Makes an invoice | .system/registry/low-level/i.yaml |",
        "|  |  |  | no key |  |",
      ].join("\n"),
    );
    expect(descriptions).toMatchObject([
      {
        id: "billing_regression",
        level: "high",
        kind: "workflow",
        whenToUse: ["Run the *full* suite | slow"],
        modules: ["billing", "payments"],
        registryPath: "../../.system/registry/high-level/b.yaml",
        line: 4,
      },
      { id: "billing.invoice.create", level: "low", kind: "api", operationKey: "billing.invoice.create", modules: [] },
    ]);
    expect(findings).toMatchObject([
      { line: 9, severity: "error", message: "the row has nothing under Operation key." },
    ]);
  });

  it("is told about when it has no such table, and other tables in it are left alone", () => {
    const text = "| Id | Colour |\n|---|---|\n| a | red |\n";
    expect(read("ABILITY.md", text)).toMatchObject({ descriptions: [], findings: [{ severity: "warning" }] });
  });
});

describe("registries", () => {
  it("give everything a high-level entry says", () => {
    const text = `
id: billing_regression
type: workflow
version: 1.2
summary: Runs the billing regression suite
scope: { modules: [billing], environments: [dev, staging] }
callable_operations: [billing.test.run, { operation_key: billing.report }]
routing_hints:
  keywords: [billing, regression]
  negative_keywords: unit
  scopes: [payments]
  examples: [I need to run the full billing regression tests]
hooks: { pre_call: [x] }
`;
    expect(one(".system/registry/high-level/b.yaml", text)).toMatchObject({
      id: "billing_regression",
      origin: "registry",
      kind: "workflow",
      version: "1.2",
      line: 2,
      modules: ["billing", "payments"],
      environments: ["dev", "staging"],
      operations: ["billing.test.run", "billing.report"],
      negativeKeywords: ["unit"],
      examples: ["I need to run the full billing regression tests"],
    });
    expect(read(".system/registry/high-level/b.yaml", text).findings).toEqual([]);
  });

  it("may hold several entries, and each fault has its line", () => {
    const text = "- operation_key: a.b\n  kind: shell\n  sumary: x\n- summary: nobody\n- just text\n";
    const { descriptions, findings } = read(".system/registry/low-level/x.yaml", text);
    expect(descriptions.map(({ id }) => id)).toEqual(["a.b"]);
    expect(findings.map(({ line, severity, message }) => `${line} ${severity} ${message}`)).toEqual([
      '3 warning unknown key "sumary"; it is ignored. Did you mean summary?',
      "2 warning kind shell is none of script, mcp, api.",
      "4 error it has no operation_key, so nobody can name it.",
      "5 error an ability is written as keys and values.",
    ]);
  });

  it.each([[""], ["# nothing yet\n"], ["a: [\n"], ["- - - -"]])("says why %j describes nothing", (text) => {
    const { descriptions, findings } = read(".system/registry/high-level/x.yaml", text);
    expect(descriptions).toEqual([]);
    expect(findings.length).toBeGreaterThan(0);
  });
});

describe("skills and agents", () => {
  it.each([
    [
      ".claude/skills/pdf/SKILL.md",
      "---\nname: pdf-tools\ndescription: Reads PDFs.\n---\n# x\n",
      "pdf-tools",
      "Reads PDFs.",
    ],
    [".claude/skills/pdf/SKILL.md", "# PDF\n\nReads **PDFs**.\n", "pdf", "Reads PDFs."],
    [".claude/skills/pdf/SKILL.md", "---\ndescription: Use when: PDFs\n---\n", "pdf", "Use when: PDFs"],
    [".claude/skills/pdf/SKILL.md", "---\nname: [\ndescription: PDFs\n---\n", "pdf", "PDFs"],
    [".claude/skills/pdf/SKILL.md", "---\nname: '--'\ndescription: PDFs\n---\n", "pdf", "PDFs"],
    [".claude/agents/reviewer.md", "---\ndescription: >\n  Reviews\n  code\n---\n", "reviewer", "Reviews code"],
    [".github/agents/planner.agent.md", "", "planner", null],
  ])("%s", (file, text, id, summary) => {
    expect(one(file, text)).toMatchObject({ id, summary });
  });

  it("get words and patterns from skill-rules.json, comments or not", () => {
    const text = `{ // ours
      "version": "1.0",
      "skills": {
        "backend": { "type": "domain", "priority": "HIGH",
          "promptTriggers": { "keywords": ["route", "controller"], "intentPatterns": ["(create|add).*?(route)"] } },
      }
    }`;
    expect(one(".claude/skills/skill-rules.json", text)).toMatchObject({
      id: "backend",
      line: 4,
      keywords: ["route", "controller"],
      patterns: ["(create|add).*?(route)"],
      priority: "high",
    });
  });

  it("get words from agent-triggers.yaml, which also names documents", () => {
    const text =
      "triggers:\n  db:\n    priority: critical\n    prompt_triggers: {keywords: [migration]}\n    load_documents: [{path: /doc/db.md, priority: high}]\n";
    expect(one("agent-triggers.yaml", text)).toMatchObject({
      id: "db",
      keywords: ["migration"],
      documents: ["/doc/db.md"],
      priority: "critical",
    });
  });
});

describe("AGENTS.md", () => {
  it("names abilities only under headings that say so", () => {
    const text = [
      "# Project",
      "- `npm test`: not under a heading about commands",
      "## Commands",
      "- `npm run build:billing` - builds the billing service",
      "- run `npm test` before you push",
      "```sh",
      "- `rm -rf /`: in a code block",
      "```",
      "## Skills",
      "- **pdf**: reads PDFs",
      "- [deploy](skills/deploy.md) – ships it",
      "- Always be kind: to people",
      "## Rules",
      "- **never**: push to main",
    ].join("\n");
    expect(read("AGENTS.md", text).descriptions.map(({ id, level, kind }) => [id, level, kind])).toEqual([
      ["npm run build:billing", "low", "script"],
      ["pdf", "high", "skill"],
      ["deploy", "high", "skill"],
    ]);
  });

  it("may list skills in tags, as installers write them", () => {
    const text = "<available_skills>\n<skill>\n<name>pdf</name>\n<description>Reads\nPDFs</description>\n</skill>\n";
    expect(one("AGENTS.md", text)).toMatchObject({ id: "pdf", summary: "Reads PDFs", line: 2 });
  });
});

it.each([
  ["ABILITY.md"],
  [".system/registry/high-level/x.yaml"],
  [".claude/skills/x/SKILL.md"],
  [".claude/skills/skill-rules.json"],
  ["agent-triggers.yaml"],
  ["AGENTS.md"],
])("%s may hold anything at all", (file) => {
  const odd = [
    "",
    "\u0000",
    "[]",
    "null",
    "1",
    '"x"',
    "{}",
    "---",
    "---\n---\n",
    "- a\n- [",
    "| | |\n|-|-|\n",
    "<skill>",
    "skills: 1",
  ];
  for (const text of odd) expect(() => read(file, text)).not.toThrow();
});

it.each([
  ["references", ".system/registry/high-level/x.yaml", (at: number) => `- &a${at} x\n- *a${at}\n`],
  ["keys", ".system/registry/high-level/x.yaml", (at: number) => `k${at}: 1\n`],
  ["rows", "ABILITY.md", (at: number) => `${at === 0 ? "| Id | Summary |\n|---|---|\n" : ""}| a${at} | b |\n`],
  ["tags", "AGENTS.md", (at: number) => `<skill><name>a${at}</name></skill>\n`],
  ["folded lines", ".claude/skills/x/SKILL.md", (at: number) => (at === 0 ? "---\na: b: c\n" : " x\n")],
  ["rules", ".claude/skills/skill-rules.json", (at: number) => `${at === 0 ? '{"skills":{' : ""}"a${at}":{},\n`],
])("a quarter of a megabyte of %s is read in good time", (_, file, line) => {
  let text = "";
  for (let at = 0; text.length < 250_000; at += 1) text += line(at);
  const started = performance.now();
  const { descriptions, findings } = read(file, text);
  expect(performance.now() - started).toBeLessThan(4000);
  expect(descriptions.length).toBeLessThanOrEqual(1000);
  expect(descriptions.length + findings.length).toBeGreaterThan(0);
});

it.each([
  [
    "---\nname: a\ndescription: d\nwhen_to_us: x\n---\n",
    ['4 unknown key "when_to_us"; it is ignored. Did you mean when_to_use?'],
  ],
  ["---\nname: a\ndescription: d\nallowed-tools: x\nmodel: y\nwhen-to-use: z\nlicense: MIT\n---\n", []],
])("a skill's front matter may hold other keys, but not misspelt ones: %j", (text, said) => {
  const { findings } = read(".claude/skills/a/SKILL.md", text);
  expect(findings.map(({ line, message }) => `${line} ${message}`)).toEqual(said);
});
