import type { LedgerEntry } from "@writ/contracts";
import { readAt } from "../ledger/ledger-file.ts";
import { maxLineBytes } from "../ledger/line.ts";
import { type Line, linesIn } from "../ledger/lines.ts";
import { entryParser } from "../ledger/read.ts";
import type { PublishedRecord } from "../publish/published-kind.ts";
import { kindOf } from "./read-back.ts";
import type { SourceKind } from "./sources.ts";

const newline = 10;
/** Any line that may be read fits in; what does not is too long. */
const blockBytes = maxLineBytes + 64 * 1024;

/** So many records are in memory at once: more live long enough to cost the collector. */
export const mostEntries = 250;

/** The records of one stretch of a ledger. */
export interface Block {
  entries: { entry: LedgerEntry<PublishedRecord>; length: number }[];
  /** Up to where the records stand for good. */
  taken: number;
  /** Up to where it is read. */
  to: number;
  /** Whether the next stretch may be read at another time, by somebody who has not seen this one. */
  isWhole: boolean;
}

/** A ledger from `from` to `size`, stretch by stretch. */
export function* readBlocks(fd: number, kind: SourceKind, from: number, size: number): Generator<Block> {
  const parser = entryParser(kindOf[kind], undefined, () => {});
  let taken = from;
  for (let at = from; at < size; ) {
    const { lines, to } = nextLines(fd, at, size);
    let entries: Block["entries"] = [];
    for (const [nth, line] of lines.entries()) {
      // One line may hold more than fit into the arguments of a call.
      for (const found of parser.entriesOf(line)) entries.push(found);
      const next = lines[nth + 1]?.offset ?? to;
      if (line.ended && !parser.isOpen()) taken = next;
      if (entries.length < mostEntries && nth + 1 < lines.length) continue;
      yield { entries, taken, to: next, isWhole: taken === next };
      entries = [];
    }
    at = to;
  }
}

/** The lines that follow, as many as fit into a block; a line too long for any block is passed over. */
function nextLines(fd: number, at: number, size: number): { lines: Line[]; to: number } {
  const bytes = readAt(fd, Buffer.allocUnsafe(Math.min(blockBytes, size - at)), at);
  const isEnd = at + bytes.length >= size || bytes.length === 0;
  const end = bytes.lastIndexOf(newline) + 1;
  if (isEnd) return { lines: linesIn(bytes, at), to: size };
  if (end > 0) return { lines: linesIn(bytes.subarray(0, end), at), to: at + end };
  const to = endOfLine(fd, at + bytes.length, size);
  const ended = to <= size;
  return {
    lines: [{ bytes: Buffer.alloc(0), line: 1, offset: at, ended, skipped: to - at }],
    to: Math.min(to, size),
  };
}

/** Where the line that goes on here is over; beyond the file when it has no end yet. */
function endOfLine(fd: number, from: number, size: number): number {
  const bytes = Buffer.allocUnsafe(1024 * 1024);
  for (let at = from; at < size; at += bytes.length) {
    const end = readAt(fd, bytes.subarray(0, Math.min(bytes.length, size - at)), at).indexOf(newline);
    if (end !== -1) return at + end + 1;
  }
  return size + 1;
}
