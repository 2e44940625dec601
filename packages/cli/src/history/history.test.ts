import type { DecisionKind, DecisionRecord, TraceRecord } from "@writ/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paintFor } from "../text/paint.ts";
import { formatEntry } from "./format.ts";
import { type LogEntry, mergeByTime } from "./merge.ts";
import { countObserved } from "./observed.ts";

const chain = { v: 1, writer: "w", seq: 1, prev: null } as const;
const decision = (timestamp: string, more: Partial<DecisionRecord> = {}): DecisionRecord => ({
  id: "d",
  timestamp,
  decision: "refused",
  agent: "claude-code",
  session: "s",
  intent: "INT-001",
  metadata: chain,
  ...more,
});
const trace = (timestamp: string, path = "a.ts"): TraceRecord => ({
  id: "t",
  timestamp,
  vcs: { revision_id: "unknown" },
  files: [
    {
      relative_path: path,
      conversations: [
        {
          url: "s",
          contributor: { entity_type: "AI", model_identifier: "m" },
          ranges: [{ start_line: 1, end_line: 3, content_hash: "sha256:0" }],
          related: [{ type: "specification", value: "INT-001" }],
        },
      ],
    },
  ],
  metadata: {
    ...chain,
    agent: "claude-code",
    session: "s",
    tool: "Write",
    tool_name: "write_to_file",
    invocation_id: "i",
    call_id: "c",
    intent: "INT-001",
    mutation_class: "UNKNOWN",
    files: { [path]: { op: "modify", before: null, after: null, removed: 0 } },
    lines: {},
  },
});

async function* each<R>(records: readonly R[]): AsyncIterable<{ record: R }> {
  for (const record of records) yield { record };
}
async function merged(decisions: DecisionRecord[], traces: TraceRecord[]): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const entry of mergeByTime(each(decisions), each(traces))) entries.push(entry);
  return entries;
}

describe("two histories as one", () => {
  const times = fc
    .array(fc.integer({ min: 0, max: 20 }))
    .map((list) => list.sort((a, b) => a - b).map((n) => String(n).padStart(3, "0")));

  it("lose nothing, and stay in order", async () => {
    await fc.assert(
      fc.asyncProperty(times, times, async (left, right) => {
        const entries = await merged(
          left.map((at) => decision(at)),
          right.map((at) => trace(at)),
        );
        const stamps = entries.map(({ record }) => record.timestamp);
        expect(stamps).toEqual([...left, ...right].sort());
        expect(entries.filter(({ kind }) => kind === "trace")).toHaveLength(right.length);
      }),
    );
  });

  it("put the decision before the change it allowed", async () => {
    expect((await merged([decision("1")], [trace("1")])).map(({ kind }) => kind)).toEqual(["decision", "trace"]);
  });
});

describe("one entry in one line", () => {
  const plain = paintFor(false);
  it.each<[LogEntry, string[]]>([
    [
      { kind: "trace", record: trace("2026-01-01T10:00:00.123Z") },
      ["2026-01-01 10:00:00Z", "changed", "INT-001", "modify a.ts:1-3"],
    ],
    [
      {
        kind: "decision",
        record: decision("2026-01-01T10:00:00Z", { code: "SCOPE_VIOLATION", paths: ["a", "b", "c", "d"] }),
      },
      ["refused", "SCOPE_VIOLATION", "a b c and 1 more file"],
    ],
    [
      {
        kind: "decision",
        record: decision("2026-01-01T10:00:00Z", { decision: "approved", by: "p-1", assurance: "tty", ticket: "T" }),
      },
      ["approved", "ticket T", "by p-1 (tty)"],
    ],
    [
      { kind: "decision", record: decision("2026-01-01T10:00:00Z", { decision: "selected", reason: "tool" }) },
      ["selected", "by the agent's tool"],
    ],
    [
      { kind: "decision", record: decision("2026-01-01T10:00:00Z", { decision: "failed", reason: "criteria:1,3" }) },
      ["failed", "criteria 1, 3 did not hold"],
    ],
  ])("%#", (entry, parts) => {
    const line = formatEntry(entry, plain);
    for (const part of parts) expect(line).toContain(part);
    expect(line).not.toContain("\n");
  });

  it("shows records of other tools too, and nothing that disturbs the terminal", () => {
    const { metadata: _, ...foreign } = trace("2026-01-01T10:00:00Z", "a\u001b[31m\n.ts");
    const line = formatEntry({ kind: "trace", record: foreign as TraceRecord }, plain);
    expect(line).toContain("INT-001");
    expect(line).toContain("a\\e[31m\\n.ts");
  });
});

it("counts what would have been said, with what would help", async () => {
  const observed = (code: string, kind: DecisionKind = "observed") => decision("1", { decision: kind, code });
  const records = [
    observed("STALE_FILE"),
    observed("SCOPE_VIOLATION"),
    observed("SCOPE_VIOLATION"),
    observed("STALE_FILE", "refused"),
  ];
  const counted = await countObserved(each(records));
  expect(counted.map(({ code, times }) => [code, times])).toEqual([
    ["SCOPE_VIOLATION", 2],
    ["STALE_FILE", 1],
  ]);
  expect(counted[0]?.advice).toContain("writ intent edit");
});
