import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { fail } from "@writ/contracts";
import { storeFailed, withFileLock } from "@writ/stores";
import { lockOf, makeFolder } from "./folders.ts";
import { refused } from "./inside.ts";
import { writable } from "./writable.ts";

/** When a file that grows is put aside. */
interface AppendOptions {
  /** The file begins anew once it is at least this large; the old one becomes `FILE.1`, then `FILE.2` … */
  rotateBytes?: number;
  /** How many old ones stay. Three unless told. */
  keep?: number;
  /** Only if the file is there: neither it nor a folder is made. */
  existing?: boolean;
}

/** Follows no link, and waits for nobody at the other end of a pipe. Windows has neither flag. */
const flags = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Appends to a file below the root, whole or not at all, whoever else appends. */
export async function append(root: string, path: string, text: string, options: AppendOptions = {}): Promise<void> {
  const file = await writable(root, path);
  if (options.existing !== true) makeFolder(root, dirname(file));
  else if (lstatSync(file, { throwIfNoEntry: false }) === undefined) throw refused(path, "there is no such file");
  await withFileLock(lockOf(root, file), async () => {
    try {
      if (options.rotateBytes !== undefined) rotate(file, options.rotateBytes, options.keep ?? 3);
      appendWhole(file, Buffer.from(text), options.existing === true ? 0 : constants.O_CREAT);
    } catch (error) {
      throw storeFailed("append to", file, error);
    }
  });
}

function rotate(file: string, limit: number, keep: number): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < limit) return;
  for (let number = keep; number > 1; number -= 1) move(`${file}.${number - 1}`, `${file}.${number}`);
  if (keep > 0) move(file, `${file}.1`);
  else rmSync(file);
}

function move(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to);
}

function appendWhole(file: string, bytes: Uint8Array, creating: number): void {
  const fd = openSync(file, flags | creating, 0o666);
  try {
    const stats = fstatSync(fd);
    const { size, nlink } = stats;
    if (!stats.isFile()) throw fail("STORE_FAILED", { action: `append to ${file}`, reason: "it is no file", file });
    // Its other name may lie anywhere, outside the repository too.
    if (nlink > 1) throw fail("STORE_FAILED", { action: `append to ${file}`, reason: "it has a second name", file });
    if (writeSync(fd, bytes) === bytes.length) return;
    ftruncateSync(fd, size);
    throw fail("STORE_FAILED", { action: `append to ${file}`, reason: "the disk is full", file });
  } finally {
    closeSync(fd);
  }
}
