import type { FileState, Kept, SnapshotStore, UndoFile, UndoRecord } from "@writ/contracts";
import { isSame } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { bytesAt, largestCopied } from "./copies.ts";
import { lookAt, reachOf } from "./look-at.ts";
import { Blocked, putBack, takeAway } from "./put-back.ts";

/** What would become of one file of a record. */
export interface UndoStep {
  file: UndoFile;
  /** `ready` can be put back; `done` is as it was; `changed` is not what the command left any more; `lost` cannot be. */
  state: "ready" | "done" | "changed" | "lost";
  /** In words, for what is not `ready`. */
  reason?: string;
}

/** A path, and what should be and is there. */
interface End {
  path: string;
  before: Kept | null;
  after: UndoFile["after"];
}

/** A rename has two ends: what was there comes back under the old name, and goes away under the new one. */
function endsOf({ path, from, before, after }: UndoFile): End[] {
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

/** Looks what undoing a record would do now. */
export function planUndo(root: string, { files }: UndoRecord, store: Pick<SnapshotStore, "hasObject">): UndoStep[] {
  const isReached = reachOf(root);
  return files.map((file): UndoStep => {
    const ends = endsOf(file).map((end) => ({ ...end, now: isReached(end.path) ? lookAt(root, end.path) : null }));
    if (ends.every(({ now, before }) => isAs(now, before))) return { file, state: "done", reason: "it is as it was" };
    const lost = ends.find(
      ({ before }) => before !== null && (before.lost !== undefined || !store.hasObject(before.hash)),
    );
    if (lost !== undefined)
      return { file, state: "lost", reason: lost.before?.lost ?? "its copy was thrown away meanwhile" };
    if (!ends.every(({ now, before, after }) => isAs(now, after) || isAs(now, before)))
      return { file, state: "changed", reason: "it is not what the command left there any more" };
    return { file, state: "ready" };
  });
}

/** Keeps what is there now, so that an undo can be undone. */
async function keepNow(root: string, path: string, store: SnapshotStore): Promise<Kept | null> {
  const now = reachOf(root)(path) ? lookAt(root, path) : null;
  if (now === null) return null;
  const { kind, hash, mode } = now;
  const bytes = now.size > largestCopied ? null : bytesAt(root, path, now);
  if (bytes === null || sha256(bytes) !== hash) return { kind, hash, mode, lost: "it was too large to be copied" };
  await store.putObject(hash, bytes);
  return { kind, hash, mode };
}

/** What an undo did. */
export interface Undone {
  /** Paths that are as they were before. */
  restored: string[];
  /** What was left alone, and why. */
  left: { path: string; reason: string }[];
  /** The record that takes this undo back; `null` when nothing was done. */
  record: UndoRecord | null;
}

/** Puts the files of these steps back. First everything is taken away that was not there, then the rest comes back. */
export async function carryOut(
  root: string,
  undone: UndoRecord,
  steps: readonly UndoStep[],
  store: SnapshotStore,
  stamp: { at: string; agent: string; session: string },
): Promise<Undone> {
  const left: Undone["left"] = [];
  const done: UndoFile[] = [];
  const ends = steps.flatMap(({ file }) => endsOf(file).map((end) => ({ ...end, why: file.why })));
  const inOrder = [
    ...ends.filter(({ before }) => before === null).reverse(),
    ...ends.filter(({ before }) => before !== null),
  ];
  for (const { path, before, why } of inOrder) {
    try {
      const now = await keepNow(root, path, store);
      if (before === null) takeAway(root, path);
      else {
        const bytes = await store.readObject(before.hash);
        if (bytes === null) throw new Blocked("its copy was thrown away meanwhile");
        putBack(root, path, before, bytes);
      }
      const op = now === null ? "create" : before === null ? "delete" : "modify";
      done.push({ path, op, before: now, after: before, why });
    } catch (error) {
      left.push({ path, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  if (done.length === 0) return { restored: [], left, record: null };
  const { intent, tool, id } = undone;
  const record = await store.putUndo({
    ...stamp,
    intent,
    tool,
    undoes: id,
    files: done,
    settled: { at: stamp.at, how: "kept" },
  });
  if (left.length === 0) await store.settleUndo(id, { at: stamp.at, how: "undone" });
  return { restored: done.map(({ path }) => path).sort(), left, record };
}
