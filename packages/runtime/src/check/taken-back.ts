import type { TraceRecord } from "@writ/contracts";
import type { LedgerFault } from "@writ/engine/check";
import { isDecisionRecord, type PublishedRecord } from "@writ/stores";
import type { LedgerLine } from "./erased-lines.ts";
import { recordIn } from "./records.ts";
import type { IsStanding } from "./standing.ts";

/** What only tells how a change came about, and is needed as long as the change is there. */
const goesAlong: ReadonlySet<string> = new Set([
  ...["refused", "asked", "approved", "rejected", "expanded", "selected", "observed", "failed", "granted", "undone"],
]);

/**
 * Tells what was taken back from what was removed: a commit was reverted, so that its published file went as a whole,
 * with what it tells of. Of a file that is still there nothing goes for that reason.
 */
export async function markTakenBack(
  faults: readonly LedgerFault[],
  lost: readonly LedgerLine[],
  isGone: (path: string) => boolean,
  findStanding: (traces: readonly TraceRecord[]) => Promise<IsStanding>,
): Promise<LedgerFault[]> {
  const records = new Map<string, PublishedRecord>();
  for (const { path, line, bytes, hash } of lost) {
    const record = isGone(path) ? recordIn(bytes.toString("utf8"), hash) : null;
    if (record !== null) records.set(`${path} ${line}`, record);
  }
  const traces = [...records.values()].filter((record): record is TraceRecord => !isDecisionRecord(record));
  if (traces.length === 0) return [...faults];
  const isStanding = await findStanding(traces);
  const standing = new Set<string>();
  const traced = new Set<string>();
  for (const [place, record] of records) {
    if (isDecisionRecord(record)) continue;
    const path = place.slice(0, place.lastIndexOf(" "));
    traced.add(path);
    if (isStanding(record)) standing.add(path);
  }
  return faults.map((fault): LedgerFault => {
    const record = records.get(`${fault.path} ${fault.line}`);
    if (fault.kind !== "removed" || record === undefined) return fault;
    const isBack = isDecisionRecord(record)
      ? goesAlong.has(record.decision) && traced.has(fault.path) && !standing.has(fault.path)
      : !isStanding(record);
    return isBack ? { ...fault, kind: "reverted" } : fault;
  });
}
