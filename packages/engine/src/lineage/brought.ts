import type { ContentHash, LineShape } from "@writ/contracts";
import { carry } from "./carry.ts";

/** A version that git had of a file before a call. */
export interface Earlier {
  path: string;
  /** Git's object id. */
  version: ContentHash;
  /** Nobody can say who made it. */
  isUnsure: boolean;
  shapes: readonly LineShape[];
}

/** By line, the version it was brought from, and where it stood there; counted from 0. */
export type Brought = Map<number, { from: Earlier; stood: number }>;

/** A merge of more versions than this is none that git makes. */
const mostVersions = 12;

/**
 * Lines that are new in a file after a call, and that stood in a version git had before it: git brought them, and they
 * are still whoever's they were. Versions of which it can be told who made them come first.
 */
export function broughtFrom(now: readonly LineShape[], fresh: readonly number[], earlier: readonly Earlier[]): Brought {
  const brought: Brought = new Map();
  const open = new Set(fresh);
  for (const isUnsure of [false, true])
    takeFrom(
      now,
      open,
      earlier.filter((one) => one.isUnsure === isUnsure),
      brought,
    );
  return brought;
}

/** First from the version that has most of the lines, and of equal ones the first. */
function takeFrom(now: readonly LineShape[], open: Set<number>, earlier: readonly Earlier[], brought: Brought): void {
  const same = open.size === 0 ? undefined : earlier.find(({ shapes }) => isSame(shapes, now));
  if (same !== undefined) {
    for (const line of open) brought.set(line, { from: same, stood: line });
    open.clear();
  }
  const keys = new Map(earlier.map((one) => [one, new Set(one.shapes.map(({ print }) => print))]));
  for (let round = 0; round < mostVersions && open.size > 0; round += 1) {
    const best = mostOf(now, open, keys);
    if (best === null) return;
    keys.delete(best);
    for (const [line, stood] of carry(best.shapes, now).entries())
      if (stood >= 0 && open.delete(line)) brought.set(line, { from: best, stood });
  }
}

/** The version that has most of the lines, by what they say: brackets and blank lines follow their neighbours. */
function mostOf(
  now: readonly LineShape[],
  open: ReadonlySet<number>,
  keys: ReadonlyMap<Earlier, ReadonlySet<string>>,
): Earlier | null {
  const sought = [...open].flatMap((line) => now[line] ?? []).filter(({ size }) => size > 0);
  let [best, most]: [Earlier | null, number] = [null, 0];
  for (const [one, has] of keys) {
    let size = 0;
    for (const shape of sought) if (has.has(shape.print)) size += shape.size;
    if (size > most) [best, most] = [one, size];
  }
  return best;
}

function isSame(one: readonly LineShape[], other: readonly LineShape[]): boolean {
  return one.length === other.length && one.every(({ print }, at) => print === other[at]?.print);
}
