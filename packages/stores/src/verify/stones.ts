import type { LedgerProblem } from "@writ/contracts";
import type { Finding } from "./finding.ts";
import type { Settled, Stone } from "./settled.ts";

/** Tombstones that nobody is on record to have put there, or that say nothing of what stood there. */
export function strayStones({ stones }: { stones: readonly Stone[] }, settled: Settled, isOfTraces = false): Finding[] {
  return stones.flatMap((stone): Finding[] => {
    const { line } = stone;
    if (settled.erasedBy(stone) === null) {
      const reason = "a tombstone that no record of an erasure lists: somebody took a record out";
      return [{ line, reason, remedy: "aside" }];
    }
    if (!isOfTraces || !stone.isBare) return [];
    const reason = "a tombstone of a change that does not say which lines it made: Writ did not write it";
    return [{ line, reason, remedy: "aside" }];
  });
}

/** What was taken out of a chain and only a published record says so: that it was a person's wish nobody vouches for. */
export function foreignErasures(
  file: string,
  { stones }: { stones: readonly Stone[] },
  settled: Settled,
): LedgerProblem[] {
  const groups = new Map<string, { line: number; count: number; of: string }>();
  for (const stone of stones) {
    const eraser = settled.erasedBy(stone);
    if (eraser === null || eraser.isVouched) continue;
    const by = `${eraser.writer} (${eraser.who})`;
    const { line, count } = groups.get(by) ?? { line: stone.line, count: 0 };
    groups.set(by, { line, count: count + 1, of: stone.writer });
  }
  return [...groups].map(([by, { line, count, of }]) => {
    const records = count === 1 ? "1 record" : `${count} records`;
    return {
      file,
      line,
      reason: `${records} of ${of} erased, as a published record of ${by} says, and no anchor covers that`,
    };
  });
}
