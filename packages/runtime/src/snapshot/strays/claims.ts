import type { ChangedFile, FileContent, FileState, SnapshotStore, TreeChange } from "@writ/contracts";
import { contentOf } from "../../workspace/files.ts";
import type { Stored } from "../look/blobs.ts";
import { bytesAt } from "../look/copies.ts";
import { mostBytes } from "../look/limits.ts";

/** As much of a file as its state tells. */
const known = ({ hash, size }: FileState): FileContent => ({ hash, size, text: null, binary: false });

/** What a file held before a call: the copy that was made, or what git has. */
export async function bytesBefore(
  { path, from, before }: TreeChange,
  stored: ReadonlyMap<string, Stored>,
  store: SnapshotStore,
): Promise<Uint8Array | null> {
  if (before === null) return null;
  return stored.get(from ?? path)?.bytes ?? (await store.readObject(before.hash));
}

/** The changes as the record's steps want them, with the text before and after where it is at hand. */
export async function toChangedFiles(
  root: string,
  changes: readonly TreeChange[],
  stored: ReadonlyMap<string, Stored>,
  store: SnapshotStore,
): Promise<ChangedFile[]> {
  // Beyond it a record says that a file changed, and no lines.
  let room = mostBytes;
  const files: ChangedFile[] = [];
  for (const change of changes) {
    const { path, op, from, before, after } = change;
    room -= (before?.size ?? 0) + (after?.size ?? 0);
    const was = before === null || room < 0 ? null : await bytesBefore(change, stored, store);
    const is = after === null || after.kind !== "file" || room < 0 ? null : bytesAt(root, path, after);
    files.push({
      path,
      op,
      ...(from === undefined ? {} : { from }),
      before: before === null ? null : was === null ? known(before) : contentOf(was),
      after: after === null ? null : is === null ? known(after) : contentOf(is),
    });
  }
  return files;
}
