import type { Link } from "../ledger/line.ts";

/** The newest line of one writer, as far as the file was read. */
export interface Newest {
  writer: string;
  seq: number;
  digest: string;
  line: number;
  offset: number;
  length: number;
}

/** What a line means for its writer's chain. */
export interface Judgement {
  /** Whether the chain goes on from this line; not when it came twice or too late. */
  moves: boolean;
  /** What is wrong, and at which line: a hash that does not fit tells of the line before. */
  problem?: { line: number; reason: string };
}

const fine: Judgement = { moves: true };

/** Judges a line by the one its writer wrote before. */
export function judge(link: Link, digest: string, line: number, before: Newest | undefined): Judgement {
  const { seq, writer } = link;
  if (before === undefined) {
    if (seq === 1 && link.prev === null) return fine;
    const missing =
      seq === 1 ? "the line it names as the one before is missing" : `${count(seq - 1)} missing before it`;
    return { moves: true, problem: { line, reason: `the chain of ${writer} begins with record ${seq}: ${missing}` } };
  }
  if (seq === before.seq + 1) {
    if (link.prev === before.digest) return fine;
    const reason = `changed after it was written: line ${line} holds another hash for it`;
    return { moves: true, problem: { line: before.line, reason } };
  }
  if (digest === before.digest)
    return { moves: false, problem: { line, reason: `the same record as line ${before.line}` } };
  if (seq > before.seq) {
    const missing = seq - before.seq - 1;
    const reason = `${count(missing)} missing before this line, after number ${before.seq} of ${writer}: deleted or moved`;
    return { moves: true, problem: { line, reason } };
  }
  const reason = `record ${seq} of ${writer} comes after its record ${before.seq}: moved, or there twice`;
  return { moves: false, problem: { line, reason } };
}

function count(records: number): string {
  return records === 1 ? "1 record is" : `${records} records are`;
}
