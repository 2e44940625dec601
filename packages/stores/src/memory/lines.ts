import type { KnownLines, LinesStore, Piece } from "@writ/contracts";
import { newest } from "../lines/newest.ts";

/** The lines of files that live as long as the program, for tests. */
export function openMemoryLines(): LinesStore {
  const known = new Map<string, KnownLines>();
  let pieces: readonly Piece[] = [];
  return {
    read: (path) => known.get(path) ?? null,
    async write(path, next) {
      if (next === null) known.delete(path);
      else known.set(path, next);
    },
    readPieces: () => [...pieces],
    async addPieces(added, used) {
      pieces = newest(added, pieces, used);
    },
  };
}
