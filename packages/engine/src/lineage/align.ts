import type { LineShape } from "@writ/contracts";
import { carry } from "./carry.ts";
import { type Lineage, person } from "./compose.ts";

/** A version that is known by its lineage. */
export interface Basis {
  lineage: Lineage;
  /** The lines' shapes; lines of which nothing is known are like no other. */
  shapes: readonly LineShape[];
}

/**
 * Who made the lines of a text nobody recorded, from versions that are known: a line that a basis has keeps its maker.
 * The first basis that has a line decides; what none has is a person's.
 */
export function align(now: readonly LineShape[], bases: readonly Basis[]): Int32Array {
  const origins = new Int32Array(now.length).fill(person);
  const isFound = new Uint8Array(now.length);
  for (const { lineage, shapes } of bases) {
    if (isFound.every((found) => found === 1)) break;
    const sources = carry(shapes, now);
    for (const [at, source] of sources.entries()) {
      if (source < 0 || isFound[at] === 1) continue;
      origins[at] = lineage.origins[source] ?? person;
      isFound[at] = 1;
    }
  }
  return origins;
}
