import type { Cut, KnownLines, LinesStore } from "@writ/contracts";

/** The lines of files that live as long as the program, for tests. */
export function openMemoryLines(): LinesStore {
  const known = new Map<string, KnownLines>();
  let cuts: Cut[] = [];
  return {
    read: (path) => known.get(path) ?? null,
    async write(path, next) {
      if (next === null) known.delete(path);
      else known.set(path, next);
    },
    readCuts: () => cuts,
    async addCuts(added) {
      cuts = [...added, ...cuts].slice(0, 30);
    },
  };
}
