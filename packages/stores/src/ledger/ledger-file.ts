import { closeSync, constants, fstatSync, fsyncSync, lstatSync, openSync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { fail, type ProblemError } from "@writ/contracts";
import { errorCode, storeFailed } from "../failure.ts";

/** Absent on Windows; there the check before it has to do. */
const noFollow = constants.O_NOFOLLOW ?? 0;

/** Opens a ledger to append to it, making it when it is not there. Never through a link, never anything but a file. */
export function openToAppend(file: string): number {
  try {
    refuseLinks(file);
    const isNew = lstatSync(file, { throwIfNoEntry: false }) === undefined;
    // Without O_NONBLOCK, somebody's pipe in this place would hang us.
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | noFollow | constants.O_NONBLOCK;
    const fd = openSync(file, flags, 0o666);
    if (!fstatSync(fd).isFile()) {
      closeSync(fd);
      throw notPlain(file, "it is not a plain file");
    }
    if (isNew) syncFolder(dirname(file));
    return fd;
  } catch (error) {
    throw storeFailed("write", file, error);
  }
}

/** Opens a ledger for reading; `null` when there is none yet. */
export async function openToRead(file: string): Promise<FileHandle | null> {
  try {
    refuseLinks(file);
    return await open(file, constants.O_RDONLY | noFollow | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw storeFailed("read", file, error);
  }
}

/** The same at once, for a look that is over before anything else runs. */
export function openForLook(file: string): number | null {
  try {
    refuseLinks(file);
    return openSync(file, constants.O_RDONLY | noFollow | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw storeFailed("read", file, error);
  }
}

/** Whether a ledger may be in that folder: none is looked for through a link. */
export const isPlainFolder = (folder: string): boolean =>
  lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * All of a file in a plain folder, read into `memory`; `null` when it does not fit in with a byte to spare, or cannot
 * be opened.
 */
export function readSmall(file: string, memory: Buffer): Buffer | null {
  let fd: number | null = null;
  try {
    if (noFollow === 0) refuseLinks(file);
    fd = openSync(file, constants.O_RDONLY | noFollow | constants.O_NONBLOCK);
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size >= memory.length) return null;
    // One byte more: a file that grows meanwhile is none of these.
    const bytes = readAt(fd, memory.subarray(0, stats.size + 1), 0);
    return bytes.length === stats.size ? bytes : null;
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** Fills the buffer from `position` on, as far as there is something. */
export function readAt(fd: number, buffer: Buffer, position: number): Buffer {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(fd, buffer, filled, buffer.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

function refuseLinks(file: string): void {
  if (lstatSync(dirname(file)).isSymbolicLink()) throw notPlain(file, "its folder is a symbolic link");
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) throw notPlain(file, "it is a symbolic link");
  if (stats !== undefined && !stats.isFile()) throw notPlain(file, "it is not a plain file");
}

function notPlain(file: string, reason: string): ProblemError {
  return fail("STORE_FAILED", { action: `use the ledger ${file}`, reason, file });
}

/** A new file is only there after a power cut when its folder was written too. Not every system lets us. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
