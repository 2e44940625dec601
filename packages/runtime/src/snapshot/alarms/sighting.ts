import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { AlarmBook, FileState } from "@writ/contracts";
import { type Finding, type Guarded, tamperedWith } from "@writ/engine";
import { openFileAlarms } from "@writ/stores";
import { sidecarPaths } from "../../paths.ts";
import { copiesFolder } from "./accepted-copies.ts";
import { isAnswer, lookAtAnswers, lookAtGuarded } from "./guarded-files.ts";
import { guardedNow, upToDate } from "./guarded-now.ts";
import { isSessionOnRecord } from "./session-record.ts";

/** The guard's files at one moment, beside what is accepted of them. */
export interface Sighting {
  book: AlarmBook;
  now: Guarded;
  states: ReadonlyMap<string, FileState>;
  /** What differs from the accepted state, whether it was reported or not. Decisions do not rely on these files. */
  held: ReadonlyMap<string, Finding>;
  /** There may be something to report, or a first book to write. */
  hasNews: boolean;
}

/** A sighting with everything it depends on. */
interface Remembered extends Sighting {
  at: string;
  stamps: ReadonlyMap<string, string>;
  /** Nothing was written so shortly before that it could have been written again unseen. */
  isSettled: boolean;
  checkedMs: number;
}

/** The last sighting of each workspace. Only a way not to read again what no one touched: the disk is asked each time. */
const sightings = new Map<string, Remembered>();

/** A disk's clock is coarse: two writes so close together may carry one time. */
const coarseMs = 100;
/** The parts of one decision do not ask the disk again. */
const samePartMs = 20;

const upMs = (): number => process.uptime() * 1000;

interface Stamped {
  stamp: string;
  changedMs: number;
}

function stampOf(file: string): Stamped {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return { stamp: "", changedMs: 0 };
    const { ino, size, mtimeMs, ctimeMs, mode } = stats;
    return { stamp: `${ino} ${size} ${mtimeMs} ${ctimeMs} ${mode}`, changedMs: ctimeMs };
  } catch {
    // Something on the way is no folder.
    return { stamp: "?", changedMs: 0 };
  }
}

function isUntouched({ stamps }: Remembered): boolean {
  for (const [file, stamp] of stamps) if (stampOf(file).stamp !== stamp) return false;
  return true;
}

/** What differs from the accepted state. A ticket or grant that is gone opens nothing. */
export const differing = (baseline: NonNullable<AlarmBook["baseline"]>, now: Guarded): Finding[] =>
  tamperedWith(baseline, now, true).filter(({ path, what }) => what !== "deleted" || !isAnswer(path));

/** What of that was not reported yet. */
export const unreported = (found: readonly Finding[], { seen }: Pick<AlarmBook, "seen">, now: Guarded): Finding[] =>
  found.filter(({ path }) => seen.get(path) !== (now.get(path)?.hash ?? ""));

async function look(root: string, known: Remembered | undefined): Promise<Remembered> {
  const startedMs = Date.now();
  const at = new Date(startedMs).toISOString();
  const stamps = new Map<string, string>();
  let newestMs = 0;
  // Before the file itself is read: a change in between shows at the next look.
  const visit = (file: string): void => {
    if (stamps.has(file)) return;
    const { stamp, changedMs } = stampOf(file);
    stamps.set(file, stamp);
    newestMs = Math.max(newestMs, changedMs);
  };
  const { state } = sidecarPaths(root);
  visit(join(state, "alarms.json"));
  visit(join(state, "alarms-key.json"));
  visit(copiesFolder(state));
  const earlier = known === undefined ? null : { at: known.at, guarded: known.states };
  const states = new Map([...lookAtGuarded(root, earlier, visit), ...lookAtAnswers(root, earlier, visit)]);
  const read = await openFileAlarms(state).read();
  const wasThere = () => stamps.get(copiesFolder(state)) !== "" || isSessionOnRecord(root);
  const isLost = read.isLost === true || (read.baseline === null && wasThere());
  const now = guardedNow(root, states, read.baseline);
  const book = upToDate(isLost ? { ...read, isLost } : read, now);
  const accepted = book.baseline ?? new Map();
  const isBlank = book.baseline === null && !isLost;
  const found = isBlank ? [] : differing(accepted, now);
  return {
    book,
    now,
    states,
    held: new Map(found.map((finding) => [finding.path, finding])),
    hasNews:
      book.baseline === null ||
      (book.announced?.size ?? 0) > 0 ||
      stamps.get(copiesFolder(state)) === "" ||
      unreported(found, book, now).length > 0,
    at,
    stamps,
    isSettled: newestMs + coarseMs < startedMs,
    checkedMs: upMs(),
  };
}

/** Looks at the guard's files: at their stamps, and where one differs from the last sighting, into them. */
export async function sight(root: string): Promise<Sighting> {
  const known = sightings.get(root);
  if (known?.isSettled === true && isUntouched(known)) {
    known.checkedMs = upMs();
    return known;
  }
  const fresh = await look(root, known);
  sightings.set(root, fresh);
  return fresh;
}

/** The sighting this decision began with. */
export async function sightAgain(root: string): Promise<Sighting> {
  const known = sightings.get(root);
  return known !== undefined && upMs() - known.checkedMs < samePartMs ? known : sight(root);
}

/** Writ itself changed something: the next decision looks anew. */
export function forgetSighting(root: string): void {
  sightings.delete(root);
}
