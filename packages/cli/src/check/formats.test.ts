import type { CheckFinding, CheckReport } from "@writ/contracts";
import { checkRuleNames } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { paintFor } from "../text/paint.ts";
import { formats } from "./formats.ts";
import { code, plain } from "./markdown-words.ts";
import type { Drawing } from "./render.ts";

const drawing: Drawing = { paint: paintFor(false), prefix: "", version: "1.2.3" };
const aFinding = (about: Partial<CheckFinding> = {}): CheckFinding => ({
  rule: "out-of-scope",
  severity: "error",
  path: "src/a.ts",
  lines: [
    [3, 5],
    [9, 9],
  ],
  message: "src/a.ts was changed under INT-001, whose scope does not cover it.",
  hint: "Take the change out.",
  fingerprint: "0123456789abcdef",
  ...about,
});
const aReport = (findings: readonly CheckFinding[]): CheckReport => ({
  ok: findings.every(({ severity }) => severity !== "error"),
  base: "a".repeat(40),
  head: "b".repeat(40),
  findings: [...findings],
  summary: {
    files: 2,
    lines: { ai: 4, human: 1, unknown: 0 },
    intents: [
      { id: "INT-001", name: "Login", status: "IN_PROGRESS", lines: 4, files: 1, quick: false, by: "p-1" },
      { id: "INT-404", name: null, status: null, lines: 1, files: 1, quick: false, by: null },
    ],
    approvals: [
      { ticket: "T-1", by: "p-1", assurance: "tty", risk: "sensitive", at: "2026-01-01T00:00:00Z", paths: ["a", "b"] },
    ],
    strays: [{ path: "src/s.ts", intent: "INT-001", session: "s", at: "2026-01-01T00:00:00Z", committed: true }],
    counts: { error: findings.length, warn: 0, note: 0 },
  },
});

/** Names and words that whoever made a change may choose. */
const hostile = "a`b|c<script>alert(1)</script>\n::error::x ](http://evil) @everyone #1 \u202e%0A,:";
const hostileReport = aReport([aFinding({ path: hostile, message: hostile, hint: hostile, intent: hostile })]);
hostileReport.summary.intents = [
  { id: hostile, name: hostile, status: "COMPLETE", lines: 1, files: 1, quick: true, by: hostile },
];

it("a name gives no build server a command, and programs get it back as it is", () => {
  const name = "src/##vso[task.complete result=Succeeded;]###[x].ts";
  const report = aReport([aFinding({ path: name, message: name, hint: name })]);
  for (const form of ["text", "json", "sarif", "gitlab"] as const)
    expect(formats[form](report, drawing), form).not.toContain("##");
  expect(JSON.parse(formats.json(report, drawing)).findings[0].path).toBe(name);
});

it("a name that is no text is a place in SARIF all the same", () => {
  const sarif = formats.sarif(aReport([aFinding({ path: "src/u\udcff\ud800.ts" })]), drawing);
  expect(sarif).toContain('"src/u%FF%EF%BF%BD.ts"');
});

describe("text", () => {
  it("is grouped by rule, with places, what to do, and the result", () => {
    expect(
      formats.text(aReport([aFinding(), aFinding({ path: "src/b.ts", lines: [] })]), drawing),
    ).toBe(`error An agent's lines outside of their intent's scope (out-of-scope, 2)
  - src/a.ts:3-5, 9 was changed under INT-001, whose scope does not cover it.
  - src/b.ts  src/a.ts was changed under INT-001, whose scope does not cover it.
    Take the change out.

2 files changed in aaaaaaaaaa..bbbbbbbbbb; new lines: 4 by agents, 1 by people; under INT-001, INT-404; 1 approval.
Failed: 2 errors.`);
  });

  it("has no line that begins with what somebody chose, and hides nothing", () => {
    const text = formats.text(hostileReport, drawing);
    expect(text).not.toMatch(/^\s*::/m);
    expect(text).toContain("\\u{202e}");
  });
});

describe("github", () => {
  it("is a workflow command a finding, at its lines", () => {
    const [line] = formats.github(aReport([aFinding()]), drawing).split("\n");
    expect(line).toBe(
      "::error file=src/a.ts,line=3,endLine=5,title=writ out-of-scope%3A An agent's lines outside of their intent's scope::src/a.ts was changed under INT-001, whose scope does not cover it.%0AAlso in lines 9.%0ATake the change out.",
    );
  });

  it("spells out what would end a command or begin another", () => {
    const lines = formats.github(hostileReport, { ...drawing, prefix: "packages/x/" }).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error file=packages\/x\/a`b\|c<script>alert\(1\)<\/script>%0A%3A%3Aerror%3A%3Ax/);
    expect(lines[0]).toContain("%250A%2C%3A,line=3");
    const [, message = ""] = /title=[^:]*::(.*)$/.exec(lines[0] ?? "") ?? [];
    expect(message).toContain("\\u{202e}");
    expect(message).not.toMatch(/\p{Cf}|\p{Cc}/u);
  });

  it("shows as many as GitHub does, and counts the rest", () => {
    const many = Array.from({ length: 25 }, (_, at) => aFinding({ path: `src/${at}.ts` }));
    const lines = formats.github(aReport(many), drawing).split("\n");
    expect(lines.filter((line) => line.startsWith("::error "))).toHaveLength(10);
    expect(lines.at(-1)).toBe("writ check failed: 25 errors, 0 warnings, 0 notes. 15 more are not shown here.");
  });
});

describe("sarif", () => {
  const message = z.strictObject({ text: z.string().check(z.minLength(1)) });
  const location = {
    physicalLocation: z.strictObject({
      artifactLocation: z.strictObject({ uri: z.string().check(z.regex(/^[\w./%!*'()~-]+$/)), uriBaseId: z.string() }),
      region: z.strictObject({ startLine: z.int().check(z.gte(1)), endLine: z.int().check(z.gte(1)) }),
    }),
  };
  const level = z.enum(["none", "note", "warning", "error"]);
  /** What SARIF 2.1.0 lets these objects have, and nothing else. */
  const Sarif = z.strictObject({
    $schema: z.url(),
    version: z.literal("2.1.0"),
    runs: z.array(
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: z.string(),
            semanticVersion: z.string(),
            rules: z.array(
              z.strictObject({
                id: z.string(),
                name: z.string(),
                shortDescription: message,
                help: message,
                defaultConfiguration: z.strictObject({ level }),
                properties: z.strictObject({ tags: z.array(z.string()) }),
              }),
            ),
          }),
        }),
        automationDetails: z.strictObject({ id: z.string() }),
        columnKind: z.enum(["utf16CodeUnits", "unicodeCodePoints"]),
        invocations: z.array(z.strictObject({ executionSuccessful: z.boolean(), exitCode: z.int() })),
        properties: z.record(z.string(), z.unknown()),
        results: z.array(
          z.strictObject({
            ruleId: z.string(),
            ruleIndex: z.int().check(z.gte(0)),
            level,
            message,
            locations: z.array(z.strictObject(location)).check(z.minLength(1)),
            relatedLocations: z.optional(z.array(z.strictObject({ id: z.int().check(z.gte(0)), ...location }))),
            partialFingerprints: z.record(z.string(), z.string()),
          }),
        ),
      }),
    ),
  });

  it.each([
    ["one finding", aReport([aFinding()])],
    ["none", aReport([])],
    ["one about no file", aReport([aFinding({ path: null, lines: [] })])],
    ["one with a hostile name", hostileReport],
  ])("is what the format allows, with %s", (_, report) => {
    const sarif = Sarif.parse(JSON.parse(formats.sarif(report, drawing)));
    const [run] = sarif.runs;
    expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(checkRuleNames);
    for (const { ruleId, ruleIndex } of run?.results ?? []) expect(checkRuleNames[ruleIndex]).toBe(ruleId);
  });

  it("says where, and by what the finding is known again", () => {
    const { runs } = Sarif.parse(JSON.parse(formats.sarif(aReport([aFinding({ path: "src/ä b.ts" })]), drawing)));
    expect(runs[0]?.results[0]).toMatchObject({
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "src/%C3%A4%20b.ts" },
            region: { startLine: 3, endLine: 5 },
          },
        },
      ],
      relatedLocations: [{ id: 1, physicalLocation: { region: { startLine: 9 } } }],
      partialFingerprints: { "writCheck/v1": "0123456789abcdef" },
    });
  });
});

it("gitlab is a code quality report, with an entry of its own for each place", () => {
  const entry = z.strictObject({
    description: z.string(),
    check_name: z.string(),
    fingerprint: z.string(),
    severity: z.enum(["info", "minor", "major", "critical", "blocker"]),
    location: z.strictObject({ path: z.string(), lines: z.strictObject({ begin: z.int().check(z.gte(1)) }) }),
  });
  const report = z
    .array(entry)
    .parse(
      JSON.parse(formats.gitlab(aReport([aFinding(), aFinding({ path: null, lines: [], fingerprint: "x" })]), drawing)),
    );
  expect(report.map(({ location, fingerprint }) => [location.path, location.lines.begin, fingerprint])).toEqual([
    ["src/a.ts", 3, "0123456789abcdef"],
    ["src/a.ts", 9, "0123456789abcdef-1"],
    [".orchestration/active_intents.yaml", 1, "x"],
  ]);
});

it("json is the report itself", () => {
  expect(JSON.parse(formats.json(hostileReport, drawing))).toEqual(hostileReport);
});

describe("markdown", () => {
  it("tells the intents, what strayed and who approved, and is known again by its first line", () => {
    const text = formats.markdown(aReport([aFinding()]), drawing);
    expect(text.split("\n")[0]).toBe("<!-- writ-check -->");
    expect(text).toContain("| <code>INT-001</code> | Login | IN&#95;PROGRESS | 4 | 1 | <code>p-1</code> |");
    expect(text).toContain("| <code>INT-404</code> | *not there* |");
    expect(text).toContain("| <code>src/s.ts</code> | <code>INT-001</code> |");
    expect(text).toContain("| <code>T-1</code> | <code>p-1</code> | tty | sensitive |");
  });

  it("is known again by where its workspace is", () => {
    const first = (prefix: string) => formats.markdown(aReport([]), { ...drawing, prefix }).split("\n")[0];
    expect(first("packages/x/")).toBe("<!-- writ-check packages%2Fx%2F -->");
    expect(first("a-->\n/")).toBe("<!-- writ-check a%2D%2D%3E%0A%2F -->");
    const sarif = JSON.parse(formats.sarif(aReport([]), { ...drawing, prefix: "packages/x/" }));
    expect(sarif.runs[0].automationDetails).toEqual({ id: "writ/check/packages/x/" });
  });

  it("is text and nothing else, whatever things are called", () => {
    const text = formats.markdown(hostileReport, drawing);
    expect(text.replaceAll(/<\/?(?:code|sub)>|<!-- (?:writ-check )?-->/g, "")).not.toMatch(/[<`]/);
    expect(text).not.toContain("](");
    expect(text).not.toMatch(/[@#](?!<!-- -->|\d+;|## Writ|# Writ| Writ)/);
    expect(text.split("\n").filter((line) => line.startsWith("|"))).toHaveLength(3 + 3 + 3);
  });

  it.each([
    ["a*b_c", "a&#42;b&#95;c"],
    ["@ada", "@<!-- -->ada"],
    ["see #12", "see #<!-- -->12"],
    ["fix #12; done", "fix #<!-- -->12; done"],
    ["GH-1", "GH<!-- -->-1"],
    ["http://x.y", "http&#58;//x.y"],
    ["Form only: renamed, at 5: done", "Form only: renamed, at 5: done"],
    [":smile: :", "&#58;smile: &#58;"],
    [": a", "&#58; a"],
    ["www.x.y at 12:30", "www&#46;x.y at 12:30"],
    ["- 1. a", "&#45; 1. a"],
    ["1. a", "1&#46; a"],
  ])("%s becomes %s", (text, escaped) => {
    expect(plain(text)).toBe(escaped);
  });

  it.each([
    ["a.ts", "<code>a.ts</code>"],
    ["a`b", "<code>a&#96;b</code>"],
    ["a|b", "<code>a&#124;b</code>"],
    ["##vso[x]", "<code>&#35;&#35;vso&#91;x&#93;</code>"],
  ])("the name %s is set as %s", (text, set) => {
    expect(code(text)).toBe(set);
  });
});
