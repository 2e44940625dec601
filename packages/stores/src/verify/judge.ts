import { type Link, toContentHash } from "../ledger/line.ts";
import type { Finding } from "./finding.ts";

/** The newest line of one writer, as far as the file was read. */
export interface Newest {
  writer: string;
  seq: number;
  digest: string;
  line: number;
  offset: number;
  length: number;
  /** The other line the chain may go on from, when records are missing in between: what follows shows which is the stray. */
  over?: Newest;
}

/** What a line means for its writer's chain. */
export interface Judgement {
  /** Whether the chain goes on from this line; not when it came twice or too late. */
  moves: boolean;
  /** Whether it leaves the line before, which may turn out to be where the chain goes on after all. */
  leaves?: true;
  /** What is wrong, and at which line: a hash that does not fit tells of the line before. */
  problem?: Finding;
}

const fine: Judgement = { moves: true };

/** Judges a line by the one its writer wrote before. */
export function judge(link: Link, digest: string, line: number, before: Newest | undefined): Judgement {
  const { seq, writer } = link;
  const gap = { writer, after: before?.seq ?? 0, next: seq, hash: toContentHash(digest) };
  if (before === undefined) {
    if (seq === 1 && link.prev === null) return fine;
    const missing =
      seq === 1 ? "the line it names as the one before is missing" : `${count(seq - 1)} missing before it`;
    const reason = `the chain of ${writer} begins with record ${seq}: ${missing}`;
    return { moves: true, problem: { line, reason, remedy: "known", gap } };
  }
  const { over } = before;
  if (over !== undefined && seq === over.seq + 1 && link.prev === over.digest) {
    if (over.seq < before.seq) return { moves: true, leaves: true };
    const reason = `record ${before.seq} of ${writer} comes after its record ${over.seq}: moved, or there twice`;
    return { moves: true, problem: { line: before.line, reason, remedy: "choose" } };
  }
  if (seq === before.seq + 1) {
    if (link.prev === before.digest) return fine;
    const reason = `changed after it was written: line ${line} holds another hash for it`;
    return { moves: true, problem: { line: before.line, reason, remedy: "choose" } };
  }
  if (digest === before.digest) {
    const reason = `the same record as line ${before.line}`;
    return { moves: false, problem: { line, reason, remedy: "choose" } };
  }
  if (seq > before.seq) {
    const missing = seq - before.seq - 1;
    const reason = `${count(missing)} missing before this line, after number ${before.seq} of ${writer}: deleted or moved`;
    return { moves: true, leaves: true, problem: { line, reason, remedy: "known", gap } };
  }
  const reason = `record ${seq} of ${writer} comes after its record ${before.seq}: moved, or there twice`;
  return { moves: false, problem: { line, reason, remedy: "choose" } };
}

function count(records: number): string {
  return records === 1 ? "1 record is" : `${records} records are`;
}
