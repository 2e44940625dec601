import type { DecisionRecord, LedgerEntry, LedgerProblem, LedgerQuery, TraceRecord } from "@writ/contracts";
import { decisionKind } from "../ledger/decision-kind.ts";
import type { RecordKind } from "../ledger/kind.ts";
import { readEntries } from "../ledger/read.ts";
import { traceKind } from "../ledger/trace-kind.ts";
import { listPublished } from "./published-files.ts";

/** What a published file holds: changes and decisions, in one chain. */
export type PublishedRecord = TraceRecord | DecisionRecord;

/** Whether a published record is a decision; otherwise it is a trace. */
export function isDecisionRecord(record: PublishedRecord): record is DecisionRecord {
  // A forged change may have a key of that name, and is none for it.
  return "decision" in record && decisionKind.parse(record, "") !== null;
}

/** Either kind of record, as published files mix them. */
export const publishedKind: RecordKind<PublishedRecord> = {
  parse: (value, hash) => decisionKind.parse(value, hash) ?? traceKind.parse(value, hash),
  intents: (record) => (isDecisionRecord(record) ? decisionKind.intents(record) : traceKind.intents(record)),
  files: (record) => (isDecisionRecord(record) ? decisionKind.files(record) : traceKind.files(record)),
  session: (record) => (isDecisionRecord(record) ? decisionKind.session(record) : traceKind.session(record)),
  hashes: (record) => (isDecisionRecord(record) ? decisionKind.hashes(record) : traceKind.hashes(record)),
  decision: (record) => (isDecisionRecord(record) ? record.decision : null),
};

/** All published records in a folder, file by file. Each names its file, as line numbers count per file. */
export async function* readPublished(
  folder: string,
  query?: LedgerQuery,
  onProblem?: (problem: LedgerProblem) => void,
): AsyncGenerator<LedgerEntry<PublishedRecord> & { file: string }> {
  for (const file of await listPublished(folder)) {
    for await (const entry of readEntries(file, publishedKind, { query, onProblem })) yield { ...entry, file };
  }
}
