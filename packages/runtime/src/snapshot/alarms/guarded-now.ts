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

/**
 * A book as it counts now: what an earlier version did not compare is accepted as it is, and so is what Writ announced
 * and was killed before it could note.
 */
export function upToDate(book: AlarmBook, now: Guarded): AlarmBook {
  if (book.baseline === null) return book;
  const announced = [...(book.announced ?? [])].filter(([path, hash]) => (now.get(path)?.hash ?? "") === hash);
  if (book.isOld !== true && announced.length === 0) return book;
  const added = book.isOld === true ? [...now].filter(([path]) => isNewlyWatched(path)) : [];
  const baseline = new Map([...added, ...book.baseline]);
  for (const [path] of announced) {
    const state = now.get(path);
    if (state === undefined) baseline.delete(path);
    else baseline.set(path, state);
  }
  return { ...book, baseline };
}
