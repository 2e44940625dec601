import type { AlarmBook, FileState } from "@writ/contracts";
import { type Guarded, isProtected } from "@writ/engine";
import { openFileAlarms } from "@writ/stores";
import { sidecarPaths } from "../../paths.ts";
import { lookAtGuarded } from "./guarded-files.ts";
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

/** A person set Writ up: from now on the protected files should be as they are, unless that is written down already. */
export async function beginWatch(root: string): Promise<void> {
  await openFileAlarms(sidecarPaths(root).state).update((book) =>
    book.baseline === null ? { ...book, baseline: guardedNow(root, lookAtGuarded(root), null) } : book,
  );
}
