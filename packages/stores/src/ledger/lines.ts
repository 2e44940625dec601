import type { FileHandle } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { maxLineBytes } from "./line.ts";

/** One line of a file, without its end. */
export interface Line {
  bytes: Buffer;
  /** 1-based, counted from where reading began. */
  line: number;
  /** Where it starts, in bytes. */
  offset: number;
  /** Whether a newline ended it; only the last line of a file can lack one. */
  ended: boolean;
  /** Set for a line too long to be taken up: how long it is. `bytes` is then empty. */
  skipped?: number;
}

/** Which bytes of a file are read. */
export interface Span {
  from?: number;
  to?: number;
}

const chunkBytes = 1024 * 1024;
/** Most files are small: only one that fills this is worth a whole chunk. */
const firstBytes = 32 * 1024;
/** Room for what is left over of the chunk before. */
const slackBytes = 64 * 1024;
const newline = 10;
const carriageReturn = 13;
const nothing = Buffer.alloc(0);
/** How long a line that is just being written may take to get its end. */
const graceMs = 20;

/** A chunk may be nothing but short lines, each of which takes far more room than its bytes. */
const mostLines = 4096;

/**
 * The lines of a file, some of a chunk at a time: two chunks and one line are the most that is in memory.
 * While the caller works on one chunk, the next is read. Both take turns in the same memory, so whoever wants to keep
 * the bytes of a line beyond its chunk copies them.
 */
export async function* readLines(handle: FileHandle, span: Span = {}): AsyncGenerator<Line[]> {
  let start = span.from ?? 0;
  let line = 1;
  // Bytes of a line too long, already let go.
  let dropped = 0;
  let rest: Buffer = nothing;
  let spare: Buffer = nothing;
  let next = readChunk(handle, { rest, spare, position: start, to: span.to, most: firstBytes });
  try {
    for (;;) {
      const { buffer, memory, isFull } = await next;
      if (buffer.length === rest.length) break;
      const end = buffer.lastIndexOf(newline) + 1;
      const batches = split(buffer.subarray(0, end), { line, start, dropped });
      rest = buffer.subarray(end);
      start += end;
      if (end > 0) dropped = 0;
      if (rest.length > maxLineBytes) {
        start += rest.length;
        dropped += rest.length;
        rest = nothing;
      }
      next = readChunk(handle, {
        rest,
        spare,
        position: start + rest.length,
        to: span.to,
        most: isFull ? chunkBytes : firstBytes,
      });
      spare = memory;
      for (const lines of batches) {
        line += lines.length;
        yield lines;
      }
    }
    if (rest.length + dropped > 0) yield [toLine(rest, { line, start, dropped }, false)];
  } finally {
    // The caller may have had enough; the handle is closed once nothing is under way.
    await next.catch(() => undefined);
  }
}

interface Wanted {
  /** What was left over of the chunk before. */
  rest: Buffer;
  /** Memory nobody looks at any more. */
  spare: Buffer;
  position: number;
  to: number | undefined;
  most: number;
}

interface Chunk {
  buffer: Buffer;
  memory: Buffer;
  /** Whether there were as many bytes as wanted. */
  isFull: boolean;
}

/** What was left over, and the next bytes after it. */
async function readChunk(handle: FileHandle, wanted: Wanted): Promise<Chunk> {
  const { rest, spare, position, to = Number.MAX_SAFE_INTEGER, most } = wanted;
  const length = Math.min(most, to - position);
  if (length <= 0) return { buffer: rest, memory: spare, isFull: false };
  const room = rest.length + length;
  const memory = spare.length >= room ? spare : Buffer.allocUnsafeSlow(room + slackBytes);
  rest.copy(memory);
  let { bytesRead } = await handle.read(memory, rest.length, length, position);
  if (bytesRead === 0 && rest.length > 0) {
    await sleep(graceMs);
    ({ bytesRead } = await handle.read(memory, rest.length, length, position));
  }
  return { buffer: memory.subarray(0, rest.length + bytesRead), memory, isFull: bytesRead === length };
}

interface Place {
  line: number;
  start: number;
  dropped: number;
}

/** The lines of bytes already in memory; `start` is where they begin in their file. */
export function linesIn(buffer: Buffer, start: number): Line[] {
  const end = buffer.lastIndexOf(newline) + 1;
  const lines = [...split(buffer.subarray(0, end), { line: 1, start, dropped: 0 })].flat();
  if (end < buffer.length) {
    lines.push(toLine(buffer.subarray(end), { line: lines.length + 1, start: start + end, dropped: 0 }, false));
  }
  return lines;
}

function* split(buffer: Buffer, place: Place): Generator<Line[]> {
  let lines: Line[] = [];
  let { line, dropped } = place;
  for (let from = 0; from < buffer.length; line += 1) {
    const end = buffer.indexOf(newline, from);
    lines.push(toLine(buffer.subarray(from, end), { line, start: place.start + from, dropped }, true));
    from = end + 1;
    dropped = 0;
    if (lines.length === mostLines) {
      yield lines;
      lines = [];
    }
  }
  if (lines.length > 0) yield lines;
}

function toLine(bytes: Buffer, { line, start, dropped }: Place, ended: boolean): Line {
  const length = bytes.length + dropped;
  const offset = start - dropped;
  if (length > maxLineBytes) return { bytes: nothing, line, offset, ended, skipped: length };
  const isCrLf = ended && bytes[bytes.length - 1] === carriageReturn;
  return { bytes: isCrLf ? bytes.subarray(0, -1) : bytes, line, offset, ended };
}
