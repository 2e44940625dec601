import { hash } from "node:crypto";
import type { DecisionRecord, TraceRecord } from "@writ/contracts";
import { aTrace, someHash } from "@writ/testkit";

/** What a record in a test is about; few of each, so that records meet. */
export interface About {
  /** Records with the same number have the same id. */
  id: number;
  second: number;
  intent: number;
  session: number;
  file: number;
  lines: number;
}

const idOf = (id: number): string =>
  id % 5 === 0 ? `plain ${id}` : `5c1f2d3e-0000-4000-8000-${String(id).padStart(12, "0")}`;
const timeOf = (second: number): string => new Date(Date.UTC(2026, 10, 1, 0, 0, second)).toISOString();
const versionOf = (version: number): string => `sha256:${hash("sha256", String(version), "hex")}`;
const files = ["src/a.ts", "src/b.ts", "docs/ü \u{1F600}.md", "src/deep/c\u0000.ts"];

/** A change. */
export function traceOf({ id, second, intent, session, file, lines }: About, seq: number): TraceRecord {
  const path = files[file % files.length] ?? "src/a.ts";
  const trace = aTrace({ id: idOf(id), timestamp: timeOf(second) }, path);
  const name = intent === 0 ? null : `INT-00${intent}`;
  const [first] = trace.files;
  if (first === undefined) return trace;
  const sums = Array.from(
    { length: lines },
    (_, nth) => `${(8 + nth + (id % 4)).toString(36)}.${(nth * 7 + 1).toString(36)}`,
  );
  return {
    ...trace,
    files: [
      {
        relative_path: path,
        conversations: first.conversations.map((conversation) => ({
          ...conversation,
          url: `s${session}`,
          ranges: [{ start_line: 1, end_line: lines, content_hash: someHash() }],
          related: name === null ? [] : [{ type: "specification", value: name }],
        })),
      },
    ],
    metadata: {
      ...trace.metadata,
      seq,
      session: `s${session}`,
      intent: name,
      files: {
        [path]: {
          op: id % 7 === 0 ? "rename" : "modify",
          ...(id % 7 === 0 && { from: "src/old.ts" }),
          before: versionOf(second),
          after: versionOf(id % 10),
          blob: hash("sha1", String(id % 10), "hex"),
          removed: id % 3,
          change: { length: lines + 4, kept: id % 2 === 0 ? [[2, 1, 9]] : [] },
          sums,
          ...(id % 5 === 0 && { since: { version: versionOf(id % 10), length: 9, kept: [[1, id % 9, 1]], lines: [] } }),
        },
      },
      ...(id % 3 === 0 && { declared_class: id % 2 === 0 ? "AST_REFACTOR" : "UNKNOWN" }),
      lines: { [path]: sums.map((_, nth) => `print${id % 4}${nth}`) },
    },
  };
}

/** An answer. */
export function decisionOf({ id, second, intent, session, file }: About, seq: number): DecisionRecord {
  const path = files[file % files.length] ?? "src/a.ts";
  return {
    id: idOf(id),
    timestamp: timeOf(second),
    decision: id % 3 === 0 ? "strayed" : "approved",
    contents: { [path]: versionOf(id % 10) },
    agent: "codex",
    session: `s${session}`,
    intent: intent === 0 ? null : `INT-00${intent}`,
    paths: [path],
    ...(id % 2 === 0 && { ticket: `t${id % 3}` }),
    metadata: { v: 1, writer: "w", seq, prev: null },
  };
}

/** What is found in ledgers in the wild, and is no record of Writ's. */
export const strange: readonly string[] = [
  "this is no JSON\n",
  "\n\r\n",
  '{"half": \n',
  "{\n",
  "}\n",
  "\u0000\u0000\u0000\n",
  '["a", 1]\n',
  "# a comment\n",
  '{"metadata":{"kept":[null]},"files":[{"relative_path":"src/a.ts","conversations":[]}],"timestamp":"whenever"}\n',
  '{"intent_id":"INT-001","file":"src\\\\a.ts","content_hash":"abc","timestamp":"2026-11-01T00:00:03Z","model":"m"}\n',
  '{\n  "intent_id": "INT-002",\n  "timestamp": "2026-11-01",\n  "files": [\n    { "path": "src/b.ts" }\n  ]\n}\n',
  '{"id":"crlf","intent_id":"INT-001","timestamp":"2026-11-01T00:00:04Z","files":[{"path":"src/a.ts"}]}\r\n',
  '{"id":"one","intent_id":"INT-001","files":["src/a.ts"]}{"id":"two","intent_id":"INT-002","files":["src/b.ts"]}\n',
];
