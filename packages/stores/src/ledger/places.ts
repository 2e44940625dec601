import { closeSync, constants, openSync } from "node:fs";
import { readAt } from "./ledger-file.ts";
import { maxLineBytes } from "./line.ts";

/** Reads single lines of many files again. */
export interface Places {
  /** The line that begins there, without its end; nothing where the file is gone. */
  lineAt(file: string, offset: number): Buffer;
  close(): void;
}

/** Most lines are shorter. */
const usualBytes = 8 * 1024;
/** Files that are held open: one live ledger, and the published ones come one after the other. */
const mostOpen = 8;

/** Nothing open yet. */
export function openPlaces(): Places {
  const open = new Map<string, number>();
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
      try {
        for (let bytes = usualBytes; ; bytes *= 8) {
          const read = readAt(fdOf(file), Buffer.allocUnsafe(bytes), offset);
          const end = read.indexOf(10);
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
