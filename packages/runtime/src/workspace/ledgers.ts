import type { DecisionLedger, TraceLedger } from "@writ/contracts";
import { openDecisionLedger, openTraceLedger, readWriter } from "@writ/stores";
import { isSingle } from "../config/is-single.ts";
import type { SidecarPaths } from "../paths.ts";

/** Opens the live ledgers of a workspace. */
export function openLedgers(root: string, paths: SidecarPaths): { traces: TraceLedger; decisions: DecisionLedger } {
  const shared = { writer: () => readWriter(paths.state, root), state: paths.state };
  return {
    traces: openTraceLedger({ ...shared, file: paths.traces, isTracked: () => isSingle(root) }),
    decisions: openDecisionLedger({ ...shared, file: paths.decisions }),
  };
}
