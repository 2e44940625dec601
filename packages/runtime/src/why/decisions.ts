import type { DecisionKind, DecisionRecord, LedgerIndex, TraceRecord } from "@writ/contracts";
import { inOrder } from "@writ/engine";
import type { CommitRanks } from "../lineage/commit-ranks.ts";
import type { FileName } from "../lineage/former-names.ts";
import { decisionsOn } from "./names.ts";

/** What was decided about the call that made a record: its question, its answer, what it used, what it strayed to. */
export async function decisionsAbout(index: LedgerIndex, { metadata }: TraceRecord): Promise<DecisionRecord[]> {
  if (metadata?.session === undefined) return [];
  const { session, invocation_id: invocation, ticket } = metadata;
  const ofTicket = ticket === undefined ? [] : await index.decisions({ ticket });
  const ofSession = await index.decisions({ session });
  const ofCall = ofSession.filter((one) => one.invocation_id !== undefined && one.invocation_id === invocation);
  const found = new Map([...ofTicket, ...ofCall].map((one) => [one.id, one]));
  return inOrder([...found.values()]);
}

/** What may have changed a file without a record of lines, or was meant to. */
const noted: readonly DecisionKind[] = ["refused", "rejected", "strayed", "drifted", "undone", "alarm"];

/** What is on record about a file beside its changes, under the names it had. */
export async function notesAbout(
  index: LedgerIndex,
  ranks: CommitRanks,
  names: readonly FileName[],
): Promise<DecisionRecord[]> {
  const found = await decisionsOn(index, ranks, names, { kinds: noted });
  return found.filter(({ decision }) => noted.includes(decision));
}
