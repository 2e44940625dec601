import { chmodSync, lstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Announce } from "../announce.ts";
import { writeAtomic } from "../atomic.ts";
import { errorCode, storeFailed } from "../failure.ts";
import { readPlainFile, stateFolder, statePath } from "../state/sidecar.ts";

/** What Windows says while an editor or a virus scanner holds the file. */
const busy = new Set(["EPERM", "EACCES", "EBUSY"]);

function holds(path: string, bytes: Uint8Array | null): boolean {
  const now = readPlainFile(path);
  if (now === null || bytes === null) return now === bytes;
  return now instanceof Uint8Array && Buffer.compare(now, bytes) === 0;
}

/**
 * Replaces a tracked file, unless it no longer holds what it was read as: a person's editor takes no lock. The new
 * content is on the disk before the comparison, so that only a rename lies between that and the change.
 * `false` when the file has changed.
 */
export async function replaceUnchanged(
  { root, announce }: { root: string; announce?: Announce },
  file: string,
  before: Uint8Array | null,
  text: string,
): Promise<boolean> {
  const target = join(root, file);
  const next = statePath(stateFolder(root), "active_intents.next");
  await writeAtomic(next, text);
  try {
    const mode = lstatSync(target, { throwIfNoEntry: false })?.mode;
    if (mode !== undefined) chmodSync(next, mode & 0o777);
    await announce?.(target, text);
    if (!holds(target, before)) return false;
    renameSync(next, target);
    return true;
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (process.platform === "win32" && busy.has(code)) return false;
    // `.state/` on another disk: a rename cannot leave it.
    if (code !== "EXDEV") throw storeFailed("write", file, error);
    await writeAtomic(target, text);
    return true;
  }
}
