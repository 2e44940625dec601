import { openToRead, readAt } from "./ledger-file.ts";

const newline = 10;
const blockBytes = 64 * 1024;

/** Where the next record will begin: after the last newline, as a line that was cut off is taken out first. */
export async function readEnd(file: string): Promise<number> {
  const handle = await openToRead(file);
  if (handle === null) return 0;
  try {
    const { size } = await handle.stat();
    const isEnded = size === 0 || readAt(handle.fd, Buffer.alloc(1), size - 1)[0] === newline;
    return isEnded ? size : lineStart(handle.fd, size);
  } finally {
    await handle.close();
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
