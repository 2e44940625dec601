import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { storeFailed } from "../failure.ts";
import { lineStart } from "./end.ts";
import { parseJson } from "./json-text.ts";
import { readAt } from "./ledger-file.ts";
import { maxLineBytes, readLink, textOf } from "./line.ts";
import { pieceReader } from "./pieces.ts";
import { chainDigest } from "./tombstone.ts";
import { isObject } from "./values.ts";

const newline = 10;
const blockBytes = 64 * 1024;

/** Where a ledger ends, once its tail is in order. */
export interface Tail {
  size: number;
  /** The last line is whole but lacks its newline. */
  needsNewline: boolean;
  /** Where the bytes of a write that was cut off went. */
  quarantined?: string;
}

/**
 * Puts the end of a ledger in order after a crash. To be called under the ledger's lock.
 * A whole last line without a newline is kept. One that was cut off was never acknowledged: its bytes move to the
 * quarantine folder, and the ledger ends with the line before.
 */
export function settleTail(fd: number, size: number, file: string, quarantine: string): Tail {
  if (size === 0 || readAt(fd, Buffer.alloc(1), size - 1)[0] === newline) return { size, needsNewline: false };
  const start = lineStart(fd, size);
  const length = size - start;
  const piece = length > maxLineBytes ? null : readAt(fd, Buffer.alloc(length), start);
  if (piece !== null && isKept(piece)) return { size, needsNewline: true };
  const quarantined = join(quarantine, `${basename(file)}.${start}-${length}.torn`);
  copyOut(fd, { start, length, to: quarantined, folder: quarantine });
  try {
    ftruncateSync(fd, start);
  } catch (error) {
    throw storeFailed("take a torn line out of", file, error);
  }
  return { size: start, needsNewline: false, quarantined };
}

/** Whole, or not ours: the last line of an object that another tool spread over several. */
function isKept(piece: Buffer): boolean {
  if (isObject(parseJson(textOf(piece)))) return true;
  let isWhole = true;
  const reader = pieceReader(() => {
    isWhole = false;
  });
  const found = reader.feed({ bytes: piece, line: 1, offset: 0, ended: false });
  reader.end();
  return (isWhole && found.length > 0) || /^[^{\0][\s\S]*[\]}]\s*$|^[\]}]\s*$/.test(textOf(piece).trimStart());
}

function copyOut(fd: number, torn: { start: number; length: number; to: string; folder: string }): void {
  try {
    mkdirSync(torn.folder, { recursive: true });
    const copy = openSync(torn.to, "w", 0o600);
    try {
      for (let done = 0; done < torn.length; ) {
        const block = readAt(fd, Buffer.alloc(Math.min(blockBytes, torn.length - done)), torn.start + done);
        done += writeSync(copy, block);
      }
      fsyncSync(copy);
    } finally {
      closeSync(copy);
    }
  } catch (error) {
    throw storeFailed("move a torn line to", torn.to, error);
  }
}

/** A writer's newest line: what its next one is chained to. */
export interface Head {
  seq: number;
  digest: string;
}

/**
 * The newest line of a writer before `size`. It is the last line of the file, unless other writers share the file.
 * A line that does not end like one of Writ's is passed over; `verify` tells of it.
 */
export function findHead(fd: number, size: number, writer: string): Head | null {
  const sign = Buffer.from(`"writer":"${writer}"`);
  let above = Buffer.alloc(0);
  for (let to = size; to > 0; ) {
    const from = Math.max(0, to - blockBytes * (to === size ? 1 : 16));
    // The first bytes of the block above come along, or a sign on the border would be missed.
    const block = Buffer.concat([readAt(fd, Buffer.alloc(to - from), from), above]);
    for (let at = block.lastIndexOf(sign); at >= 0; at = at === 0 ? -1 : block.lastIndexOf(sign, at - 1)) {
      const head = headAt(fd, from + at, size, writer);
      if (head !== null) return head;
    }
    above = block.subarray(0, sign.length);
    to = from;
  }
  return null;
}

function headAt(fd: number, position: number, size: number, writer: string): Head | null {
  const start = lineStart(fd, position);
  const end = lineEnd(fd, position, size);
  if (end - start > maxLineBytes) return null;
  const line = readAt(fd, Buffer.alloc(end - start), start);
  const bytes = line[line.length - 1] === 13 ? line.subarray(0, -1) : line;
  const link = readLink(bytes);
  return link?.writer === writer ? { seq: link.seq, digest: chainDigest(bytes) } : null;
}

function lineEnd(fd: number, from: number, size: number): number {
  for (let at = from; at < size; at += blockBytes) {
    const found = readAt(fd, Buffer.alloc(Math.min(blockBytes, size - at)), at).indexOf(newline);
    if (found >= 0) return at + found;
  }
  return size;
}
