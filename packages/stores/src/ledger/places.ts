import { closeSync, constants, openSync } from "node:fs";
import { readAt } from "./ledger-file.ts";
import { maxLineBytes } from "./line.ts";

/** Reads single lines of many files again. */
export interface Places {
  /** The line that begins there, without its end, until the next is read; nothing where the file is gone. */
  lineAt(file: string, offset: number): Buffer;
  close(): void;
}

/** Most lines are shorter, and what was written together is looked for together. */
const usualBytes = 16 * 1024;
const newline = 10;
/** Files that are held open: one live ledger, and the published ones come one after the other. */
const mostOpen = 8;

/** Nothing open yet. */
export function openPlaces(): Places {
  const open = new Map<string, number>();
  const usual = Buffer.allocUnsafe(usualBytes);
  let last: { file: string; offset: number; bytes: Buffer } = { file: "", offset: 0, bytes: usual.subarray(0, 0) };
  const shut = (file: string, fd: number): void => {
    open.delete(file);
    closeSync(fd);
  };
  const fdOf = (file: string): number => {
    const known = open.get(file);
    if (known !== undefined) return known;
    const [oldest] = open;
    if (oldest !== undefined && open.size >= mostOpen) shut(...oldest);
    const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | constants.O_NONBLOCK);
    open.set(file, fd);
    return fd;
  };
  return {
    lineAt(file, offset) {
      const at = offset - last.offset;
      const known = last.file === file && at >= 0 ? last.bytes.indexOf(newline, at) : -1;
      if (known !== -1 && at < last.bytes.length) return last.bytes.subarray(at, known);
      try {
        for (let bytes = usualBytes; ; bytes *= 8) {
          const read = readAt(fdOf(file), bytes === usualBytes ? usual : Buffer.allocUnsafe(bytes), offset);
          last = { file, offset, bytes: read };
          const end = read.indexOf(newline);
          if (end >= 0) return read.subarray(0, end);
          if (read.length < bytes || bytes > maxLineBytes) return read;
        }
      } catch {
        return Buffer.alloc(0);
      }
    },
    close() {
      for (const one of [...open]) shut(...one);
    },
  };
}
