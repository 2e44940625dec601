import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import type { FileState, Kept, SnapshotStore, UndoFile, UndoRecord } from "@writ/contracts";
import { isSame } from "@writ/engine";
import { lookAt, reachOf } from "../look/look-at.ts";
import { onDisk } from "../look/path-bytes.ts";

/** What would become of one file of a record. */
export interface UndoStep {
  file: UndoFile;
  /** `ready` can be put back; `done` is as it was; `changed` is not what the command left any more; `lost` cannot be. */
  state: "ready" | "done" | "changed" | "lost";
  /** In words, for what is not `ready`. */
  reason?: string;
  /** What the command left is in the last commit: somebody agreed to it, or took it for granted. */
  isCommitted?: true;
}

/** A path, and what should be and is there. */
interface End {
  path: string;
  before: Kept | null;
  after: UndoFile["after"];
}

/** A rename has two ends: what was there comes back under the old name, and goes away under the new one. */
export function endsOf({ path, from, before, after }: UndoFile): End[] {
  if (from === undefined) return [{ path, before, after }];
  return [
    { path: from, before, after: null },
    { path, before: null, after },
  ];
}

const asState = (kept: Pick<FileState, "kind" | "hash" | "mode">): FileState => ({
  ...kept,
  size: 1,
  changedAt: 0,
  stamp: "",
});

const isAs = (now: FileState | null, wanted: Pick<FileState, "kind" | "hash" | "mode"> | null): boolean =>
  now === null || wanted === null ? now === wanted : isSame(now, asState(wanted));

/** What Writ recorded stays recorded. */
const isLedger = (path: string): boolean => /^\.orchestration\/(?:ledger\/|[^/]*\.jsonl$)/.test(path);

/** Why what a file was cannot be had; `null` when it can. */
export function lossOf({ lost, oid, hash }: Kept, store: Pick<SnapshotStore, "copyOf">): string | null {
  if (lost !== undefined) return lost;
  const copy = oid === undefined ? store.copyOf(hash) : "whole";
  if (copy === "whole") return null;
  return copy === "damaged" ? "its copy is damaged" : "its copy was thrown away meanwhile";
}

/** What is under a name, whatever it is. */
const kindAt = (root: string, path: string): "folder" | "other" | null => {
  const stats = lstatSync(onDisk(root, path), { throwIfNoEntry: false });
  return stats === undefined ? null : stats.isDirectory() ? "folder" : "other";
};

/** What is in the way of a file that should come back, and does not go away with the rest; `null` when nothing is. */
function obstacleTo(root: string, path: string, goes: ReadonlySet<string>): string | null {
  const above: string[] = [];
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) above.unshift(folder);
  for (const folder of above) {
    const kind = kindAt(root, folder);
    if (kind === null || goes.has(folder)) return null;
    if (kind !== "folder") return `${folder} is not a folder any more: put it aside yourself`;
  }
  return null;
}

/** Whether every file of a record is as it was. Stops at the first that is not. */
export function isRestored(root: string, { files }: Pick<UndoRecord, "files">): boolean {
  const isReached = reachOf(root);
  // A look sees files and links alone.
  const isBack = ({ path, before }: End) =>
    before === null && isReached(path)
      ? kindAt(root, path) === null
      : isAs(isReached(path) ? lookAt(root, path) : null, before);
  return files.flatMap(endsOf).every(isBack);
}

/** Looks what undoing a record would do now. */
export function planUndo(root: string, { files }: UndoRecord, store: Pick<SnapshotStore, "copyOf">): UndoStep[] {
  const isReached = reachOf(root);
  const goesAway = ({ path, before, after }: End) =>
    before === null && isReached(path) && isAs(lookAt(root, path), after);
  const goes = new Set(
    files
      .flatMap(endsOf)
      .filter(goesAway)
      .map(({ path }) => path),
  );
  const isFolder = (path: string) => isReached(path) && kindAt(root, path) === "folder";
  const stepOf = (file: UndoFile): Omit<UndoStep, "file"> => {
    const ends = endsOf(file).map((end) => ({ ...end, now: isReached(end.path) ? lookAt(root, end.path) : null }));
    const loss = ends.flatMap(({ before }) => (before === null ? [] : (lossOf(before, store) ?? [])))[0];
    const isRepository = ends.some(({ before }) => before?.kind === "repository");
    // A look sees files and links alone.
    if (!isRepository && ends.some(({ path }) => isFolder(path)))
      return { state: "lost", reason: "it is a folder or a repository now: remove it yourself" };
    if (ends.every(({ now, before }) => isAs(now, before))) return { state: "done", reason: "it is as it was" };
    if (ends.some(({ path }) => isLedger(path))) return { state: "lost", reason: "records are never taken back" };
    if (loss !== undefined) return { state: "lost", reason: loss };
    const obstacle = ends.flatMap(({ path, before }) =>
      before === null ? [] : (obstacleTo(root, path, goes) ?? []),
    )[0];
    if (obstacle !== undefined) return { state: "lost", reason: obstacle };
    if (!ends.every(({ now, before, after }) => isAs(now, after) || isAs(now, before)))
      return { state: "changed", reason: "it is not what the command left there any more" };
    return { state: "ready" };
  };
  return files.map((file) => ({ file, ...stepOf(file) }));
}
