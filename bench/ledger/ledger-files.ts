import { join } from "node:path";
import { listPublished, type VerifyOptions } from "@writ/stores";

/** The ledgers of a sidecar. */
export interface LedgerFiles {
  traces: string;
  decisions: string;
  /** The published ones too. */
  all: string[];
}

/** Looks up what a sidecar holds. */
export async function allLedgers(sidecar: string): Promise<LedgerFiles> {
  const [traces, decisions] = [join(sidecar, "agent_trace.jsonl"), join(sidecar, "decisions.jsonl")];
  return { traces, decisions, all: [traces, decisions, ...(await listPublished(join(sidecar, "ledger")))] };
}

/** What `writ verify` asks of them. */
export const asCommanded = ({ traces, decisions }: LedgerFiles): VerifyOptions => ({
  traces: [traces],
  own: decisions,
  compared: "all",
  told: [traces, decisions],
});
