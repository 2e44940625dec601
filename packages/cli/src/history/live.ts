import type { DecisionRecord, LedgerEntry, LedgerProblem, LedgerQuery, TraceRecord } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { type LogEntry, mergeByTime } from "./merge.ts";

/** What this working copy recorded: the newest `wanted` that fit, or all for 0, with what could not be read. */
export function readLive(
  writ: Writ,
  query: LedgerQuery,
  { wanted, problems }: { wanted: number; problems: LedgerProblem[] },
): AsyncIterable<LogEntry> {
  if (wanted !== 0) return readLast(writ, query, wanted);
  const note = (problem: LedgerProblem) => void problems.push(problem);
  return mergeByTime(writ.decisions.read(query, note), writ.traces.read(query, note));
}

/** The newest of both ledgers, without reading either from the start. */
async function* readLast(writ: Writ, query: LedgerQuery, wanted: number): AsyncIterable<LogEntry> {
  const decisions = (await writ.decisions.last(wanted, query)).reverse();
  const traces = (await writ.traces.last(wanted, query)).reverse();
  const merged: LogEntry[] = [];
  for await (const entry of mergeByTime(each(decisions), each(traces))) merged.push(entry);
  yield* merged.slice(-wanted);
}

async function* each<R extends DecisionRecord | TraceRecord>(
  entries: readonly LedgerEntry<R>[],
): AsyncIterable<LedgerEntry<R>> {
  yield* entries;
}
