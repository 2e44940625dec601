import type { DecisionRecord, LedgerEntry, TraceRecord } from "@writ/contracts";

/** One line of history: something that was decided, or something that was changed. */
export type LogEntry = { kind: "decision"; record: DecisionRecord } | { kind: "trace"; record: TraceRecord };

/** Two histories as one, oldest first, each in its own order; what was decided comes before what was changed. */
export async function* mergeByTime(
  decisions: AsyncIterable<Pick<LedgerEntry<DecisionRecord>, "record">>,
  traces: AsyncIterable<Pick<LedgerEntry<TraceRecord>, "record">>,
): AsyncIterable<LogEntry> {
  const left = decisions[Symbol.asyncIterator]();
  const right = traces[Symbol.asyncIterator]();
  try {
    let decision = await left.next();
    let trace = await right.next();
    while (decision.done !== true || trace.done !== true) {
      const decisionFirst =
        trace.done === true ||
        (decision.done !== true && decision.value.record.timestamp <= trace.value.record.timestamp);
      if (decisionFirst && decision.done !== true) {
        yield { kind: "decision", record: decision.value.record };
        decision = await left.next();
      } else if (trace.done !== true) {
        yield { kind: "trace", record: trace.value.record };
        trace = await right.next();
      }
    }
  } finally {
    // A reader that stops early lets go of both files.
    await left.return?.();
    await right.return?.();
  }
}
