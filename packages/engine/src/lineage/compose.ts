import type { ContentHash, LineChange } from "@writ/contracts";

/** Where each line of a version comes from: the number of a trace, or one of these. */
export const person = -1;
export const unknown = -2;

/** The lines of one version: who made each, and its fingerprint where that is known. */
export interface Lineage {
  readonly origins: Int32Array;
  /** Numbers that stand for fingerprints; -1 where none is known. */
  readonly prints: Int32Array;
}

/** A version nobody has told anything about: all of it was there before. */
export function untouched(length: number, origin = person): Lineage {
  return { origins: new Int32Array(length).fill(origin), prints: new Int32Array(length).fill(-1) };
}

/** Who made the lines that are new, and what lines look like, by place, as far as a record tells. */
export interface Added {
  origin: number;
  prints: ReadonlyMap<number, number>;
}

/** The next version: kept lines keep who made them, the rest is new. */
export function follow(
  before: Lineage | null,
  { length, kept }: LineChange,
  { origin, prints: known }: Added,
  elsewhere: (path: string, version: ContentHash | undefined) => Lineage | null = () => null,
): Lineage {
  const { origins, prints } = untouched(length, origin);
  for (const [start, count, stood, path, version] of kept) {
    const from = path === undefined ? before : elsewhere(path, version);
    for (let line = 0; line < count; line += 1) {
      origins[start - 1 + line] = from?.origins[stood - 1 + line] ?? (from === null ? person : unknown);
      prints[start - 1 + line] = from?.prints[stood - 1 + line] ?? -1;
    }
  }
  for (const [line, print] of known) prints[line - 1] = print;
  return { origins, prints };
}
