import type { FileState } from "@writ/contracts";
import { type Guarded, isProtected } from "@writ/engine";
import { openFileAlarms, openFileSnapshots } from "@writ/stores";
import { sidecarPaths } from "../../paths.ts";
import { lookAtGuarded } from "./guarded-files.ts";
import { hashThatMatters } from "./local-settings.ts";
import { startsWrit } from "./starts-writ.ts";

/**
 * Runs something of Writ's own that may change protected files. What it changed, and nothing else, is from then on what
 * those files should be: a change somebody else made before stays one that a person must hear of.
 */
export async function asOwnChange<T>(root: string, work: () => Promise<T>): Promise<T> {
  const before = lookQuietly(root);
  try {
    return await work();
  } finally {
    await settle(root, before).catch(() => {
      // Without a book there is nothing to keep up to date; one that cannot be written only alarms too often.
    });
  }
}

/** The protected files, and the hash of what matters in each. */
type Hashes = ReadonlyMap<string, { hash: string; state: FileState }>;

function hashesNow(root: string): Hashes {
  const found = [...lookAtGuarded(root)].filter(([path]) => isProtected(path));
  return new Map(
    found.flatMap(([path, state]) => {
      const hash = hashThatMatters(root, path, state);
      return hash === null ? [] : [[path, { hash, state }] as const];
    }),
  );
}

function lookQuietly(root: string): Hashes {
  try {
    return hashesNow(root);
  } catch {
    return new Map();
  }
}

async function settle(root: string, before: Hashes): Promise<void> {
  const after = hashesNow(root);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter((path) => before.get(path)?.hash !== after.get(path)?.hash);
  if (changed.length === 0) return;
  const { state } = sidecarPaths(root);
  const store = openFileAlarms(state);
  if ((await store.read()).baseline === null) return;
  const adapted = (known: Guarded): Guarded => {
    const next = new Map(known);
    for (const path of changed) {
      const [was, is] = [before.get(path), after.get(path)];
      // Another hand was there before ours.
      if (known.get(path)?.hash !== was?.hash) continue;
      if (is === undefined) next.delete(path);
      else next.set(path, { hash: is.hash, calls: startsWrit(root, path, is.state) });
    }
    return next;
  };
  await store.update((book) => ({ ...book, baseline: adapted(book.baseline ?? new Map()) }));
  // Also for calls that began before: they are compared with what was so then, not with the book.
  await openFileSnapshots(state).watchAnew(adapted);
}
