import type { FileState, Kept, SnapshotStore, UndoFile, UndoRecord } from "@writ/contracts";
import { isSame } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { readBlob } from "./blobs.ts";
import { bytesAt } from "./copies.ts";
import { mostBytes } from "./limits.ts";
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

/** What Writ recorded stays recorded. */
const isLedger = (path: string): boolean => /^\.orchestration\/(?:ledger\/|[^/]*\.jsonl$)/.test(path);

/** Looks what undoing a record would do now. */
export function planUndo(root: string, { files }: UndoRecord, store: Pick<SnapshotStore, "hasObject">): UndoStep[] {
  const isReached = reachOf(root);
  return files.map((file): UndoStep => {
    const ends = endsOf(file).map((end) => ({ ...end, now: isReached(end.path) ? lookAt(root, end.path) : null }));
    if (ends.every(({ now, before }) => isAs(now, before))) return { file, state: "done", reason: "it is as it was" };
    if (ends.some(({ path }) => isLedger(path))) return { file, state: "lost", reason: "records are never taken back" };
    const lost = ends.find(
      ({ before }) =>
        before !== null && (before.lost !== undefined || (before.oid === undefined && !store.hasObject(before.hash))),
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
  const bytes = now.size > mostBytes ? null : bytesAt(root, path, now);
  if (bytes === null) return { kind, hash, mode, lost: "it was too large to be copied" };
  const copy = sha256(bytes);
  await store.putObject(copy, bytes);
  return { kind, hash: copy, mode };
}

/** What a file was: the copy of it, or what git has. */
async function bytesOf(root: string, path: string, { hash, oid }: Kept, store: SnapshotStore) {
  return (await store.readObject(hash)) ?? (oid === undefined ? null : await readBlob(root, path, oid, hash));
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
      if (now?.lost !== undefined) throw new Blocked("what is there now cannot be copied first: put it aside yourself");
      if (before === null) takeAway(root, path);
      else {
        const bytes = await bytesOf(root, path, before, store);
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
    files: joinMoves(done, steps),
    settled: { at: stamp.at, how: "kept" },
  });
  // What was left out, or could not be put back, waits for a person.
  const back = new Set(done.map(({ path }) => path));
  const isBack = (file: UndoFile) => endsOf(file).every(({ path }) => back.has(path));
  const open = planUndo(root, undone, store).filter(({ file, state }) => state !== "done" && !isBack(file));
  if (open.length === 0) {
    await store.settleUndo(id, { at: stamp.at, how: "undone" });
    await keepAgain(undone, store, stamp.at);
  } else {
    const { settled: _, ...rest } = undone;
    await store.putUndo({ ...rest, files: open.map(({ file }) => file) });
  }
  return { restored: done.map(({ path }) => path).sort(), left, record };
}

/** A move that was put back is one move again, not a file that went and another that came. */
function joinMoves(done: readonly UndoFile[], steps: readonly UndoStep[]): UndoFile[] {
  let files = [...done];
  for (const { file } of steps) {
    const gone = files.find(({ path, op }) => op === "delete" && path === file.path);
    const back = files.find(({ path, op }) => op === "create" && path === file.from);
    if (gone === undefined || back === undefined) continue;
    const moved: UndoFile = { ...gone, path: back.path, from: gone.path, op: "rename", after: back.after };
    files = [...files.filter((one) => one !== gone && one !== back), moved];
  }
  return files;
}

/** Whoever takes an undo back wants what was there: that is agreed to now. */
async function keepAgain({ undoes }: UndoRecord, store: SnapshotStore, at: string): Promise<void> {
  const first = (await store.listUndos()).find(({ id }) => id === undoes);
  if (first?.settled?.how === "undone") await store.settleUndo(first.id, { at, how: "kept" });
}
