import type { Kept, SnapshotStore, UndoFile, UndoRecord } from "@writ/contracts";
import { sha256 } from "../../hash.ts";
import { readBlob } from "../look/blobs.ts";
import { bytesAt } from "../look/copies.ts";
import { mostBytes } from "../look/limits.ts";
import { lookAt, reachOf } from "../look/look-at.ts";
import { Blocked, putBack, takeAway } from "./put-back.ts";
import { endsOf, lossOf, planUndo, type UndoStep } from "./undo-plan.ts";

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

/** Where an undo was made, and by whom. */
interface Stamp {
  at: string;
  agent: string;
  session: string;
}

/** One end of a file of a record. */
type End = ReturnType<typeof endsOf>[number] & Pick<UndoFile, "why">;

/** First everything is taken away that was not there, then the rest comes back. */
function inOrder(steps: readonly UndoStep[]): End[] {
  const ends = steps.flatMap(({ file }) => endsOf(file).map((end) => ({ ...end, why: file.why })));
  return [...ends.filter(({ before }) => before === null).reverse(), ...ends.filter(({ before }) => before !== null)];
}

/** Puts one end back, and gives what takes this back. Throws where it is left alone. */
async function restore(root: string, { path, before, why }: End, store: SnapshotStore): Promise<UndoFile> {
  const now = await keepNow(root, path, store);
  if (now?.lost !== undefined) throw new Blocked("what is there now cannot be copied first: put it aside yourself");
  if (before === null) takeAway(root, path);
  else {
    const bytes = await bytesOf(root, path, before, store);
    if (bytes === null) throw new Blocked(lossOf(before, store) ?? "git has thrown it away meanwhile");
    putBack(root, path, before, bytes);
  }
  const op = now === null ? "create" : before === null ? "delete" : "modify";
  return { path, op, before: now, after: before, why };
}

/** Puts the files of these steps back. */
export async function carryOut(
  root: string,
  undone: UndoRecord,
  steps: readonly UndoStep[],
  store: SnapshotStore,
  stamp: Stamp,
): Promise<Undone> {
  const left: Undone["left"] = [];
  const done: UndoFile[] = [];
  for (const end of inOrder(steps)) {
    try {
      done.push(await restore(root, end, store));
    } catch (error) {
      left.push({ path: end.path, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  if (done.length === 0) return { restored: [], left, record: null };
  const { intent, tool, id } = undone;
  const files = joinMoves(done, steps);
  const settled = { at: stamp.at, how: "kept" as const };
  const record = await store.putUndo({ ...stamp, intent, tool, undoes: id, files, settled });
  await settle(root, undone, new Set(done.map(({ path }) => path)), store, stamp.at);
  return { restored: done.map(({ path }) => path).sort(), left, record };
}

/** What was left out, or could not be put back, waits for a person. */
async function settle(
  root: string,
  undone: UndoRecord,
  back: ReadonlySet<string>,
  store: SnapshotStore,
  at: string,
): Promise<void> {
  const isBack = (file: UndoFile) => endsOf(file).every(({ path }) => back.has(path));
  const open = planUndo(root, undone, store).filter(({ file, state }) => state !== "done" && !isBack(file));
  if (open.length === 0) {
    await store.settleUndo(undone.id, { at, how: "undone" });
    await keepAgain(undone, store, at);
    return;
  }
  const { settled: _, ...rest } = undone;
  await store.putUndo({ ...rest, files: open.map(({ file }) => file) });
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
