import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentTrace, TraceRecord } from "@writ/contracts";
import { fromAgentTrace, makerOf, toAgentTrace } from "@writ/engine";
import { inDepth } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { means } from "../../packages/runtime/src/exchange/means.ts";
import { someTrace } from "./some-traces.ts";
import { complaintsAbout } from "./valid.ts";

const now = "2026-11-15T10:00:00.000Z";

function exported(record: TraceRecord): AgentTrace {
  const told = toAgentTrace(record, means);
  if ("reason" in told) throw new Error(told.reason);
  // What is exported goes through text.
  return JSON.parse(JSON.stringify(told));
}

function imported(value: unknown): TraceRecord {
  const read = fromAgentTrace(value, now, means);
  if ("reason" in read) throw new Error(read.reason);
  const chain = { v: 1, writer: "ffffffffffff", seq: 1, prev: null } as const;
  return JSON.parse(JSON.stringify({ ...read.record, metadata: { ...read.record.metadata, ...chain } }));
}

describe("a trace, exported", () => {
  it("is valid Agent Trace 0.1.0, whatever is in it", () => {
    fc.assert(
      fc.property(someTrace, (record) => {
        expect(complaintsAbout(exported(record))).toEqual([]);
      }),
      { numRuns: inDepth(60, 300) },
    );
  });

  it("and imported, is the same trace, and exports as the same record", () => {
    fc.assert(
      fc.property(someTrace, (record) => {
        const first = exported(record);
        const back = imported(first);
        expect(exported(back)).toEqual(first);
        const { ticket: _, would: __, v, writer, seq, prev, ...own } = record.metadata;
        const { imported: mark, v: v2, writer: w2, seq: s2, prev: p2, ...theirs } = back.metadata;
        const { ticket: ___, would: ____, ...odd } = mark?.claims ?? {};
        expect({ files: back.files, vcs: back.vcs, metadata: { ...theirs, ...odd } }).toEqual(
          JSON.parse(JSON.stringify({ files: record.files, vcs: record.vcs, metadata: own })),
        );
        expect(mark?.id).toBe(record.id);
        expect(back.id).not.toBe(record.id);
      }),
      { numRuns: inDepth(60, 300) },
    );
  });

  it("says nothing of approvals that an import would believe", () => {
    const [record] = fc.sample(someTrace, { numRuns: 1, seed: 1 });
    if (record === undefined) throw new Error("no sample");
    record.metadata.ticket = "T-1";
    const back = imported(exported(record));
    expect(back.metadata.ticket).toBeUndefined();
    expect(back.metadata.imported?.claims).toMatchObject({ ticket: "T-1" });
    expect(exported(back)).toEqual(exported(record));
  });
});

describe("the record of the docs", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/exchange.md"), "utf8");
  const shown: AgentTrace = JSON.parse(/^```json\n(.*?)^```/ms.exec(page)?.[1] ?? "");

  it("is a whole one: it comes out as it went in", () => {
    expect(exported(imported(shown))).toEqual(shown);
  });

  it.each<[string, (trace: Record<string, unknown>) => void]>([
    [
      'metadata."dev.writ".trace.agent must be a text',
      (trace) => {
        delete trace.agent;
      },
    ],
    [
      'metadata."dev.writ".trace.files."src/auth/jwt.ts".before must be a text',
      (trace) => {
        trace.files = { "src/auth/jwt.ts": { op: "modify", after: null, removed: 0 } };
      },
    ],
  ])("says as a whole which field does not fit: %s", (reason, change) => {
    const copy = JSON.parse(JSON.stringify(shown));
    change(copy.metadata["dev.writ"].trace);
    expect(fromAgentTrace(copy, now, means)).toEqual({ reason });
  });
});

/** The example of the specification, with the names changed. */
const other = {
  version: "0.1.0",
  id: "550e8400-e29b-41d4-a716-446655440000",
  timestamp: "2026-01-23T14:30:00Z",
  vcs: { type: "git", revision: "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0" },
  tool: { name: "cursor", version: "2.4.0" },
  files: [
    {
      path: "src/parser.ts",
      conversations: [
        {
          url: "https://example.com/conversations/12345",
          contributor: { type: "ai", model_id: "anthropic/claude-opus-4-5" },
          ranges: [
            { start_line: 42, end_line: 67, content_hash: "murmur3:9f2e8a1b" },
            { start_line: 70, end_line: 71, contributor: { type: "ai", model_id: "openai/gpt-4o" } },
          ],
          related: [{ type: "session", url: "https://example.com/sessions/67890" }],
        },
      ],
    },
  ],
  metadata: { confidence: 0.95, "dev.cursor": { workspace_id: "ws-1" } },
};

describe("another tool's record", () => {
  it("comes in as a trace that says whose it is, and goes out as it came", () => {
    const back = imported(other);
    expect(back.metadata).toMatchObject({
      agent: "cursor",
      session: "https://example.com/conversations/12345",
      intent: null,
      mutation_class: "UNKNOWN",
      imported: { format: "agent-trace", at: now },
    });
    expect(back.files[0]?.conversations.map(({ contributor, ranges }) => [contributor, ranges.length])).toEqual([
      [{ entity_type: "AI", model_identifier: "anthropic/claude-opus-4-5" }, 1],
      [{ entity_type: "AI", model_identifier: "openai/gpt-4o" }, 1],
    ]);
    expect(exported(back)).toEqual(other);
  });

  it.each<[string, object]>([
    [
      "a later version with fields nobody knows",
      { version: "0.2.0", mood: "good", files: [{ ...other.files[0], kind: "x" }] },
    ],
    ["an id that is no UUID", { id: "conversation-12345" }],
    ["no id", { id: undefined }],
    ["a time elsewhere", { timestamp: "2026-01-23T16:30:00+02:00" }],
    ["null where nothing is meant", { vcs: null, tool: null, metadata: null }],
    ["a tool without a version", { tool: { name: "claude-code" } }],
    ["a version control nobody named", { vcs: { type: "fossil", revision: "1" } }],
    [
      "addresses that are none",
      {
        files: [
          { path: "a.ts", conversations: [{ url: "no address", ranges: [], related: [{ type: "x", url: "::" }] }] },
        ],
      },
    ],
  ])("with %s goes out valid, and the same from then on", (_, over) => {
    const first = exported(imported({ ...other, ...over }));
    expect(complaintsAbout(first)).toEqual([]);
    expect(exported(imported(first))).toEqual(first);
  });

  it("of a later version is kept whole, with a warning", () => {
    const later = { ...other, version: "0.2.0", mood: "good" };
    expect(fromAgentTrace(later, now, means)).toMatchObject({ warning: expect.stringContaining("0.2.0") });
    expect(exported(imported(later)).metadata?.["dev.writ"]).toEqual({
      kept: { "/version": "0.2.0", "/mood": "good" },
    });
  });

  it.each<[string, unknown, string]>([
    ["a text", "hello", "the record must be an object"],
    ["no version", { ...other, version: undefined }, "version must be a text"],
    ["no files", { ...other, files: undefined }, "files must be a list"],
    ["a wrong kind", withConversation({ contributor: { type: "robot" }, ranges: [] }), "must be one of human, ai"],
    ["line 0", withConversation({ ranges: [{ start_line: 0, end_line: 1 }] }), "start_line must be at least 1"],
    ["half a line", withConversation({ ranges: [{ start_line: 1.5, end_line: 2 }] }), "must be a whole number"],
    ["lines backwards", withConversation({ ranges: [{ start_line: 5, end_line: 2 }] }), "lines 5 to 2 of src/a.ts"],
    ["lines without end", withConversation({ ranges: [{ start_line: 1, end_line: 1e12 }] }), "are no range of lines"],
    ["no moment", { ...other, timestamp: "yesterday" }, "timestamp is no moment"],
    ["a day there is none of", { ...other, timestamp: "2026-02-31T00:00:00Z" }, "timestamp is no moment"],
    ["a month there is none of", { ...other, timestamp: "2026-13-01T00:00:00+02:00" }, "timestamp is no moment"],
    ["an absolute path", withPath("/etc/passwd"), '"/etc/passwd" does not begin at the root'],
    ["a path of Windows", withPath("C:\\x.ts"), "does not begin at the root"],
    ["a path that leads out", withPath("src/../../x.ts"), "leads out of its folder"],
    ["a path that leads out, backwards", withPath("src\\..\\..\\x.ts"), "leads out of its folder"],
    ["an empty path", withPath(""), "a path is empty"],
    ["a path that is no key", withPath("__proto__"), "is none that can be kept"],
  ])("with %s is refused in words", (_, value, reason) => {
    expect(fromAgentTrace(value, now, means)).toEqual({ reason: expect.stringContaining(reason) });
  });

  it("that claims Writ's own data it does not have is refused", () => {
    const kept = (change: unknown) => ({
      ...other,
      metadata: { "dev.writ": { trace: { ...imported(other).metadata, files: { "a.ts": { ...meta, change } } } } },
    });
    const meta = { op: "modify", before: null, after: null, removed: 0 };
    expect(fromAgentTrace(kept({ length: 3, kept: [[1, 3, 1]] }), now, means)).toHaveProperty("record");
    for (const change of [
      { length: 3, kept: [[1, 1e9, 1]] },
      { length: 1e12, kept: [] },
      { length: 3, kept: [[3, 2, 1]] },
      { length: 3, kept: "all" },
    ])
      expect(fromAgentTrace(kept(change), now, means)).toHaveProperty("reason");
  });

  it.each<[string, string, string | null]>([
    ["ai", "ai", "m/x"],
    ["mixed", "unknown", null],
    ["unknown", "unknown", null],
  ])("made by %s is blamed on %s", (type, author, model) => {
    const value = withConversation({
      contributor: { type, model_id: "m/x" },
      ranges: [{ start_line: 1, end_line: 2 }],
    });
    expect(makerOf(imported(value), "src/a.ts")).toEqual({ author, model });
  });
});

function withConversation(conversation: object) {
  return { ...other, files: [{ path: "src/a.ts", conversations: [conversation] }] };
}

function withPath(path: string) {
  return { ...other, files: [{ path, conversations: [] }] };
}
