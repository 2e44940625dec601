import { isAscii } from "node:buffer";
import { hash } from "node:crypto";
import type { ChainMetadata, ContentHash } from "@writ/contracts";

/** The longest line Writ writes. Code hosts refuse large files, and one record says what one call changed. */
export const maxRecordBytes = 4 * 1024 * 1024;
/** The longest line or object a reader takes up, whoever wrote it. */
export const maxLineBytes = 2 * maxRecordBytes;

/** What a ledger fills in, and where a line stands in its writer's chain. */
export interface Link {
  v: number;
  writer: string;
  seq: number;
  /** Hex digits of the hash of the writer's line before; `null` for its first. */
  prev: string | null;
}

interface Draft {
  id: string;
  timestamp: string;
  vcs?: unknown;
  files?: unknown;
  metadata: object;
}

/**
 * A record as its line: S1's keys first, then the rest, then `metadata`, which ends with the chain.
 * So the chain stands at the very end of every line, and `verify` finds it without parsing the rest.
 */
export function toLine(record: Draft, chain: ChainMetadata): string {
  const { id, timestamp, vcs, files, metadata, ...rest } = record;
  const { v, writer, seq, prev } = chain;
  // Chain fields the caller may have left in the metadata would win by their place; they are taken out first.
  const own = Object.fromEntries(Object.entries(metadata).filter(([key]) => !(key in chain)));
  return JSON.stringify({ id, timestamp, vcs, files, ...rest, metadata: { ...own, v, writer, seq, prev } });
}

/** A writer's id: what may stand in it, so that no chain is longer than this. */
export const writerForm = /^[\w-]{1,64}$/;
const chainBytes = 256;
const prevStart = '"prev":"sha256:';
const prevNull = '"prev":null}}';
const prevLength = prevStart.length + 64 + '"}}'.length;

/** The chain at the end of a line; `null` when the line does not end with one. By hand: it is read a million times. */
export function readLink(line: Buffer): Link | null {
  const text = line.toString("latin1", Math.max(0, line.length - chainBytes));
  const isFirst = text.endsWith(prevNull);
  const prevAt = text.length - (isFirst ? prevNull.length : prevLength);
  if (!isFirst && !(text.startsWith(prevStart, prevAt) && text.endsWith('"}}'))) return null;
  const seqAt = text.lastIndexOf('","seq":', prevAt);
  const writerAt = text.lastIndexOf(',"writer":"', seqAt);
  const versionAt = text.lastIndexOf('"v":', writerAt);
  if (versionAt < 1 || writerAt < 0 || seqAt < 0) return null;
  const v = Number(text.slice(versionAt + 4, writerAt));
  const seq = Number(text.slice(seqAt + 8, prevAt - 1));
  if (!Number.isInteger(v) || !Number.isInteger(seq)) return null;
  const prev = isFirst ? null : text.slice(prevAt + prevStart.length, -3);
  return { v, writer: text.slice(writerAt + 11, seqAt), seq, prev };
}

const tail =
  /(?:"source_seq":\d+,)?(?:"source":"sha256:[0-9a-f]{64}",)?"v":\d+,"writer":"[\w-]{1,64}","seq":\d+,"prev":(?:null|"sha256:[0-9a-f]{64}")\}\}$/;
const tailBytes = chainBytes + '"source_seq":9007199254740991,"source":"sha256:",'.length + 64;

/** A line without its chain and the live line it was published from: what it says. `null` when it does not end so. */
export function bodyOf(line: Buffer): Buffer | null {
  const [found] = tail.exec(line.toString("latin1", Math.max(0, line.length - tailBytes))) ?? [];
  return found === undefined ? null : line.subarray(0, -found.length);
}

/** Hex digits of a line's hash. The line's end, `\n` or `\r\n`, is not part of it. */
export function lineDigest(line: Buffer): string {
  return hash("sha256", line, "hex");
}

/** The hash as records and entries spell it. */
export function toContentHash(digest: string): ContentHash {
  return `sha256:${digest}`;
}

/** A line as text. Most are plain ASCII, which is read twice as fast. */
export function textOf(line: Buffer): string {
  return line.toString(isAscii(line) ? "latin1" : "utf8");
}
