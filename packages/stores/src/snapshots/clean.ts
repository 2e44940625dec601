import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TreeState, UndoRecord } from "@writ/contracts";
import { namesIn } from "../state/json-file.ts";
import type { Objects } from "./objects.ts";

/** What is kept at most: undo records, the bytes of all copies, and looks of calls that never ended. */
const mostRecords = 50;
const mostBytes = 256 * 1024 * 1024;
const lostHours = 24;
const recentMs = 60_000;

const hashesOf = ({ files }: UndoRecord): string[] =>
  files.flatMap(({ before }) => (before === null ? [] : [before.hash]));

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const pathIn = (folder: string, hash: string): string => join(folder, hash.slice(7, 9), hash.slice(9));

const putAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The records that stay: the newest, none too old, and no more than there is room for. */
export function keptRecords(
  records: readonly UndoRecord[],
  now: string,
  keptDays: number,
  size: (hash: string) => number,
): UndoRecord[] {
  const oldest = new Date(Date.parse(now) - keptDays * 86_400_000).toISOString();
  let room = mostBytes;
  return records
    .slice(0, mostRecords)
    .filter(({ at }) => at >= oldest)
    .filter((record) => {
      room -= hashesOf(record).reduce((sum, hash) => sum + size(hash), 0);
      return room >= 0;
    });
}

/** Looks of calls whose end nobody saw, so long ago that nobody will. */
export function dropLost(folder: string, now: string): void {
  const oldest = Date.parse(now) - lostHours * 3_600_000;
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest) < oldest) rmSync(path, { force: true });
  }
}

/** Throws away bytes that neither a record nor a look speaks of; those that are `gone` however new they are. */
export function dropUnused(
  objects: Objects,
  folder: string,
  records: readonly UndoRecord[],
  trees: readonly TreeState[],
  gone: readonly string[] = [],
): void {
  const used = new Set(records.flatMap(hashesOf));
  for (const { files, guarded, index } of trees) {
    for (const state of [...files.values(), ...guarded.values()]) if (state !== null) used.add(state.hash);
    if (index !== undefined) used.add(index.copy);
  }
  // What was put there just now may be of a look that is still to be written down.
  const recent = Date.now() - recentMs;
  const isOver = (hash: string) => gone.includes(hash) || putAt(pathIn(folder, hash)) < recent;
  for (const hash of objects.list()) if (!used.has(hash) && isOver(hash)) objects.drop(hash);
  // Drafts of processes that died.
  for (const name of namesIn(folder).filter((one) => one.startsWith("."))) rmSync(join(folder, name), { force: true });
}

/** How many bytes a copy has, by its hash. */
export const sizeIn =
  (folder: string) =>
  (hash: string): number =>
    sizeOf(pathIn(folder, hash));
