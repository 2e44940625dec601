import type { AlarmBook, FileState } from "@writ/contracts";
import { type Guarded, isProtected } from "@writ/engine";
import { isNewlyWatched } from "./guarded-files.ts";
import { hashThatMatters } from "./local-settings.ts";
import { startsWrit } from "./starts-writ.ts";

/** The protected files as they are now. What a known file of the same hash said about Writ it still says. */
export function guardedNow(
  root: string,
  states: ReadonlyMap<string, FileState>,
  baseline: AlarmBook["baseline"],
): Guarded {
  const found = [...states].filter(([path]) => isProtected(path));
  return new Map(
    found.flatMap(([path, state]) => {
      const hash = hashThatMatters(root, path, state);
      if (hash === null) return [];
      const known = baseline?.get(path);
      const calls = known?.hash === hash ? known.calls : startsWrit(root, path, state);
      return [[path, { hash, calls }] as const];
    }),
  );
}

/** A book as this version reads it: what an earlier one did not compare is accepted as it is. */
export function upToDate(book: AlarmBook, now: Guarded): AlarmBook {
  if (book.isOld !== true || book.baseline === null) return book;
  const added = [...now].filter(([path]) => isNewlyWatched(path));
  return { ...book, baseline: new Map([...added, ...book.baseline]) };
}
