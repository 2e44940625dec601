import { dirname } from "node:path";
import { isPlainFolder, openToRead, readSmall } from "../ledger/ledger-file.ts";
import { type Line, linesIn, readLines } from "../ledger/lines.ts";

/** A ledger file that is gone through once. */
interface Source {
  /** All of it, where it was read at once. */
  whole: Buffer | null;
  batches: Iterable<Line[]> | AsyncIterable<Line[]>;
  /** Bytes of it once more. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

const smallBytes = 64 * 1024;
const newline = 10;

/** Opens one ledger file after the other; `null` when there is none. What was read of one is gone with the next. */
export type OpenSource = (file: string) => Promise<Source | null>;

/** For one pass over ledger files: that a folder is no link is looked at once for the files in it. */
export function openSources(): OpenSource {
  const memory = Buffer.allocUnsafeSlow(smallBytes);
  let folder: string | null = null;
  return async (file) => {
    const isPlain = folder === dirname(file) || isPlainFolder(dirname(file));
    folder = isPlain ? dirname(file) : null;
    return (isPlain ? openSmall(file, memory) : null) ?? openLarge(file);
  };
}

/**
 * Published files are small and many: one that is read at once takes a tenth of the time. One whose end is missing may
 * just be written; it is read as it grows.
 */
function openSmall(file: string, memory: Buffer): Source | null {
  const whole = readSmall(file, memory);
  return whole !== null && (whole.length === 0 || whole.at(-1) === newline)
    ? {
        whole,
        batches: [linesIn(whole, 0)],
        read: async (offset, length) => whole.subarray(offset, offset + length),
        close: async () => {},
      }
    : null;
}

async function openLarge(file: string): Promise<Source | null> {
  const handle = await openToRead(file);
  if (handle === null) return null;
  return {
    whole: null,
    batches: readLines(handle),
    read: async (offset, length) => (await handle.read(Buffer.alloc(length), 0, length, offset)).buffer,
    close: () => handle.close(),
  };
}
