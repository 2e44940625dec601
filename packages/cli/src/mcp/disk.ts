import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { lstat, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { fail } from "@writ/contracts";
import { sha256, writeAtomic } from "@writ/runtime";

/** A file as it is now. */
export interface Found {
  bytes: Buffer;
  hash: string;
  /** Its permissions. */
  mode: number;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** What is there now is not what was judged. */
const stale = (path: string, reason: string) => fail("STALE_FILE", { path, reason });

/** A file that cannot be read: another took its place, or the system does not let us. */
export function unreadable(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ELOOP" || code === "ENOTDIR") return stale(path, "it is another file now");
  if (typeof code !== "string") return error;
  return fail("USAGE", { message: `${path} cannot be read (${code}).`, fix: "Ask your person to look at it." });
}

/** Reads a plain file; `null` when nothing has that name. A link in its place is not followed, and a pipe not waited for. */
export function readFound(file: string, path: string): Found | null {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw stale(path, "it is no plain file now");
    const bytes = readFileSync(handle);
    return { bytes, hash: sha256(bytes), mode: stats.mode & 0o777 };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw unreadable(path, error);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** The folder was looked up without links when the call was judged: one that has a link on its way now is another. */
function requireSameFolder(file: string, path: string): void {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    try {
      if (realpathSync.native(folder) === folder) return;
      throw stale(path, "its folder leads elsewhere now");
    } catch (error) {
      // A folder that is still to be made lies in one that is there.
      if (codeOf(error) !== "ENOENT" || dirname(folder) === folder) throw error;
    }
  }
}

/** What a file must still hold just before it changes. */
export interface Expected {
  /** As people know it. */
  path: string;
  /** `null`: nothing is there. */
  hash: string | null;
}

function requireUnchanged(file: string, { path, hash }: Expected): void {
  const current = readFound(file, path)?.hash ?? null;
  if (current !== hash) throw fail("STALE_FILE", { path, expected_hash: hash, current_hash: current });
}

/** Replaces or makes a file, and the folders it lies in, unless somebody changed it since it was judged. */
export async function putFile(file: string, bytes: Uint8Array, expected: Expected, mode?: number): Promise<void> {
  const check = async () => {
    requireSameFolder(file, expected.path);
    requireUnchanged(file, expected);
  };
  await check();
  // Once more when all is written: only a move is left to do then.
  await writeAtomic(file, bytes, { check, ...(mode === undefined ? {} : { mode }) });
}

/** Deletes a file, unless somebody changed it since it was judged. */
export async function dropFile(file: string, expected: Expected): Promise<void> {
  requireSameFolder(file, expected.path);
  requireUnchanged(file, expected);
  if (!(await lstat(file)).isFile()) throw stale(expected.path, "it is no plain file now");
  await unlink(file);
}
