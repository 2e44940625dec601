import type { Decided, RecordedChange, Stretch, Why } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { widthOf } from "../text/width.ts";
import { fileParagraphs } from "./file-story.ts";
import { type Paragraph, paragraphLines } from "./paragraphs.ts";
import { stretchParagraphs } from "./stretch.ts";

const at = "2026-11-15T16:25:23.456Z";
const intent = {
  id: "INT-001",
  name: "Login",
  status: "IN_PROGRESS",
  constraints: ["No new packages"],
  criteria: ["Tests pass"],
} as const;
const change = (more: Partial<RecordedChange> = {}): RecordedChange => ({
  trace: "t-1",
  at,
  agent: "claude-code",
  model: "opus",
  session: "s-1",
  tool: "Write",
  op: "modify",
  from: null,
  intent: { ...intent, constraints: [...intent.constraints], criteria: [...intent.criteria] },
  class: "INTENT_EVOLUTION",
  declared: null,
  symbols: [],
  raced: false,
  would: null,
  ticket: null,
  imported: null,
  erased: false,
  decisions: [],
  files: [{ path: "a.ts", op: "modify", ranges: [{ from: 2, to: 3 }] }],
  ...more,
});
const stretch = (more: Partial<Stretch> = {}): Stretch => ({
  from: 2,
  to: 3,
  author: "ai",
  why: null,
  before: null,
  change: change(),
  trace: "t-1",
  commits: [{ state: "uncommitted" }],
  together: [],
  ...more,
});
const human = (before: boolean | null) => stretch({ author: "human", before, change: null, trace: null, to: 2 });
const decided = (decision: Decided["decision"], more: Partial<Decided> = {}): Decided => ({
  ...{
    decision,
    at,
    agent: "codex",
    session: "s-2",
    tool: "Bash",
    code: null,
    risk: null,
    by: null,
    assurance: null,
    ticket: null,
    grant: null,
    reason: null,
  },
  ...{ globs: [], paths: [] },
  ...more,
});

const names = (by: string) => (by === "p-1" ? "Ada" : by);
const said = (one: Stretch, first: string | null = at, notes: Decided[] = []) =>
  Object.fromEntries(
    stretchParagraphs(one, { path: "a.ts", first, notes }, names).map(({ label, lines }) => [label, lines.join("\n")]),
  );

describe("what is said of an agent's lines", () => {
  it("names who, when, the intent with what it asks for, and the call", () => {
    expect(said(stretch())).toEqual({
      "Made by": "AI: claude-code with opus, in session s-1, on 2026-11-15 16:25:23Z.",
      Intent: "INT-001 Login (IN_PROGRESS)\nIt must keep to:\n  - No new packages\nIt is done when:\n  - Tests pass",
      Call: "The tool Write changed the file (trace t-1).",
      Decision: "Writ had no objection, and nobody had to be asked.",
      Kind: "It changed what the code does (INTENT_EVOLUTION).",
      Commit: "Not committed yet.",
      "With it": "The call changed nothing else.",
    });
  });

  it.each<[string, Partial<RecordedChange>, string, RegExp]>([
    ["no intent", { intent: null }, "Intent", /^None: the change was made without one\.$/],
    [
      "an intent that is gone",
      { intent: { id: "INT-9", name: null, status: null, constraints: [], criteria: [] } },
      "Intent",
      /^INT-9, which is not in active_intents\.yaml\.$/,
    ],
    [
      "intents that cannot be read",
      { intent: { id: "INT-9", name: null, status: null, constraints: [], criteria: [], unread: "line 3: bad" } },
      "Intent",
      /^INT-9\. What it is about cannot be told: active_intents\.yaml cannot be read \(line 3: bad\)\.$/,
    ],
    ["a model nobody named", { model: "unknown" }, "Made by", /claude-code with a model it did not name,/],
    ["a declared class that differs", { declared: "AST_REFACTOR" }, "Kind", /The agent had said something else: AST_/],
    ["a race", { raced: true }, "Beware", /Somebody else changed the file/],
    ["symbols", { symbols: ["A.b", "c"] }, "Call", /It touched A\.b, c\./],
    ["a rename", { op: "rename", from: "old.ts" }, "Call", /renamed the file, which was old\.ts before/],
    [
      "lines that stood elsewhere",
      { files: [{ path: "b.ts", op: "modify", ranges: [] }] },
      "Call",
      /changed b\.ts .*\nThe lines came here from there afterwards\./,
    ],
    [
      "other files of the call",
      {
        files: [
          { path: "a.ts", op: "modify", ranges: [{ from: 2, to: 3 }] },
          { path: "b.ts", op: "create", ranges: [{ from: 1, to: 1 }] },
          { path: "c.ts", op: "delete", ranges: [] },
        ],
      },
      "With it",
      /: a\.ts:2-3, b\.ts:1, c\.ts \(deleted\)\.$/,
    ],
    [
      "an import that tells no intent",
      { intent: null, imported: { format: "agent-trace", at } },
      "Intent",
      /^Not known: the record was imported/,
    ],
    ["a tool nobody named", { tool: "unknown" }, "Call", /^A tool that is not named changed the file/],
    ["an import", { imported: { format: "agent-trace", at } }, "Made by", /Writ did not see it: .*agent-trace/s],
    ["an import's approval", { imported: { format: "s0", at } }, "Decision", /^Not known: the record was imported/],
    [
      "observe mode",
      { would: { verdict: "deny", code: "SCOPE_VIOLATION" } },
      "Decision",
      /only watching .* refused it because the file lies outside of the intent's scope\.$/,
    ],
    ["an answer that is elsewhere", { ticket: "T-1" }, "Decision", /ticket T-1; the answer is not in this copy\.$/],
  ])("tells of %s", (_, more, label, expected) => {
    expect(said(stretch({ change: change(more) }))[label]).toMatch(expected);
  });

  it.each<[Decided, string]>([
    [
      decided("asked", { risk: "delete", ticket: "T-1" }),
      "A person had to be asked, since it deletes something (2026-11-15 16:25:23Z, ticket T-1).",
    ],
    [
      decided("approved", { by: "p-1", assurance: "tty", ticket: "T-1" }),
      "Ada said yes at a terminal (2026-11-15 16:25:23Z, ticket T-1).",
    ],
    [
      decided("approved", { by: "p-2", assurance: "script", grant: "G-1" }),
      "p-2 had allowed it beforehand by a script, which nobody can vouch for, with grant G-1 (used 2026-11-15 16:25:23Z).",
    ],
    [
      decided("strayed", { paths: ["x", "y"] }),
      "The same call also changed files it should not have: x, y (2026-11-15 16:25:23Z).",
    ],
    [
      decided("expanded", { globs: ["docs/**"] }),
      "The scope of the intent was widened for it: docs/** (2026-11-15 16:25:23Z).",
    ],
    [
      decided("unmatched"),
      "Writ heard of the call only when it was over, so it could not decide beforehand (2026-11-15 16:25:23Z).",
    ],
  ])("tells a decision: %#", (one, expected) => {
    expect(said(stretch({ change: change({ decisions: [one] }) })).Decision).toBe(expected);
  });

  it("says what is left of a record that was erased", () => {
    const left = { erased: true, agent: "unknown", model: "unknown", session: "erased", tool: "erased", intent: null };
    expect(said(stretch({ change: change(left) }))).toEqual({
      "Made by": "AI, on 2026-11-15 16:25:23Z. Which agent, in which session and under which intent was erased.",
      Commit: "Not committed yet.",
      "With it": "The call changed nothing else.",
    });
  });

  it("says so when the record is gone", () => {
    expect(said(stretch({ change: null }))).toEqual({
      "Made by":
        "An AI agent made these lines. The record, t-1, is not in this copy: it was never published, or is gone.",
      Commit: "Not committed yet.",
    });
  });
});

describe("what is said of others' lines", () => {
  it.each<[Stretch, string | null, string]>([
    [human(true), at, "It was there before the first change on record, of 2026-11-15 16:25:23Z."],
    [human(false), at, "It was written outside of the calls that are on record."],
    [human(null), at, "which of the two cannot be told."],
    [human(null), null, "No change of this file by an agent is on record."],
    [
      stretch({ author: "unknown", change: null, trace: null, why: "hooks were off" }),
      at,
      "Who made these lines is not known: hooks were off.",
    ],
  ])("%#", (one, first, expected) => {
    expect(said(one, first)["Made by"]).toContain(expected);
  });

  it.each<[Decided, RegExp]>([
    [
      decided("refused", { code: "SCOPE_VIOLATION" }),
      /wanted to change it and was refused, because the file lies outs/,
    ],
    [decided("rejected", { by: "p-1" }), /wanted to change it, and Ada said no\.$/],
    [decided("drifted", { reason: "background" }), /something the session had left running changed it\.$/],
    [decided("drifted", { reason: "head-moved" }), /: git changed it when it went to another commit \(.*\)\.$/],
    [
      decided("drifted", { reason: "U-1 no-post-event" }),
      /a call whose end Writ never heard of, and nobody could tell/,
    ],
    [decided("drifted", { reason: "constructor" }), /: it changed, and nobody could tell who did it\.$/],
    [decided("undone", { by: "p-1" }), /Ada put it back/],
    [decided("alarm"), /it is protected, and changed without Writ/],
  ])("what else is on record about the file stands beside them: %#", (note, expected) => {
    expect(said(human(false), at, [note])["The file"]).toMatch(expected);
    expect(said(stretch(), at, [note])).not.toHaveProperty("The file");
  });

  it("of many notes only the newest are told", () => {
    const notes = Array.from({ length: 5 }, () => decided("alarm"));
    expect(said(human(false), at, notes)["The file"]).toMatch(/\nAnd 2 more notes: writ log --file FILE$/);
  });

  it("names commits, and where history ends", () => {
    const commit = { state: "committed", id: "0123456789abcdef", author: "Ada", at, summary: "Add login" } as const;
    expect(said(stretch({ commits: [commit] })).Commit).toBe('0123456789 "Add login" by Ada, 2026-11-15 16:25:23Z.');
    expect(said(stretch({ commits: [{ ...commit, oldest: true }] })).Commit).toContain("the line may be older.");
    expect(said(stretch({ commits: [{ state: "unknown", reason: "no git" }] })).Commit).toBe("Not known: no git.");
    expect(said(stretch({ commits: [{ state: "unknown", reason: "No git." }] })).Commit).toBe("Not known: No git.");
  });
});

it("tells a file's story", () => {
  const told: Why = {
    path: "a.ts",
    names: ["a.ts", "old.ts", "older.ts"],
    revision: null,
    lines: { all: 8, ai: 5, human: 2, unknown: 1 },
    stretches: [],
    intents: [
      {
        ...{ ...intent, constraints: [], criteria: [] },
        ...{ lines: 4, changes: 2, sessions: 1, models: ["opus"], first: at, last: at },
      },
    ],
    intentless: { none: 1, erased: 0, imported: 0 },
    last: change(),
    first: at,
    notes: [decided("strayed")],
    commit: { state: "uncommitted" },
    changed: false,
  };
  expect(fileParagraphs(told, names).map(({ label, lines }) => `${label}: ${lines.join(" / ")}`)).toEqual([
    "Before: It was old.ts, before that older.ts.",
    "Lines: 8: 5 made by AI (63 %), 2 by people (25 %), 1 by whom is not known (13 %). / 1 line of AI was made without an intent.",
    "Intents: INT-001 Login (IN_PROGRESS) /   4 lines of the file as it is, 2 changes in 1 session, on 2026-11-15 16:25:23Z, opus",
    "Records: One of 2026-11-15 16:25:23Z: claude-code with opus, the tool Write, under INT-001.",
    "Notes: 2026-11-15 16:25:23Z: codex with Bash, session s-2, changed it, which was not to be.",
    "Commit: Not committed yet.",
  ]);
});

describe("paragraphs", () => {
  const plain = (text: string) => text;
  const long: Paragraph = {
    label: "Intent",
    lines: ["one two three four five six seven", "  - a point that is long too"],
  };

  it("are broken between words, and points go on under their words", () => {
    expect(paragraphLines([long], 40, plain)).toEqual([
      "Intent    one two three four five six",
      "          seven",
      "            - a point that is long too",
    ]);
    for (const line of paragraphLines([long], 40, plain)) expect(widthOf(line)).toBeLessThanOrEqual(40);
  });

  it("stay whole where nobody is looking, and nothing in them moves the cursor", () => {
    expect(paragraphLines([{ label: "Call", lines: ["a\u001b[2J\nb"] }], null, plain)).toEqual([
      "Call      a\\e[2J\\nb",
    ]);
  });
});
