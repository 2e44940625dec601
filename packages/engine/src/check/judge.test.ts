import { type DecisionRecord, defaultConfig, type Intent, type TraceRecord } from "@writ/contracts";
import { anIntent } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { agentIn } from "./agents.ts";
import type { CheckedFile, CheckFacts, SidecarAt } from "./facts.ts";
import { mergeSpans } from "./finding.ts";
import { gateOf } from "./gate.ts";
import { judgeChange } from "./judge.ts";
import { shellWord } from "./shell-word.ts";

const chain = { v: 1, writer: "w", seq: 1, prev: null } as const;
const anAgentsFile = (about: Partial<CheckedFile> = {}): CheckedFile => ({
  path: "src/auth/a.ts",
  op: "modify",
  spans: [{ span: [1, 2], author: "ai", intent: "INT-001", trace: "t-1" }],
  hash: "sha256:now",
  isFile: true,
  blob: "b2",
  blobBefore: "b1",
  ...about,
});
const aTrace = (metadata: Partial<TraceRecord["metadata"]> = {}): TraceRecord => ({
  id: "t-1",
  timestamp: "2026-01-01T00:00:00Z",
  vcs: { revision_id: "x" },
  files: [],
  metadata: {
    ...chain,
    agent: "claude-code",
    session: "s-1",
    tool: "Edit",
    tool_name: "edit",
    invocation_id: "i",
    call_id: "c",
    intent: "INT-001",
    mutation_class: "INTENT_EVOLUTION",
    files: { "src/auth/a.ts": { op: "modify", before: "sha256:was", after: "sha256:now", removed: 0 } },
    lines: {},
    ...metadata,
  },
});
const aDecision = (about: Partial<DecisionRecord>): DecisionRecord => ({
  id: `d-${JSON.stringify(about).length}`,
  timestamp: "2026-01-01T00:00:00Z",
  decision: "approved",
  agent: "claude-code",
  session: "s-1",
  intent: "INT-001",
  metadata: chain,
  ...about,
});
const login: Intent = anIntent({ id: "INT-001", status: "IN_PROGRESS", ownedScope: ["src/auth/**"] });
const signedCommit = { id: "c".repeat(40), agent: "Codex", nth: 0 };
const left = { blob: "b2", added: new Set<string>(), untold: 0 };
const widened = ["error scope-unapproved"];
/** Scopes as they were and are, and what is found. */
const scopes: [name: string, was: string[], now: string[], rules: string[]][] = [
  ["a scope that is one file of what it was", ["src/auth/**"], ["src/auth/login.ts"], []],
  ["a scope that is a folder of what it was", ["src/auth/**"], ["src/auth/a/**"], []],
  ["a scope that is some files of what it was", ["src/auth/**"], ["src/auth/*.ts"], []],
  ["a scope within what it was and not near what was left out", ["src/**", "!src/keys/**"], ["src/auth/**"], []],
  ["a scope with what was left out", ["src/**", "!src/keys/**"], ["src/keys/a/**"], widened],
  ["a scope with what was left out around it", ["src/**", "!src/auth/keys/**"], ["src/auth/**"], widened],
  ["a folder where it owned only files", ["src/*"], ["src/auth"], widened],
  ["a scope beside what it was", ["src/auth/**"], ["src/auth2/**"], widened],
  ["a scope above what it was", ["src/auth/**"], ["src/**"], widened],
];
const aSidecar = (about: Partial<SidecarAt> = {}): SidecarAt => ({
  exists: true,
  intentsFile: ".orchestration/active_intents.yaml",
  intents: [login],
  config: defaultConfig,
  faults: [],
  ...about,
});
const facts = (about: Partial<CheckFacts> = {}): CheckFacts => ({
  parted: "a",
  guarded: [],
  head: "b",
  files: [anAgentsFile()],
  before: aSidecar(),
  now: aSidecar(),
  into: defaultConfig,
  traces: [aTrace()],
  decisions: [],
  answers: [],
  accepted: [],
  ledger: [],
  commits: [],
  cameWith: new Map(),
  places: new Map(),
  ...about,
});
const found = (about: Partial<CheckFacts>): string[] =>
  judgeChange(facts(about)).findings.map(({ rule, severity }) => `${severity} ${rule}`);

it("has nothing to say about an agent's lines in the scope of an intent", () => {
  expect(found({})).toEqual([]);
});

describe("what is found", () => {
  const ticket = { ticket: "T-1" };
  const imported = { imported: { format: "agent-trace", at: "2026-01-02T00:00:00Z" } } as const;
  const yes = aDecision({ ticket: "T-1", by: "p-1", assurance: "tty", risk: "sensitive" });
  const elsewhere = [anAgentsFile({ path: "src/billing/a.ts" })];
  const traces = [
    aTrace({ files: { "src/billing/a.ts": { op: "modify", before: "sha256:was", after: "sha256:now", removed: 0 } } }),
  ];
  const grant = (session: string) =>
    aDecision({ decision: "expanded", session, globs: ["src/billing/**"], ticket: "T-2" });
  const granted = aDecision({ ticket: "T-2", by: "p-1", assurance: "tty", risk: "expansion" });
  const bare = { ...login, status: "COMPLETE" as const, acceptanceCriteria: [] };
  const complete = { ...bare, acceptanceCriteria: ["people can log in"] };
  const evidence = (outcome: "passed" | "failed", forced?: true) =>
    aDecision({
      decision: "closed",
      evidence: { revision: "x", checks: [{ criterion: "sha256:1", outcome }], ...(forced && { forced }) },
    });

  it.each<[string, Partial<CheckFacts>, string[]]>([
    [
      "intents that cannot be read",
      {
        now: aSidecar({
          intents: [],
          faults: [{ path: ".orchestration/active_intents.yaml", line: 3, reason: "bad" }],
        }),
      },
      ["error sidecar-invalid"],
    ],
    [
      "a config that cannot be read, and an intent that is gone",
      { now: aSidecar({ intents: [], faults: [{ path: ".orchestration/config.yaml", line: 3, reason: "bad" }] }) },
      ["error unknown-intent", "error sidecar-invalid"],
    ],
    ["an approved ticket", { traces: [aTrace(ticket)], answers: [yes] }, []],
    ["a ticket nobody answered", { traces: [aTrace(ticket)] }, ["error approval-missing"]],
    [
      "a ticket that was rejected",
      { traces: [aTrace(ticket)], answers: [{ ...yes, decision: "rejected" }] },
      ["error approval-missing"],
    ],
    [
      "a ticket that another call had used",
      { traces: [{ ...aTrace({ ...ticket, call_id: "c-0" }), id: "t-0" }, aTrace(ticket)], answers: [yes] },
      ["error approval-missing"],
    ],
    [
      "an answer that nobody gave",
      { traces: [aTrace(ticket)], answers: [aDecision({ ticket: "T-1", assurance: "tty", risk: "sensitive" })] },
      ["error approval-missing"],
    ],
    [
      "an answer that a script gave",
      { traces: [aTrace(ticket)], answers: [{ ...yes, assurance: "script" }] },
      ["error weak-approval"],
    ],
    [
      "an approved write that was raced",
      { traces: [aTrace({ ...ticket, raced: ["src/auth/a.ts"] })], answers: [yes] },
      ["error changed-after-approval"],
    ],
    [
      "another content than the approved one",
      { traces: [aTrace(ticket)], answers: [yes], files: [anAgentsFile({ hash: "sha256:other" })] },
      ["error changed-after-approval"],
    ],
    [
      "the same, where a person wrote the rest",
      { traces: [aTrace(ticket)], answers: [yes], files: [anAgentsFile({ hash: "sha256:other", isPersons: true })] },
      [],
    ],
    [
      "the same, where a later change tells why",
      {
        traces: [aTrace(ticket), { ...aTrace(), id: "t-2" }],
        answers: [yes],
        files: [anAgentsFile({ hash: "sha256:other" })],
      },
      [],
    ],
    ["lines that only an imported record tells of", { traces: [aTrace(imported)] }, ["error no-intent"]],
    ["the same elsewhere", { files: elsewhere, traces: [aTrace(imported)] }, ["error no-intent"]],
    [
      "a file without lines that only an imported record tells of",
      { files: [anAgentsFile({ spans: [] })], traces: [aTrace(imported)] },
      ["error no-intent"],
    ],
    [
      "the same, where Writ saw it too",
      { files: [anAgentsFile({ spans: [] })], traces: [aTrace(), { ...aTrace(imported), id: "t-2" }] },
      [],
    ],
    [
      "another content than the approved one, which only an import explains",
      {
        traces: [aTrace(ticket), { ...aTrace(imported), id: "t-2" }],
        answers: [yes],
        files: [anAgentsFile({ hash: "sha256:other" })],
      },
      ["error changed-after-approval"],
    ],
    [
      "a commit an agent signed, of which only an import tells",
      {
        files: [anAgentsFile({ spans: [{ span: [1, 2], author: "human", intent: null, trace: null }] })],
        traces: [aTrace(imported)],
        commits: [{ id: "c".repeat(40), agent: "Codex", files: new Map([["src/auth/a.ts", left]]), nth: 0 }],
      },
      ["error untraced-agent"],
    ],
    [
      "a commit an agent signed, that took lines out of a file with a record of something else",
      { commits: [{ ...signedCommit, files: new Map([["src/auth/a.ts", { ...left, untold: 1 }]]) }] },
      ["error untraced-agent"],
    ],
    [
      "the same, where a record took them out",
      { commits: [{ ...signedCommit, files: new Map([["src/auth/a.ts", left]]) }] },
      [],
    ],
    [
      "what was approved, beside what the base changed meanwhile",
      {
        traces: [aTrace(ticket)],
        answers: [yes],
        files: [anAgentsFile({ hash: "sha256:other", mergedFrom: "t-1" })],
      },
      [],
    ],
    ["a file elsewhere", { files: elsewhere, traces }, ["error out-of-scope"]],
    ["a file of its scope that somebody moved elsewhere", { files: elsewhere }, ["warn out-of-scope"]],
    [
      "a repository within this one",
      {
        files: [anAgentsFile({ path: "vendor/x", op: "create", spans: [], isFile: false, isRepository: true })],
        traces: [],
      },
      ["note submodule"],
    ],
    [
      "an agent's file that took lines out, in a file with a person's lines",
      {
        files: [
          anAgentsFile({
            path: "src/billing/a.ts",
            spans: [{ span: [1, 1], author: "human", intent: null, trace: null }],
          }),
        ],
        traces: [aTrace({ files: { "src/billing/a.ts": { op: "modify", before: "x", after: "y", removed: 2 } } })],
      },
      ["error out-of-scope"],
    ],
    [
      "a file elsewhere that a person granted",
      { files: elsewhere, traces, decisions: [grant("s-1")], answers: [granted] },
      [],
    ],
    [
      "the same without an answer to the question",
      { files: elsewhere, traces, decisions: [grant("s-1")] },
      ["error out-of-scope"],
    ],
    [
      "the same, answered by a script",
      { files: elsewhere, traces, decisions: [grant("s-1")], answers: [{ ...granted, assurance: "script" }] },
      ["error out-of-scope"],
    ],
    [
      "the same, granted to another session",
      { files: elsewhere, traces, decisions: [grant("s-9")], answers: [granted] },
      ["error out-of-scope"],
    ],
    [
      "a lock file, whose manifest is in the scope",
      {
        files: [anAgentsFile({ path: "package-lock.json" })],
        now: aSidecar({ intents: [{ ...login, ownedScope: ["package.json"] }] }),
        before: aSidecar({ intents: [{ ...login, ownedScope: ["package.json"] }] }),
      },
      [],
    ],
    ["a line that was recorded before the change", { files: elsewhere, traces: [] }, []],
    [
      "a line whose record was erased before anybody judged it",
      {
        files: [anAgentsFile({ spans: [{ span: [1, 1], author: "ai", intent: null, trace: "t-1" }] })],
        traces: [aTrace({ intent: null, erased: true })],
      },
      ["error no-intent"],
    ],
    ["a look that failed", { decisions: [aDecision({ decision: "gap", tool: "Bash" })] }, ["warn gap"]],
    ["a daemon that was gone", { decisions: [aDecision({ decision: "gap" })] }, []],
    [
      "a line of nobody",
      {
        files: [
          anAgentsFile({ spans: [{ span: [1, 1], author: "unknown", intent: null, trace: null, why: "a job" }] }),
        ],
      },
      ["warn unknown-author"],
    ],
    [
      "another class than declared",
      { traces: [aTrace({ declared_class: "AST_REFACTOR" })] },
      ["note class-disagreement"],
    ],
    ["an intent that became complete", { now: aSidecar({ intents: [complete] }) }, ["note unverified-intent"]],
    ["an intent without criteria that became complete", { now: aSidecar({ intents: [bare] }) }, []],
    ["the same with evidence", { now: aSidecar({ intents: [complete] }), decisions: [evidence("passed")] }, []],
    [
      "the same with evidence against it",
      { now: aSidecar({ intents: [complete] }), decisions: [evidence("failed")] },
      ["note unverified-intent"],
    ],
    [
      "the same, forced",
      { now: aSidecar({ intents: [complete] }), decisions: [evidence("passed", true)] },
      ["note unverified-intent"],
    ],
    [
      "records that are gone",
      { ledger: [{ kind: "removed", path: ".orchestration/ledger/x.jsonl", line: 3, reason: "gone" }] },
      ["error record-removed"],
    ],
    [
      "records that were erased",
      { ledger: [{ kind: "erased", path: ".orchestration/ledger/x.jsonl", line: 3, reason: "erased" }] },
      ["warn record-erased"],
    ],
    [
      "an exclusion that was lifted",
      {
        before: aSidecar({ intents: [{ ...login, ownedScope: ["src/auth/**", "!src/auth/keys/**"] }] }),
      },
      ["error scope-unapproved"],
    ],
    ...scopes.map(([name, was, now, rules]): [string, Partial<CheckFacts>, string[]] => [
      name,
      {
        before: aSidecar({ intents: [{ ...login, ownedScope: was }] }),
        now: aSidecar({ intents: [{ ...login, ownedScope: now }] }),
        files: [],
        traces: [],
      },
      rules,
    ]),
  ])("with %s", (_, about, rules) => {
    expect(found(about)).toEqual(rules);
  });
});

it("says the same of the same file once, with all its lines, and knows it again when they move", () => {
  const span = (start: number) => ({
    span: [start, start] as [number, number],
    author: "ai" as const,
    intent: null,
    trace: "t-1",
  });
  const at = (...starts: number[]) =>
    judgeChange(facts({ files: [anAgentsFile({ spans: starts.map(span) })] })).findings.map(
      ({ lines, fingerprint }) => ({
        lines,
        fingerprint,
      }),
    );
  const [one] = at(1, 2, 9);
  expect(one?.lines).toEqual([
    [1, 2],
    [9, 9],
  ]);
  expect(at(30)[0]?.fingerprint).toBe(one?.fingerprint);
});

describe("a pause is told until", () => {
  const at = (minute: number) => `2026-01-01T00:${minute}:00Z`;
  const paused = (minute: number, until: number) =>
    aDecision({ decision: "paused", timestamp: at(minute), until: at(until), by: "p-1" });
  const resumed = (minute: number, writer = "w") =>
    aDecision({ decision: "resumed", timestamp: at(minute), metadata: { ...chain, writer } });

  it.each<[string, DecisionRecord[], string[]]>([
    ["it runs out", [paused(10, 40)], ["10 40"]],
    ["somebody ends it", [paused(10, 40), resumed(12)], ["10 12"]],
    ["it runs out, where it was ended elsewhere", [paused(10, 40), resumed(12, "other")], ["10 40"]],
    ["it runs out, where another is ended later", [paused(10, 20), paused(30, 50), resumed(31)], ["10 20", "30 31"]],
    ["another takes its place", [paused(10, 40), paused(20, 50), resumed(25)], ["10 20", "20 25"]],
  ])("%s", (_, decisions, told) => {
    const { findings } = judgeChange(facts({ decisions }));
    const messages = told.map((span) => {
      const [from = 0, until = 0] = span.split(" ").map(Number);
      return `Writ was paused from ${at(from)} until ${at(until)} by p-1.`;
    });
    expect(findings.map(({ message }) => message)).toEqual(messages);
  });
});

describe("of two configs", () => {
  const withCheck = (check: Partial<(typeof defaultConfig)["check"]>) => ({
    ...defaultConfig,
    check: { ...defaultConfig.check, ...check },
  });

  it.each([
    ["off", "error", "error", 0],
    ["error", "off", "error", 1],
    ["warn", "note", "warn", 1],
    ["note", "note", "note", 0],
  ] as const)("the stricter counts: %s and %s give %s", (before, now, weight, loosened) => {
    const base = withCheck({ rules: { pause: before } });
    const gate = gateOf({ before: base, now: withCheck({ rules: { pause: now } }), into: base });
    expect(gate.weights.pause).toBe(weight);
    expect(gate.loosened).toHaveLength(loosened);
  });

  it("only what both leave out is left out", () => {
    const base = withCheck({ ignore: ["gen/**"] });
    const gate = gateOf({ before: base, now: withCheck({ ignore: ["gen/**", "src/**"] }), into: base });
    expect([gate.ignores("gen/a"), gate.ignores("src/a")]).toEqual([true, false]);
    expect(gate.loosened).toEqual(["ignore src/**"]);
  });
});

describe("who signed a commit", () => {
  it.each([
    ["Claude <noreply@anthropic.com>", "claude-code"],
    ["copilot-swe-agent[bot] <198982749+Copilot@users.noreply.github.com>", "copilot"],
    ["Cursor Agent <cursoragent@cursor.com>", "cursor"],
    ["google-labs-jules[bot] <x@users.noreply.github.com>", "gemini"],
    ["devin-ai-integration[bot] <x@users.noreply.github.com>", "devin"],
    ["aider (gpt-4o) <aider@aider.chat>", "aider"],
    ["🤖 Generated with [Claude Code](https://claude.com/claude-code)", "claude-code"],
    ["Claude <claude@anthropic.com>", "claude-code"],
    ["Assisted-by: Claude:opus", "claude-code"],
    ["openhands <openhands@all-hands.dev>", "openhands"],
    ["Kiro Tanaka <kiro@example.com>", null],
    ["Codex Person <codex@example.com>", null],
    ["Windsurf Club <windsurf@example.com>", null],
    ["Claude Monet <monet@example.org>", null],
    ["dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>", null],
    ["Ada <ada@example.com>", null],
  ])("%s: %s", (text, agent) => {
    expect(agentIn(text)).toBe(agent);
  });
});

it.each([
  ["src/a.ts", "src/a.ts"],
  ["a b.ts", "'a b.ts'"],
  ["$(rm -rf x)`y`", "'$(rm -rf x)`y`'"],
  ["it's", "'it'\\''s'"],
  ["-rf", "'-rf'"],
  ["", "''"],
  ["a\u001b[31m\nb", "$'a\\x1b[31m\\x0ab'"],
  ["it's\\\t$(x)", "$'it\\'s\\\\\\x09$(x)'"],
  ["pay\u202elave.ts", "$'pay\\xe2\\x80\\xaelave.ts'"],
  ["caf\udce9.ts", "$'caf\\xe9.ts'"],
])("a name in a command that somebody may copy runs nothing: %s", (name, word) => {
  expect(shellWord(name)).toBe(word);
});

it("spans that touch are one", () => {
  expect(
    mergeSpans([
      [5, 6],
      [1, 2],
      [3, 3],
      [6, 9],
      [20, 20],
    ]),
  ).toEqual([
    [1, 3],
    [5, 9],
    [20, 20],
  ]);
});
