import { closeSync, openSync, readSync } from "node:fs";
import { errorCode } from "@writ/stores";

/** A line in which something was found. */
export interface FoundLine {
  /** 1-based. */
  line: number;
  text: string;
}

const chunkBytes = 4 * 1024 * 1024;
/** A line longer than this is looked at in parts, each of which begins a little before the last one ended. */
const longestBytes = 32 * 1024 * 1024;
const overlapBytes = 4 * 1024;
const newline = 10;

/** The lines of a file in which a form is met. A ledger may be larger than any text can be, so it is read in pieces. */
export function* linesWith(file: string, form: RegExp, onProgress?: (doneBytes: number) => void): Generator<FoundLine> {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch (error) {
    // Something else may have taken it away meanwhile: then nothing is left in it.
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    let rest: Buffer = Buffer.alloc(0);
    let line = 1;
    let last = 0;
    for (let at = 0; ; ) {
      const read = readSync(handle, chunk, 0, chunkBytes, at);
      at += read;
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      const whole = bytes.lastIndexOf(newline) + 1;
      const isCut = read > 0 && whole === 0 && bytes.length > longestBytes;
      const end = read === 0 || isCut ? bytes.length : whole;
      for (const found of linesIn(bytes.subarray(0, end), line, form)) {
        if (found.line > last) yield found;
        last = found.line;
      }
      line += countOf(bytes.subarray(0, end));
      rest = bytes.subarray(isCut ? end - overlapBytes : end);
      onProgress?.(at);
      if (read === 0) return;
    }
  } finally {
    closeSync(handle);
  }
}

function* linesIn(bytes: Buffer, first: number, form: RegExp): Generator<FoundLine> {
  const text = bytes.toString("utf8");
  if (!form.test(text)) return;
  for (const [at, line] of text.split("\n").entries()) if (form.test(line)) yield { line: first + at, text: line };
}

function countOf(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}
