import { relative, sep } from "node:path";
import type { FileState } from "@writ/contracts";
import { type Guarded, isProtected } from "@writ/engine";
import { openFileAlarms, openFileSnapshots, readPlainFile } from "@writ/stores";
import { sha256 } from "../../hash.ts";
import { sidecarPaths } from "../../paths.ts";
import { keepAccepted } from "./accepted-copies.ts";
import { inGuardTurn } from "./guard-turn.ts";
import { isAnswer, lookAtAnswers, lookAtGuarded } from "./guarded-files.ts";
import { guardedNow, upToDate } from "./guarded-now.ts";
import { forgetSighting } from "./sighting.ts";

type Look = (root: string) => ReadonlyMap<string, FileState>;

/**
 * Runs a command of a user's that may write any of the guard's files, and may wait for the user. What it changed, and
 * nothing else, is accepted: a change made before stays one that a user must hear of.
 */
export async function asOwnChange<T>(root: string, work: () => Promise<T>): Promise<T> {
  const before = lookQuietly(root, lookAtGuarded);
  try {
    return await work();
  } finally {
    await settleQuietly(root, before, lookAtGuarded);
  }
}

/** Runs one write of Writ's own into its intents or its trust. No other process compares the files meanwhile. */
export const asOwnWrite = <T>(root: string, work: () => Promise<T>): Promise<T> => inTurn(root, work, lookAtGuarded);

/** The same for a ticket or a grant. */
export const asOwnAnswer = <T>(root: string, work: () => Promise<T>): Promise<T> => inTurn(root, work, lookAtAnswers);

function inTurn<T>(root: string, work: () => Promise<T>, look: Look): Promise<T> {
  return inGuardTurn(sidecarPaths(root).state, async () => {
    const before = lookQuietly(root, look);
    try {
      return await work();
    } finally {
      await settleQuietly(root, before, look);
    }
  });
}

/**
 * Notes what Writ is about to write, or that it is about to delete a file (`null`). Call it in turn. What another hand
 * changed before stays another's.
 */
export async function announceOwnWrite(root: string, file: string, content: string | null): Promise<void> {
  const { state } = sidecarPaths(root);
  const store = openFileAlarms(state);
  const { baseline } = await store.read();
  const path = relative(root, file).split(sep).join("/");
  const now = readPlainFile(file);
  const hash = now instanceof Uint8Array ? sha256(now) : "";
  if (baseline === null || (baseline.get(path)?.hash ?? "") !== hash) return;
  const next = content === null ? "" : sha256(content);
  await store.update((book) => ({ ...book, announced: new Map(book.announced).set(path, next) }));
}

/** Without a book there is nothing to keep up to date; one that cannot be written only alarms too often. */
const settleQuietly = (root: string, before: Guarded, look: Look): Promise<void> =>
  settle(root, before, look).catch(() => {});

function lookQuietly(root: string, look: Look): Guarded {
  try {
    return guardedNow(root, look(root), null);
  } catch {
    return new Map();
  }
}

async function settle(root: string, before: Guarded, look: Look): Promise<void> {
  const after = guardedNow(root, look(root), null);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const differing = paths.filter((path) => before.get(path)?.hash !== after.get(path)?.hash && isProtected(path));
  if (differing.length === 0) return;
  const { state } = sidecarPaths(root);
  const store = openFileAlarms(state);
  const found = await store.read();
  if (found.baseline === null) return;
  // What was reported while a command waited for its user is not accepted because the command ends.
  const changed = differing.filter((path) => found.seen.get(path) !== (after.get(path)?.hash ?? ""));
  const adapted = (known: Guarded): Guarded => {
    const next = new Map(known);
    for (const path of changed) {
      const [was, is] = [before.get(path), after.get(path)];
      // Another hand was there before ours.
      if (known.get(path)?.hash !== was?.hash) continue;
      if (is === undefined) next.delete(path);
      else next.set(path, is);
    }
    return next;
  };
  const now = guardedNow(root, new Map([...lookAtGuarded(root), ...lookAtAnswers(root)]), null);
  const { baseline } = await store.update((found) => {
    const book = upToDate(found, now);
    const baseline = adapted(book.baseline ?? new Map());
    const seen = new Map(book.seen);
    // What was reported before Writ wrote into it is not news now.
    for (const path of changed)
      if (seen.get(path) === (before.get(path)?.hash ?? "")) seen.set(path, after.get(path)?.hash ?? "");
    const announced = new Map([...(book.announced ?? [])].filter(([path]) => !changed.includes(path)));
    return { ...book, baseline, seen, announced };
  });
  await keepAccepted(root, state, baseline ?? new Map());
  forgetSighting(root);
  // Also for calls that began before: they are compared with what was so then, not with the book.
  if (changed.some((path) => !isAnswer(path))) await openFileSnapshots(state).watchAnew(adapted);
}

/** A user set Writ up: the guard's files are accepted as they are, unless that is written down already. */
export async function beginWatch(root: string): Promise<void> {
  const { state } = sidecarPaths(root);
  const now = guardedNow(root, new Map([...lookAtGuarded(root), ...lookAtAnswers(root)]), null);
  const { baseline } = await openFileAlarms(state).update((book) =>
    book.baseline === null ? { ...book, baseline: now } : upToDate(book, now),
  );
  await keepAccepted(root, state, baseline ?? new Map());
  forgetSighting(root);
}
