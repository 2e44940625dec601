import {
  type DecisionKind,
  type DecisionLedger,
  type DecisionRecord,
  doubtKinds,
  type TraceLedger,
} from "@writ/contracts";
import { openDecisionLedger, openTraceLedger, readWriter } from "@writ/stores";
import { isSingle } from "../config/is-single.ts";
import type { SidecarPaths } from "../paths.ts";

/** Opens the live ledgers of a workspace. */
export function openLedgers(root: string, paths: SidecarPaths): { traces: TraceLedger; decisions: DecisionLedger } {
  const shared = { writer: () => readWriter(paths.state, root), state: paths.state };
  const traces = openTraceLedger({ ...shared, file: paths.traces, isTracked: () => isSingle(root) });
  const decisions = openDecisionLedger({ ...shared, file: paths.decisions });
  return {
    traces,
    decisions: {
      ...decisions,
      append: async (record) =>
        decisions.append(
          placed.has(record.decision) ? { ...record, ...(await lastTrace(traces, await shared.writer())) } : record,
        ),
    },
  };
}

/** What is compared with changes to files: the two ledgers have a chain each. */
const placed: ReadonlySet<DecisionKind> = new Set([
  ...doubtKinds,
  ...(["undone", "paused", "resumed", "alarm", "acknowledged"] as const),
]);

/** How far this working copy's chain of traces goes; nothing where it cannot be seen at once. */
async function lastTrace(traces: TraceLedger, writer: string): Promise<Pick<DecisionRecord, "after_trace">> {
  const newest = await traces.last(20);
  if (newest.length === 0) return { after_trace: 0 };
  const own = newest.find(({ record }) => record.metadata?.writer === writer);
  return own === undefined ? {} : { after_trace: own.record.metadata.seq };
}
