import { closeSync, fstatSync } from "node:fs";
import { openForLook, readAt } from "./ledger-file.ts";

const newline = 10;
const blockBytes = 64 * 1024;

/** Where the next record will begin: after the last newline, as a line that was cut off is taken out first. */
export function readEnd(file: string): number {
  const fd = openForLook(file);
  if (fd === null) return 0;
  try {
    const { size } = fstatSync(fd);
    const isEnded = size === 0 || readAt(fd, Buffer.alloc(1), size - 1)[0] === newline;
    return isEnded ? size : lineStart(fd, size);
  } finally {
    closeSync(fd);
  }
}

/** Where the line that ends at `end` starts. */
export function lineStart(fd: number, end: number): number {
  for (let to = end; to > 0; to -= blockBytes) {
    const from = Math.max(0, to - blockBytes);
    const found = readAt(fd, Buffer.alloc(to - from), from).lastIndexOf(newline);
    if (found >= 0) return from + found + 1;
  }
  return 0;
}
