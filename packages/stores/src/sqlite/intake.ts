import { type Block, mostEntries } from "./blocks.ts";
import { type Placed, type Settling, settle } from "./settle.ts";
import type { Source } from "./sources.ts";

/** Records that wait to be settled: there may be thousands of ledgers with one or two each. */
export interface Intake {
  /** Whether it was enough to settle. */
  add(entries: Block["entries"], source: Source): boolean;
  /** Settles what still waits. */
  settle(): void;
}

/** What is taken in comes in the order of its ledgers' ranks. */
export function openIntake(settling: Settling): Intake {
  let waiting: Placed[] = [];
  const settleAll = (): void => {
    const placed = waiting;
    waiting = [];
    // One line may hold very many.
    for (let at = 0; at < placed.length; at += mostEntries) settle(placed.slice(at, at + mostEntries), settling);
  };
  return {
    add(entries, source) {
      for (const { entry, length } of entries) waiting.push({ entry, length, source });
      if (waiting.length < mostEntries) return false;
      settleAll();
      return true;
    },
    settle: settleAll,
  };
}
