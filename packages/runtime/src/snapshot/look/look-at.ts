import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
} from "node:fs";
import { dirname } from "node:path";
import type { FileState } from "@writ/contracts";
import { crypto } from "@writ/stores";
import { sha256 } from "../../hash.ts";
import { onDisk } from "./path-bytes.ts";

/** Above this a file is not read for every command: that it was touched has to do. */
const largestRead = 16 * 1024 * 1024;
/** A disk's clock is coarse: a file touched so shortly before the last look may have been touched again since. */
const coarseMs = 100;

/** What an earlier look found, and when. */
export interface Earlier {
  state: FileState | null | undefined;
  /** In milliseconds since 1970. */
  at: number;
}

const milliseconds = (nanoseconds: bigint): number => Number(nanoseconds / 1_000n) / 1_000;

function statOf(path: string | Buffer): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    // A folder on the way is none any more, or may not be entered.
    return null;
  }
}

/** Looks at one name; `null` where nothing is that could be kept. Follows no link, waits for no pipe. */
export function lookAt(root: string, path: string, earlier?: Earlier): FileState | null {
  const file = onDisk(root, path);
  const stats = statOf(file);
  if (stats === null || !(stats.isFile() || stats.isSymbolicLink())) return null;
  const mode = Number(stats.mode & 0o7777n);
  const size = Number(stats.size);
  const stamp = `${stats.mtimeNs}-${stats.ctimeNs}-${stats.ino}-${size}-${mode}`;
  const changedAt = milliseconds(stats.ctimeNs);
  const kind = stats.isFile() ? "file" : "link";
  const known = earlier?.state;
  if (known?.stamp === stamp && known.kind === kind && changedAt + coarseMs < (earlier?.at ?? 0)) return known;
  try {
    const hash = kind === "link" ? sha256(readlinkSync(file, { encoding: "buffer" })) : hashOf(file, size);
    return { kind, hash: hash ?? `stat:${stamp}`, mode, size, changedAt, stamp };
  } catch (error) {
    // Gone meanwhile; what is there but may not be read is known by its stamp.
    return statOf(file) === null || isGone(error)
      ? null
      : { kind, hash: `stat:${stamp}`, mode, size, changedAt, stamp };
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

function hashOf(file: string | Buffer, size: number): string | null {
  if (size > largestRead) return null;
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(handle).isFile()) return null;
    const hash = crypto().createHash("sha256");
    const buffer = Buffer.allocUnsafe(Math.min(size + 1, 1024 * 1024));
    for (let bytes = readSync(handle, buffer); bytes > 0; bytes = readSync(handle, buffer))
      hash.update(buffer.subarray(0, bytes));
    return `sha256:${hash.digest("hex")}`;
  } finally {
    closeSync(handle);
  }
}

/** Tells whether a path is reached through folders alone: behind a link it is another file. */
export function reachOf(root: string): (path: string) => boolean {
  const known = new Map<string, boolean>([[".", true]]);
  const isFolder = (folder: string): boolean => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const answer = isFolder(dirname(folder)) && statOf(onDisk(root, folder))?.isDirectory() === true;
    known.set(folder, answer);
    return answer;
  };
  return (path) => isFolder(dirname(path));
}
