import type { TraceFile, TraceFileMeta, TraceRecord } from "@writ/contracts";
import fc from "fast-check";

/** Texts with everything in them that has a meaning somewhere on the way. */
const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "urn:writ:session:x",
    "urn:writ:intent:INT-1",
    "https://example.com/a?b=c",
    "https://[::1]/x",
    "http://a:99999/",
    "C:\\Users\\me",
    "file:///tmp/x",
    "unknown",
    "",
    "%zz",
    "__proto__",
    "anthropic/claude-opus-4-5",
    "claude-opus-4-5",
    "gpt-5",
    "o3",
  ),
);
const name = odd.filter((text) => text.trim() !== "");
const path = fc.oneof(
  fc.constantFrom("src/a.ts", "b/c d.md", "ünï/ço.de", "a\\b.ts", "constructor"),
  fc.stringMatching(/^[a-z]{1,8}(\/[a-z.]{1,6}){0,2}$/).filter((text) => !text.split("/").includes("..")),
);
const hash = fc.stringMatching(/^sha256:[0-9a-f]{64}$/);
const when = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2026-11-15"), noInvalidDate: true })
  .map((date) => date.toISOString());

const range = fc
  .tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 400 }), fc.oneof(hash, fc.constant("")))
  .map(([start, more, content]) => ({ start_line: start, end_line: start + more, content_hash: content }));

const conversation = fc.record({
  url: odd,
  contributor: fc.record({
    entity_type: fc.constantFrom("AI", "AI", "AI", "HUMAN", "MIXED", "UNKNOWN", "ai", "Agent"),
    model_identifier: fc.oneof(odd, fc.constant("m".repeat(300))),
  }),
  ranges: fc.array(range, { maxLength: 3 }),
  related: fc.array(fc.record({ type: fc.constantFrom("specification", "ticket"), value: odd }), { maxLength: 2 }),
});

const fileMeta: fc.Arbitrary<TraceFileMeta> = fc.record(
  {
    op: fc.constantFrom("create" as const, "modify" as const, "delete" as const, "rename" as const),
    from: path,
    before: fc.option(hash),
    after: fc.option(hash),
    removed: fc.nat(1000),
    blob: fc.stringMatching(/^[0-9a-f]{40}$/),
    change: fc.constantFrom(
      { length: 9, kept: [[1, 4, 1]] as [number, number, number][] },
      {
        length: 3,
        kept: [[1, 1, 7, "other.ts", `sha256:${"0".repeat(64)}`]] as [number, number, number, string, string][],
      },
    ),
    sums: fc.array(fc.constantFrom("3.abc", "0.0"), { maxLength: 3 }),
  },
  { requiredKeys: ["op", "before", "after", "removed"] },
);

/** Traces as Writ's ledger may hold them, with whatever foreign spelling got into it. */
export const someTrace: fc.Arbitrary<TraceRecord> = fc
  .record({
    id: fc.oneof(fc.uuid({ version: 4 }), name),
    timestamp: when,
    revision: fc.oneof(fc.stringMatching(/^[0-9a-f]{40}$/), odd),
    paths: fc.uniqueArray(path, { minLength: 1, maxLength: 3 }),
    conversations: fc.array(conversation, { minLength: 1, maxLength: 2 }),
    meta: fileMeta,
    who: fc.record({ agent: name, session: odd, tool: odd, tool_name: odd, invocation_id: odd, call_id: odd }),
    intent: fc.option(name),
    mutationClass: fc.constantFrom("AST_REFACTOR" as const, "INTENT_EVOLUTION" as const, "UNKNOWN" as const),
    more: fc.record(
      {
        ticket: name,
        raced: fc.array(path, { maxLength: 2 }),
        would: fc.constant({ verdict: "deny", code: "SCOPE_VIOLATION" }),
        lines_dropped: fc.constant(true as const),
        declared_class: fc.constant("UNKNOWN" as const),
      },
      { requiredKeys: [] },
    ),
    lines: fc.array(fc.stringMatching(/^[\w-]{8}$/), { maxLength: 3 }),
  })
  .map(({ id, timestamp, revision, paths, conversations, meta, who, intent, mutationClass, more, lines }) => ({
    id,
    timestamp,
    vcs: { revision_id: revision },
    files: paths.map((one): TraceFile => ({ relative_path: one, conversations })),
    metadata: {
      ...who,
      intent,
      mutation_class: mutationClass,
      files: Object.fromEntries(paths.map((one) => [one, meta])),
      lines: Object.fromEntries(paths.map((one) => [one, lines])),
      ...more,
      v: 1,
      writer: "0123456789ab",
      seq: 7,
      prev: null,
    },
  }));
