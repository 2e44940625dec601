import type { Session, UndoRecord } from "@writ/contracts";
import { sidecarName, type Writ } from "@writ/runtime";
import type { Io } from "../io.ts";
import { fromRoot } from "../paths.ts";
import { readRecord } from "../setup/record.ts";
import { isRecorded } from "./recorded.ts";
import { settingsPaths } from "./settings-paths.ts";
import { findSilent, type Silent } from "./silent.ts";
import { type ChangedFile, readWorkTree } from "./work-tree.ts";

/** What changed since the last commit without Writ hearing of it: by a person, or past hooks that do not fire. */
export interface Unrecorded {
  /** From the root, in git's order. */
  readonly files: readonly string[];
  /** Changed files beyond those that were looked at. */
  readonly unlooked: number;
  readonly silent: readonly Silent[];
  /** When these files changed, in milliseconds since 1970. */
  readonly changes: readonly number[];
}

/** So many files are hashed at most, each of at most so many bytes: asking how things stand must stay quick. */
const mostFiles = 300;
const largestFile = 16 * 1024 * 1024;

/** Compares the work tree with the records; `null` where there is no git to ask. */
export async function findUnrecorded(
  writ: Writ,
  io: Pick<Io, "run" | "platform">,
  known: { readonly sessions: readonly Session[]; readonly brain: string; readonly strays: readonly UndoRecord[] },
): Promise<Unrecorded | null> {
  const tree = await readWorkTree(writ.root, io);
  if (tree === null) return null;
  const record = await readRecord(writ.root);
  const installed = Date.parse(record?.at ?? "");
  // What was there before Writ was cannot be on record.
  const since = Math.max(tree.committedAt, Number.isNaN(installed) ? 0 : installed);
  const hook = record?.hook == null ? [] : [fromRoot(writ.root, writ.root, record.hook.file)];
  const ours = [known.brain, ...hook, ...settingsPaths(), ...(await pendingPaths(writ))];
  // What waits to be undone is told of there.
  const strayed = known.strays.flatMap(({ files }) => files.flatMap(({ path, from }) => [path, from ?? path]));
  const told = new Set([...ours, ...strayed]);
  const isTold = (path: string) => path.startsWith(`${sidecarName}/`) || told.has(path);
  const changed = tree.files.filter(({ path, changedAt }) => changedAt > since && !isTold(path));
  const looked = changed
    .filter(({ isGone, size }) => isGone || (size !== null && size <= largestFile))
    .slice(0, mostFiles);
  const unrecorded: ChangedFile[] = [];
  for (const file of looked) if (!(await isRecordedNow(writ, known.sessions, file))) unrecorded.push(file);
  return {
    files: unrecorded.map(({ path }) => path),
    unlooked: changed.length - looked.length,
    silent: await findSilent(known.sessions, unrecorded, io.platform),
    changes: unrecorded.map(({ changedAt }) => changedAt),
  };
}

/** What is being changed right now is recorded when the call ends. */
async function pendingPaths({ sessions }: Writ): Promise<string[]> {
  return (await sessions.listPending()).flatMap(({ files }) => files.map(({ path }) => path));
}

/** A file that goes away or cannot be read meanwhile is nothing to tell about. */
async function isRecordedNow(writ: Writ, sessions: readonly Session[], file: ChangedFile): Promise<boolean> {
  try {
    return await isRecorded(writ, sessions, file);
  } catch {
    return true;
  }
}
