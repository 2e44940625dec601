import type { Intent } from "@writ/contracts";
import { inDepth } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readIntents } from "./parse.ts";

const file = ".orchestration/active_intents.yaml";
const read = (text: string | Uint8Array) =>
  readIntents(file, typeof text === "string" ? new TextEncoder().encode(text) : text);

function intentsOf(text: string): Intent[] {
  const result = read(text);
  if (result.state !== "ok") throw new Error(JSON.stringify(result));
  return result.intents;
}

const only = (text: string): Intent => {
  const [intent] = intentsOf(text);
  if (intent === undefined) throw new Error("no intent");
  return intent;
};

describe("the root in every shape of the wild", () => {
  const entry = "{id: A, name: X}";
  it.each([
    [`active_intents: [${entry}]`],
    [`version: 2\nactive_intents:\n  - ${entry}\nupdated: today`],
    [`intents: [${entry}]`],
    [`activeIntents: [${entry}]`],
    [`intent_ledger: [${entry}]`],
    [`- ${entry}`],
    [`[${entry}]`],
    ["A: {name: X}"],
    ["active_intents: {A: {title: X}}"],
    [`---\n- ${entry}\n...\n`],
    [`\uFEFF- ${entry}`],
    ["active_intents:\r\n  - id: A\r\n    name: X\r\n"],
    ['{"active_intents": [{"id": "A", "name": "X"}]}'],
  ])("%j", (text) => {
    expect(intentsOf(text)).toMatchObject([{ id: "A", name: "X", status: "PENDING", ownedScope: [] }]);
  });

  it.each([
    "",
    "\n",
    "# only a comment\n",
    "---\n",
    "active_intents:",
    "active_intents: []",
    "[]",
    "{}",
    "~",
    "version: 1",
  ])("%j holds no intents", (text) => {
    expect(read(text)).toEqual({ state: "ok", intents: [], findings: [] });
  });
});

describe("fields in every spelling of the wild", () => {
  it.each<[string, Partial<Intent>]>([
    ["intent_id: A", { id: "A" }],
    ["intentId: A", { id: "A" }],
    ["id: 007", { id: "007" }],
    ["{id: A, title: T}", { name: "T" }],
    ["{id: A, title: T, description: D}", { name: "T" }],
    ["{id: A, description: D}", { name: "D" }],
    ["{id: A, name: 1.10}", { name: "1.10" }],
    ["{id: A}", { name: "A" }],
    ["{id: A, ownedScope: [a, b]}", { ownedScope: ["a", "b"] }],
    ["{id: A, owned_scopes: [a]}", { ownedScope: ["a"] }],
    ["{id: A, scope: src/**}", { ownedScope: ["src/**"] }],
    ["{id: A, scope: [[a, b], c]}", { ownedScope: ["a", "b", "c"] }],
    ['{id: A, scope: "a\\nb\\n"}', { ownedScope: ["a", "b"] }],
    ["{id: A, scope: [a, ~, '', ' b ']}", { ownedScope: ["a", "b"] }],
    ["{id: A, owned_scope: ~}", { ownedScope: [] }],
    ["{id: A, constraints: one}", { constraints: ["one"] }],
    ["{id: A, acceptanceCriteria: [x]}", { acceptanceCriteria: ["x"] }],
    [
      "{id: A, acceptance_criteria: [{run: npm test}]}",
      { acceptanceCriteria: ["npm test"], criteria: [{ text: "npm test", run: "npm test" }] },
    ],
    [
      "{id: A, acceptance_criteria: [x, {text: T, run: npm test, timeout: 2m}]}",
      {
        acceptanceCriteria: ["x", "T"],
        criteria: [{ text: "x" }, { text: "T", run: "npm test", timeoutSeconds: 120 }],
      },
    ],
    ["{id: A, depends_on: [B, ' C ']}", { dependsOn: ["B", "C"] }],
    ["{id: A, dependsOn: B}", { dependsOn: ["B"] }],
    ["{id: A, acceptance_criteria: [{id: 1, text: Works, done: no}]}", { acceptanceCriteria: ["Works"] }],
    ["{id: A, acceptance_criteria: [{Must: {not: [x]}}]}", { acceptanceCriteria: ['Must: "not: [\\"x\\"]"'] }],
    ["{id: A, relatedFiles: a.ts}", { relatedFiles: ["a.ts"] }],
    ["{id: A, history: [PRE_HOOK x]}", { recentHistory: ["PRE_HOOK x"] }],
    [
      "{id: A, quick: {expires_at: 2026-01-02, max_files: 3, max_lines: 9}}",
      { quick: { expiresAt: "2026-01-02T00:00:00.000Z", maxFiles: 3, maxLines: 9 } },
    ],
    [
      "{id: A, quick: {expiresAt: 2026-01-02T03:04:05Z, maxFiles: 3, maxLines: 9}}",
      { quick: { expiresAt: "2026-01-02T03:04:05.000Z", maxFiles: 3, maxLines: 9 } },
    ],
  ])("%s", (entry, expected) => {
    expect(only(`- ${entry}`)).toMatchObject(expected);
  });

  it.each([
    ["PENDING", "PENDING"],
    ["created", "PENDING"],
    ["OPEN", "PENDING"],
    ["Planned", "PENDING"],
    ["to-do", "PENDING"],
    ["IN_PROGRESS", "IN_PROGRESS"],
    ["in-progress", "IN_PROGRESS"],
    ["In Progress", "IN_PROGRESS"],
    ["active", "IN_PROGRESS"],
    ["BLOCKED", "BLOCKED"],
    ["on hold", "BLOCKED"],
    ["COMPLETE", "COMPLETE"],
    ["COMPLETED", "COMPLETE"],
    ["done", "COMPLETE"],
    ["nonsense", "BLOCKED"],
  ])("status %s is %s", (word, status) => {
    expect(only(`- {id: A, status: ${word}}`)).toMatchObject({ status });
    expect(only(`- {id: A, status: ${word}}`)).not.toHaveProperty("proposed");
  });

  it.each(["PROPOSED", "draft"])("status %s grants nothing yet", (word) => {
    expect(only(`- {id: A, status: ${word}}`)).toMatchObject({ status: "PENDING", proposed: true });
  });

  it("follows anchors, aliases and merges", () => {
    const [first, second] = intentsOf("- &a\n  id: A\n  scope: &s [x]\n- <<: *a\n  id: B\n  scope: [*s, y]\n");
    expect(first).toMatchObject({ id: "A", ownedScope: ["x"] });
    expect(second).toMatchObject({ id: "B", ownedScope: ["x", "y"] });
  });

  it("takes __proto__ and constructor for what they are: ids", () => {
    expect(intentsOf("__proto__: {scope: a}\nconstructor: {scope: b}\n").map((intent) => intent.id)).toEqual([
      "__proto__",
      "constructor",
    ]);
  });
});

describe("what a person should look at is told with its line", () => {
  it.each([
    ["- id: A\n  status: foo\n", 2, "error", "unknown status"],
    ["- name: X\n", 1, "error", "has no id"],
    ['- id: "a\\tb"\n', 1, "error", "control characters"],
    ["foo: 1\n", 1, "warning", "no key active_intents (found: foo)"],
    ["- id: A\n  scope: [a]\n  owned_scope: [b]\n", 2, "warning", "scope is ignored"],
    ["- id: A\n  scope:\n    - a\n    - {b: c}\n", 4, "error", "must be text"],
    ["- id: A\n  scope:\n    - a\n    - !src/x/**\n", 4, "warning", "needs quotes"],
    ["- id: A\n  quick: yes\n", 2, "error", "counts as expired"],
    ["intents: []\nactive_intents: []\n", 1, "error", "intents is ignored"],
    ["A:\n  id: B\n", 2, "error", "A is what counts"],
  ])("%j", (text, line, severity, message) => {
    const result = read(text);
    expect(result).toMatchObject({ state: "ok", findings: [{ line, severity }] });
    expect(result.state === "ok" && result.findings[0]?.message).toContain(message);
  });

  it("keeps an exclusion that lacks its quotes: dropping it would widen the scope", () => {
    expect(only("- id: A\n  scope: [src/**, !src/secret/**]\n").ownedScope).toEqual(["src/**", "!src/secret/**"]);
  });

  it("gives a quick intent without readable limits none at all", () => {
    expect(only("- {id: A, quick: {max_files: many}}").quick).toMatchObject({ maxFiles: 0, maxLines: 0 });
  });

  it("tells bad globs, of which it knows nothing itself", () => {
    const text = "- id: A\n  scope:\n    - src/**\n    - '[z-a]'\n";
    const result = readIntents(file, new TextEncoder().encode(text), (glob) =>
      glob.startsWith("[") ? "empty range" : null,
    );
    expect(result).toMatchObject({ state: "ok", findings: [{ line: 4, severity: "error" }] });
  });
});

describe("a file that cannot be used closes the gate, and says where", () => {
  const bomb = [
    "a: &a [x, x]",
    ..."bcdefghi".split("").map((key, index) => {
      const before = "abcdefghi"[index];
      return `${key}: &${key} [${Array.from({ length: 9 }, () => `*${before}`).join(",")}]`;
    }),
    "intents: [{id: A, scope: *i}]",
  ].join("\n");

  it.each<[string, string | Uint8Array, number, string]>([
    ["no YAML", "active_intents: [\n", 2, "not valid YAML"],
    ["a tab", "active_intents:\n\t- id: A\n", 2, "Tabs"],
    ["a key twice", "- id: A\n  id: B\n", 2, "unique"],
    ["an id twice", "- id: A\n- id: B\n- id: A\n", 3, "intent A is there twice (first in line 1)"],
    ["a text for an entry", "- id: A\n- B\n", 2, "not an intent"],
    ["nothing for an entry", "- id: A\n-\n", 2, "not an intent"],
    ["a text for the file", "hello\n", 1, "text"],
    ["a text for the list", "active_intents: none yet\n", 1, "must be a list"],
    ["no key we know", "agents:\n  - id: A\n", 1, "no key active_intents (found: agents)"],
    ["two documents", "- id: A\n---\n- id: B\n", 2, "more than one YAML document"],
    ["an alias for nothing", "- id: A\n  scope:\n    - *.ts\n", 3, 'write "*.ts" if it is a glob'],
    ["an alias bomb", bomb, 2, "too many values"],
    ["a circle", "x: &x [*x]\nintents: [{id: A, scope: *x}]", 1, "too many values"],
    ["deep brackets", "[".repeat(50_000), 0, "nested too deeply"],
    ["deep dashes", "- ".repeat(50_000), 0, "nested too deeply"],
    ["NUL", "- id: A\n- id: \0\n", 2, "NUL"],
    ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x41]), 0, "UTF-8"],
  ])("%s", (_, text, line, reason) => {
    const result = read(text);
    expect(result).toMatchObject({ state: "invalid", file, findings: [{ line, severity: "error" }] });
    expect(result.state === "invalid" && result.reason).toContain(reason);
    if (line > 0) expect(result.state === "invalid" && result.reason).toContain(`line ${line}: `);
  });

  it("never throws, whatever the file holds", () => {
    const pieces = fc.constantFrom(
      "- ",
      "id: ",
      "A",
      "\n",
      "  ",
      "[",
      "]",
      "{",
      "}",
      ":",
      "*a",
      "&a ",
      "!x",
      "|",
      ">",
      "#",
      '"',
      "'",
      "\t",
      "---",
      "%",
      "<<: ",
      "intents:",
      "scope: ",
      "\r\n",
      "\u2028",
      "~",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        expect(["ok", "invalid"]).toContain(read(parts.join("")).state);
      }),
      { numRuns: inDepth(200, 1000) },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => ["ok", "invalid"].includes(read(bytes).state)));
  });
});

describe("commands and relations that cannot be", () => {
  const findings = (text: string) => {
    const result = read(text);
    return result.state === "ok" ? result.findings.map(({ line, severity, message }) => [line, severity, message]) : [];
  };

  it.each([
    ["- id: A\n  criteria:\n    - run: [npm, test]", 3, "run must be a command"],
    ["- id: A\n  criteria:\n    - run: '  '\n      text: T", 3, "run must be a command"],
    ["- id: A\n  criteria:\n    - run: npm test\n      timeout: soon", 4, "timeout must be a time"],
    ["- id: A\n  criteria:\n    - run: npm test\n      timeout: 9999h", 4, "timeout must be a time"],
    ["- id: A\n  depends_on: [A]", 2, "depends on itself: A → A"],
    ["- id: A\n  depends_on:\n    - {x: y}", 3, "must be text"],
  ])("%j is an error in line %d", (text, line, said) => {
    expect(findings(text)).toEqual([[line, "error", expect.stringContaining(said)]]);
  });

  it("tells an intent that is not there", () => {
    expect(findings("- id: A\n  depends_on: [B]")).toEqual([
      [2, "warning", expect.stringContaining("A depends on B, which is not there")],
    ]);
  });

  it("names the whole circle, for each intent in it and for no other", () => {
    const circle = "- {id: A, depends_on: [B]}\n- {id: B, depends_on: [C]}\n- {id: C, depends_on: [A]}\n";
    expect(findings(`${circle}- {id: D, depends_on: [A]}\n`).map(([, , message]) => message)).toEqual([
      expect.stringContaining("A → B → C → A"),
      expect.stringContaining("B → C → A → B"),
      expect.stringContaining("C → A → B → C"),
    ]);
  });
});
