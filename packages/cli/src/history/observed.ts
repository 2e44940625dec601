import type { DecisionRecord, LedgerEntry } from "@writ/contracts";

/** How often something would have been refused or asked in observe mode, and what would help. */
export interface Observed {
  readonly code: string;
  readonly times: number;
  readonly advice: string;
}

/** What a person can do about each kind of would-have-been. */
const advice: Readonly<Record<string, string>> = {
  NO_ACTIVE_INTENT: "name branches after intents (INT-001-…), or let the agent select one first",
  SCOPE_VIOLATION: "widen the intent: writ intent edit ID --add-scope GLOB",
  STALE_FILE: "let one session at a time change a file, or have the agent read it again",
  APPROVAL_REQUIRED: "list your own test and build commands under runners in .orchestration/config.yaml",
  OPAQUE_EFFECT: "name the tool under tools in .orchestration/config.yaml",
  PROTECTED_PATH: "keep agents away from these files; nothing loosens this",
  PATH_OUTSIDE_WORKSPACE: "list the folder under scratch in .orchestration/config.yaml",
  INTENT_CLOSED: "reopen the intent: writ intent reopen ID",
};

/** Counts what would have been said, most frequent first. */
export async function countObserved(
  decisions: AsyncIterable<Pick<LedgerEntry<DecisionRecord>, "record">>,
): Promise<Observed[]> {
  const times = new Map<string, number>();
  for await (const { record } of decisions) {
    if (record.decision !== "observed") continue;
    const code = record.code ?? "UNKNOWN";
    times.set(code, (times.get(code) ?? 0) + 1);
  }
  return [...times]
    .map(([code, amount]) => ({ code, times: amount, advice: advice[code] ?? "see: writ log" }))
    .sort((one, other) => other.times - one.times || (one.code < other.code ? -1 : 1));
}
