import type { Report } from "@writ/engine/report";

/** Names that try to be more than names. */
export const hostile = {
  script: '<script>alert("x")</script>',
  close: "]]></title></style><img src=x onerror=alert(1)>",
  turned: "safe\u202egnp.exe\u2066",
  cells: "a|b\\|c `d` **e** [f](http://g.example) @everyone #1",
};

const weeks = (count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(2026, 10, 9) - (count - 1 - at) * 7 * 86_400_000).toISOString().slice(0, 10),
  );

/** A wave, the same every time. */
const wave = (length: number, top: number, shift: number): number[] =>
  Array.from({ length }, (_, at) => Math.round((top * (1 + Math.sin(at / 2.2 + shift)) * (at + 3)) / (2 * length + 6)));

const file = (path: string, linesAdded: number, linesByOthers: number, now: Report["files"][number]["now"]) => ({
  path,
  changes: Math.ceil(linesAdded / 30),
  linesAdded,
  linesRemoved: Math.floor(linesAdded / 4),
  linesByOthers,
  now,
});

/** Half a year of a small team. */
export function someReport(over: Partial<Report> = {}): Report {
  const starts = weeks(26);
  const ai = wave(26, 1400, 0);
  return {
    project: "shop",
    made: "2026-11-15T16:25:23.000Z",
    asked: { since: null, until: null, intent: null },
    totals: { changes: 1312, linesAdded: 14_210, linesRemoved: 4108, sessions: 84, files: 212, undated: 0, erased: 0 },
    now: { files: 200, left: 12, ai: 9120, human: 14_870, unknown: 212 },
    periods: {
      unit: "week",
      all: starts.map((start, at) => ({ start, ai: ai[at] ?? 0, committed: (ai[at] ?? 0) + 300 + ((at * 97) % 500) })),
      git: "counted",
    },
    intents: [
      ["INT-042", "Login with passkeys", "IN_PROGRESS", 5210],
      ["INT-038", "Move the cart to the new prices service", "COMPLETE", 4120],
      ["INT-051", hostile.script, "BLOCKED", 2710],
      ["INT-007", hostile.turned, "PENDING", 1380],
      ["", null, null, 790],
    ].map(([id, name, status, linesAdded], nth) => ({
      id: String(id),
      name: name === null ? null : String(name),
      status: status as Report["intents"][number]["status"],
      changes: Math.ceil(Number(linesAdded) / 11),
      files: 12 + nth * 7,
      sessions: 20 - nth * 3,
      linesAdded: Number(linesAdded),
      linesRemoved: Math.floor(Number(linesAdded) / 3),
      linesNow: Math.floor(Number(linesAdded) / 1.6),
      byPeriod: wave(26, Number(linesAdded) / 8, nth),
    })),
    files: [
      file("packages/checkout/src/prices/very/deeply/nested/folder/calculate-discounts.ts", 912, 140, {
        ai: 410,
        human: 212,
        unknown: 3,
      }),
      file("src/auth/passkeys.ts", 640, 0, { ai: 600, human: 12, unknown: 0 }),
      file(`src/${hostile.script}.ts`, 310, 44, null),
      file(hostile.close, 120, 9, { ai: 0, human: 90, unknown: 0 }),
      file(hostile.cells, 80, 0, { ai: 80, human: 0, unknown: 0 }),
    ],
    models: [
      { name: "claude-opus-4-5", changes: 802, linesAdded: 9210, byPeriod: wave(26, 900, 1) },
      { name: "gpt-5.2-codex", changes: 410, linesAdded: 4200, byPeriod: wave(26, 400, 2) },
      { name: "unknown", changes: 100, linesAdded: 800, byPeriod: wave(26, 80, 3) },
    ],
    agents: [
      { name: "claude-code", changes: 902, linesAdded: 10_010, byPeriod: wave(26, 900, 1) },
      { name: "codex", changes: 410, linesAdded: 4200, byPeriod: wave(26, 400, 2) },
    ],
    classes: [
      { found: "INTENT_EVOLUTION", declared: "", changes: 900, linesAdded: 11_000 },
      { found: "AST_REFACTOR", declared: "AST_REFACTOR", changes: 300, linesAdded: 2100 },
      { found: "INTENT_EVOLUTION", declared: "AST_REFACTOR", changes: 72, linesAdded: 900 },
      { found: "UNKNOWN", declared: "", changes: 40, linesAdded: 210 },
    ],
    approvals: {
      asked: 61,
      approved: 51,
      rejected: 7,
      granted: 112,
      waits: { median: 94_000, longest: 7_320_000 },
      people: [
        { by: "p-0a1b2c3d4e", approved: 40, rejected: 5, medianWait: 61_000, assurances: { tty: 30, native: 15 } },
        {
          by: "p-5f6a7b8c9d",
          name: "Ada <ada@example.com>",
          approved: 11,
          rejected: 2,
          medianWait: null,
          assurances: { ui: 13 },
        },
        { by: "", approved: 1, rejected: 0, medianWait: null, assurances: {} },
      ],
      assurances: { script: 0, tty: 30, native: 15, ui: 13 },
    },
    refusals: [
      { code: "SCOPE_VIOLATION", times: 48, sessions: 21 },
      { code: "NO_ACTIVE_INTENT", times: 20, sessions: 18 },
      { code: "STALE_FILE", times: 9, sessions: 7 },
      { code: hostile.script, times: 1, sessions: 1 },
    ],
    observed: [{ code: "APPROVAL_REQUIRED", times: 5, sessions: 2 }],
    strays: {
      count: 3,
      newest: [
        { at: "2026-11-12T09:01:00.000Z", paths: ["dist/a.js", hostile.close], intent: "INT-042", agent: "codex" },
        { at: "2026-11-02T10:11:00.000Z", paths: ["notes.md"], intent: null, agent: "claude-code" },
      ],
    },
    alarms: {
      count: 1,
      newest: [
        { at: "2026-10-30T08:00:00.000Z", paths: [".claude/settings.json"], intent: null, agent: "claude-code" },
      ],
    },
    gaps: 2,
    pauses: [
      {
        from: "2026-11-10T12:00:00.000Z",
        until: "2026-11-10T12:30:00.000Z",
        by: "p-0a1b2c3d4e",
        reason: hostile.script,
      },
    ],
    ...over,
  };
}

/** A workspace in which nothing has happened yet. */
export const emptyReport = (): Report =>
  someReport({
    totals: { changes: 0, linesAdded: 0, linesRemoved: 0, sessions: 0, files: 0, undated: 0, erased: 0 },
    now: null,
    periods: { unit: "week", all: [], git: "none" },
    intents: [],
    files: [],
    models: [],
    agents: [],
    classes: [],
    approvals: {
      asked: 0,
      approved: 0,
      rejected: 0,
      granted: 0,
      waits: null,
      people: [],
      assurances: { script: 0, tty: 0, native: 0, ui: 0 },
    },
    refusals: [],
    observed: [],
    strays: { count: 0, newest: [] },
    alarms: { count: 0, newest: [] },
    gaps: 0,
    pauses: [],
  });
