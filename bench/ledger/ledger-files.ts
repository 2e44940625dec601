import { join } from "node:path";
import { listPublished, type Verification, verifyFiles } from "@writ/stores";

const liveIn = (sidecar: string) => [join(sidecar, "agent_trace.jsonl"), join(sidecar, "decisions.jsonl")] as const;
const publishedIn = (sidecar: string): string => join(sidecar, "ledger");

/** All ledgers of a sidecar, live and published. */
export const allLedgers = async (sidecar: string): Promise<string[]> => [
  ...liveIn(sidecar),
  ...(await listPublished(publishedIn(sidecar))),
];

/** Verifies them as `writ verify` does. */
export function verifyLedgers(sidecar: string): Promise<Verification> {
  const live = liveIn(sidecar);
  const [traces, own] = live;
  return verifyFiles(live, publishedIn(sidecar), { traces: [traces], own, compared: "all", told: live });
}
