import type { Kept, PendingCall, SnapshotStore, StrayReason, TreeChange, UndoFile, UndoRecord } from "@writ/contracts";
import { isSameKept, mergeUndo } from "@writ/engine";
import { sha256 } from "../../hash.ts";
import type { Stored } from "../look/blobs.ts";
import { largestCopied } from "../look/copies.ts";
import { unseen } from "../look/ignored-before.ts";
import { bytesBefore } from "./claims.ts";

/** A change a person must hear of, and why nobody but a person may put it back. */
export interface Stray {
  change: TreeChange;
  why: StrayReason;
  concurrent: string | null;
}

const pickState = ({ kind, hash, mode }: Kept): Pick<Kept, "kind" | "hash" | "mode"> => ({ kind, hash, mode });

/** Keeps what the file was, so that it can be put back also when git has thrown it away. */
async function keep(
  change: TreeChange,
  stored: ReadonlyMap<string, Stored>,
  store: SnapshotStore,
): Promise<Kept | null> {
  const { before } = change;
  if (before === null) return null;
  const state = pickState(before);
  if (before.kind === "repository") return { ...state, lost: "it is a repository of its own: use git there" };
  if (before.hash === unseen) return { ...state, lost: "nobody had looked at it before, so there is no copy" };
  const oid = stored.get(change.from ?? change.path)?.oid;
  // What is large and in git stays there alone.
  if (before.size > largestCopied || before.hash.startsWith("stat:"))
    return oid === undefined ? { ...state, lost: "it was larger than 1 MB" } : { ...state, oid };
  const bytes = await bytesBefore(change, stored, store);
  if (bytes === null || sha256(bytes) !== before.hash)
    return oid === undefined ? { ...state, lost: "there was no copy of it" } : { ...state, oid };
  try {
    await store.putObject(before.hash, bytes);
    return state;
  } catch (error) {
    return { ...state, lost: error instanceof Error ? error.message : String(error) };
  }
}

/** How strays are put back. */
export interface KeptStrays {
  record: UndoRecord;
  /** What nobody has heard of yet. */
  news: UndoFile[];
  /** What was told, and is something else again. */
  again: UndoFile[];
}

/** Who left strays, and when; `isUntold` where nobody can be told of them yet. */
interface StrayStamp {
  call: Pick<PendingCall, "session" | "intent" | "tool"> & Partial<Pick<PendingCall, "invocationId">>;
  agent: string;
  at: string;
  isUntold?: boolean;
}

/** Writes down how strays are put back: with what the same session already left for its person, where that fits. */
export async function keepStrays(
  strays: readonly Stray[],
  stored: ReadonlyMap<string, Stored>,
  store: SnapshotStore,
  { call, agent, at, isUntold = false }: StrayStamp,
): Promise<KeptStrays> {
  const files: UndoFile[] = [];
  for (const { change, why, concurrent } of strays) {
    const { path, op, from, after } = change;
    files.push({
      path,
      op,
      ...(from === undefined ? {} : { from }),
      before: await keep(change, stored, store),
      after: after === null ? null : pickState(after),
      why,
      ...(concurrent === null ? {} : { concurrent }),
    });
  }
  const { session, intent, tool, invocationId } = call;
  const waiting = (await store.listUndos()).find(
    (one) => one.settled === undefined && one.undoes === undefined && one.session === session && one.intent === intent,
  );
  const merged = waiting === undefined ? null : mergeUndo(waiting.files, files);
  const known = new Map(merged === null ? [] : waiting?.files.map((file) => [file.path, file]));
  const kept = merged === null || waiting === undefined ? { files } : { id: waiting.id, files: merged };
  // A later command may have put back what an earlier one did.
  const settled = kept.files.length === 0 ? { settled: { at, how: "undone" as const } } : {};
  const stamp = {
    at,
    agent,
    session,
    intent,
    tool,
    ...(invocationId === undefined ? {} : { invocation: invocationId }),
  };
  const news = files.filter(({ path }) => !known.has(path));
  const again = (merged ?? []).filter((file) => isOther(file, known.get(file.path)));
  const unheard = isUntold ? [...news, ...again].map(({ path }) => path) : [];
  const untold = [...new Set([...((merged === null ? [] : waiting?.untold) ?? []), ...unheard])];
  const record = await store.putUndo({ ...stamp, ...kept, ...settled, ...(untold.length === 0 ? {} : { untold }) });
  return { record, news, again };
}

/** Whether a file that was told of is not any more what it was then. */
const isOther = ({ after }: UndoFile, known: UndoFile | undefined): boolean =>
  known !== undefined &&
  (after === null || known.after === null ? after !== known.after : !isSameKept(after, known.after));
