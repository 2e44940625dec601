import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IndexState, SnapshotStore, TreeState } from "@writ/contracts";
import { gitFolders } from "../../git/folders.ts";
import { sha256 } from "../../hash.ts";
import { bytesAt } from "./copies.ts";
import { mostBytes } from "./limits.ts";

/** A disk's clock is coarse: an index written so shortly before a look may have been written again since. */
const coarseMs = 100;

/** The stamp of a repository's index, and whether it is still the one an earlier look found; `null` where there is none. */
export function indexStamp(
  root: string,
  known: { stamp: string | undefined; at: string | undefined },
): { stamp: string; isSame: boolean } | null {
  const own = gitFolders(root)?.own;
  const stats = own === undefined ? undefined : statSync(join(own, "index"), { bigint: true, throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > mostBytes) return null;
  const stamp = `${stats.mtimeNs}-${stats.ctimeNs}-${stats.ino}-${stats.size}`;
  const isSettled = Number(stats.ctimeNs / 1_000_000n) + coarseMs < Date.parse(known.at ?? "");
  return { stamp, isSame: stamp === known.stamp && isSettled };
}

function bytesOfIndex(root: string): Uint8Array | null {
  const own = gitFolders(root)?.own;
  return own === undefined ? null : bytesAt(own, "index", { kind: "file" });
}

/** Git's index as it is now. It is read only when it is another one than before. */
export function indexNow(root: string, earlier: TreeState | null): IndexState | null {
  const found = indexStamp(root, { stamp: earlier?.index?.stamp, at: earlier?.at });
  if (found === null) return null;
  if (found.isSame && earlier?.index !== undefined) return { stamp: found.stamp, copy: earlier.index.copy };
  const bytes = bytesOfIndex(root);
  return bytes === null ? null : { stamp: found.stamp, copy: sha256(bytes) };
}

/** Copies the index a look found, where there is no copy of it. A link would change with it. Tells whether it did. */
export async function keepIndex(root: string, { index }: TreeState, store: SnapshotStore): Promise<boolean> {
  if (index === undefined || store.hasObject(index.copy)) return false;
  const bytes = bytesOfIndex(root);
  if (bytes === null || sha256(bytes) !== index.copy) return false;
  try {
    await store.putObject(index.copy, bytes);
    return true;
  } catch {
    // That there is no copy is told when it is needed.
    return false;
  }
}

/** Runs something with the copy of an index in a file of its own; `null` where there is no copy. */
export async function withIndexCopy<T>(
  { stamp, copy }: IndexState,
  store: Pick<SnapshotStore, "readObject">,
  work: (file: string) => Promise<T>,
): Promise<T | null> {
  const bytes = await store.readObject(copy);
  if (bytes === null) return null;
  const folder = mkdtempSync(join(tmpdir(), "writ-index-"));
  try {
    const file = join(folder, "index");
    writeFileSync(file, bytes, { mode: 0o600 });
    // Git looks again at files that are not older than its index: it must not seem younger than it was.
    const written = Number(stamp.split("-")[0]) / 1e9 - 1e-6;
    utimesSync(file, written, written);
    return await work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
