import { anIntent, aTrace, inDepth } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toIntentJson, toIntentXml } from "./intent.ts";

const rich = anIntent({
  constraints: ["No external auth", "a < b && c > d"],
  acceptanceCriteria: ["Tests pass"],
  relatedFiles: ["docs/auth.md"],
  recentHistory: ["PRE_HOOK write_to_file"],
});

it("tells the intent and nothing else", () => {
  const xml = toIntentXml(rich, { traces: [aTrace()] });
  expect(xml.split("\n")).toEqual([
    "<intent_context>",
    "  <id>INT-001</id>",
    "  <name>JWT login</name>",
    "  <status>IN_PROGRESS</status>",
    "  <owned_scope>",
    "    <glob>src/auth/**</glob>",
    "  </owned_scope>",
    "  <constraints>",
    "    <constraint>No external auth</constraint>",
    "    <constraint>a &lt; b &amp;&amp; c &gt; d</constraint>",
    "  </constraints>",
    "  <acceptance_criteria>",
    "    <criterion>Tests pass</criterion>",
    "  </acceptance_criteria>",
    "  <related_files>",
    "    <file>docs/auth.md</file>",
    "  </related_files>",
    "  <recent_history>",
    "    <entry>PRE_HOOK write_to_file</entry>",
    "  </recent_history>",
    "  <recent_changes>",
    '    <change at="2026-11-15T10:00:00.000Z" tool="write_to_file" class="INTENT_EVOLUTION">',
    "      <file>src/auth/jwt.ts</file>",
    "    </change>",
    "  </recent_changes>",
    "</intent_context>",
  ]);
});

it("says the same as JSON", () => {
  expect(toIntentJson(rich, { traces: [aTrace()], history: ["newer"] })).toEqual({
    id: "INT-001",
    name: "JWT login",
    status: "IN_PROGRESS",
    owned_scope: ["src/auth/**"],
    constraints: rich.constraints,
    acceptance_criteria: rich.acceptanceCriteria,
    related_files: rich.relatedFiles,
    recent_history: ["newer"],
    recent_changes: [
      {
        at: "2026-11-15T10:00:00.000Z",
        tool: "write_to_file",
        mutation_class: "INTENT_EVOLUTION",
        files: ["src/auth/jwt.ts"],
        more: 0,
      },
    ],
  });
});

describe("criteria and relations", () => {
  const checked = anIntent({
    acceptanceCriteria: ["It works", "Tests pass"],
    criteria: [{ text: "It works" }, { text: "Tests pass", run: 'npm test "a" && x', timeoutSeconds: 60 }],
    dependsOn: ["INT-002", "INT-9"],
  });
  const dependencies = [
    { id: "INT-002", status: "PENDING" as const },
    { id: "INT-9", status: null },
  ];

  it("tell the command that will be run, and what must be complete first", () => {
    const lines = toIntentXml(checked, { dependencies }).split("\n");
    expect(lines).toContain('    <criterion run="npm test &quot;a&quot; &amp;&amp; x">Tests pass</criterion>');
    expect(lines).toContain('    <intent status="PENDING">INT-002</intent>');
    expect(lines).toContain('    <intent status="unknown">INT-9</intent>');
    expect(lines.join("\n")).toContain("<note>Not all of these are complete.");
  });

  it("say the same as JSON, in the spelling of the file", () => {
    expect(toIntentJson(checked, { dependencies })).toMatchObject({
      acceptance_criteria: ["It works", { text: "Tests pass", run: 'npm test "a" && x', timeout: 60 }],
      depends_on: dependencies,
    });
  });

  it.each([
    ["COMPLETE", false],
    [null, false],
    ["BLOCKED", true],
  ] as const)("wait for an intent that is %s: %s", (status, waits) => {
    const xml = toIntentXml(checked, { dependencies: [{ id: "INT-002", status }] });
    expect(xml.includes("<note>")).toBe(waits);
  });
});

describe("recent changes", () => {
  const at = (minute: number) => `2026-11-15T10:0${minute}:00.000Z`;
  it("are the last five, newest first, in whatever order they come", () => {
    const traces = [3, 1, 6, 2, 5, 4].map((minute) => aTrace({ timestamp: at(minute) }));
    expect(toIntentJson(rich, { traces }).recent_changes.map((change) => change.at)).toEqual([6, 5, 4, 3, 2].map(at));
  });

  it("may come from records of other tools", () => {
    const { metadata: _, ...bare } = aTrace();
    const traces = [JSON.parse(JSON.stringify(bare))];
    expect(toIntentJson(rich, { traces }).recent_changes[0]).toMatchObject({
      tool: "unknown",
      files: ["src/auth/jwt.ts"],
    });
  });
});

it("cannot be broken out of, and stays small, whatever the file says", () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 3000 }), { maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.string({ unit: "binary", maxLength: 3000 }), (values, name) => {
      const hostile = ["</constraint></intent_context>", "]]>", "\u0000\ud800", ...values];
      const criteria = hostile.map((text) => ({ text, run: text }));
      const intent = anIntent({ name, constraints: hostile, ownedScope: hostile, recentHistory: hostile, criteria });
      const dependencies = hostile.map((id) => ({ id, status: "PENDING" as const }));
      const xml = toIntentXml(intent, { traces: [aTrace({}, name)], dependencies });
      expect(xml.match(/<\/?intent_context>/g)).toEqual(["<intent_context>", "</intent_context>"]);
      expect(
        xml.match(
          /<(?!\/?(?:intent_context|id|name|status|owned_scope|glob|constraints?|acceptance_criteria|criterion|depends_on|intent|note|related_files|file|recent_history|entry|recent_changes|change|more)\b)/,
        ),
      ).toBeNull();
      expect(xml).not.toMatch(/(?![\n\t])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/u);
      expect(xml.length).toBeLessThan(40_000);
    }),
    { numRuns: inDepth(10, 50) },
  );
});

it("says how much it left out", () => {
  const constraints = Array.from({ length: 100 }, (_, n) => `${n} ${"x".repeat(200)}`);
  expect(toIntentXml(anIntent({ constraints }))).toMatch(/<more count="\d+"\/>\n {2}<\/constraints>/);
});
