import { basename } from "node:path";
import { crypto } from "../crypto.ts";
import { parseLine } from "../ledger/json-text.ts";
import { openToRead } from "../ledger/ledger-file.ts";
import { bodyOf, textOf } from "../ledger/line.ts";
import { type Line, readLines } from "../ledger/lines.ts";
import { openPlaces } from "../ledger/places.ts";
import { isObject } from "../ledger/values.ts";
import { isDecisionRecord, type PublishedRecord, publishedKind } from "../publish/published-kind.ts";
import { saysTheSame } from "../publish/said.ts";
import { linkIn } from "./chain.ts";
import type { Finding } from "./finding.ts";
import { openFirstPlaces, type Place } from "./first-places.ts";

/**
 * Looks for records of one id that say different things. Whoever writes a record with the id of another wants it taken
 * for that one; the same record twice is none, as branches bring it.
 */
export interface Twins {
  /** Whether the line is, but for its place in a chain, byte for byte one that was heard before. */
  hear(file: string, line: Line): boolean;
  /** After the last line of all files. */
  end(): Promise<void>;
}

interface TwinsOptions {
  report: (file: string, finding: Finding) => void;
  /** The same files in the same order, once more. */
  again: () => Iterable<string> | AsyncIterable<string>;
  /** Room for how many ids at once, a power of two: with 2 ** 21 it takes up to 27 MB. */
  slots?: number;
}

/** The ids with tags in this range. */
interface Share {
  from: number;
  to: number;
  /** What there is among the first lines, as many as this, was told before it had to wait. */
  told: number;
}

const isOf = (tag: number, { from, to }: Share): boolean => tag >= from && tag < to;

/**
 * Remembers where each id was first met. More ids than fit into memory are looked at share by share: the lines of those
 * that had to wait are read again.
 */
export function openTwins({ report, again, slots = 2 ** 21 }: TwinsOptions): Twins {
  const files: string[] = [];
  const places = openFirstPlaces(slots);
  const reader = openPlaces();
  const tagOf = openTags();
  const waiting: Share[] = [];
  let share: Share = { from: 0, to: 2 ** 32, told: 0 };
  let nth = 0;
  let current: { file: string; line: Line; isCopy: boolean; parsed?: Parsed | null };

  /** Whether the line that stands there has the id of the current one. */
  const isTwin = ({ file, offset, line }: Place): boolean => {
    const name = files[file] ?? "";
    const bytes = reader.lineAt(name, offset);
    const body = bodyOf(bytes);
    // Nearly all are copies, as publishing makes them.
    current.isCopy = body !== null && bodyOf(current.line.bytes)?.equals(body) === true;
    if (current.isCopy) return true;
    if (current.parsed === undefined) current.parsed = parsed(current.line.bytes);
    const [one, other] = [parsed(bytes), current.parsed];
    if (one === null || other === null || !isOne(one.record, other.record)) return false;
    if (nth > share.told && (one.isInChain || other.isInChain) && !saysTheSame(one.record, other.record)) {
      const reason = `two records of one id: line ${line} of ${basename(name)} has the id of this one, and says something else`;
      report(current.file, { line: current.line.line, reason, remedy: "known" });
    }
    return true;
  };

  const hear: Twins["hear"] = (file, line) => {
    nth += 1;
    const tag = tagOf(line.bytes);
    if (tag === null || !isOf(tag, share)) return false;
    current = { file, line, isCopy: false };
    if (places.some(tag, isTwin)) return current.isCopy;
    // What cannot be read is no record; it would be looked at again with each of its kind.
    if (current.parsed === null) return false;
    if (files.at(-1) !== file) files.push(file);
    const place = { file: files.length - 1, offset: line.offset, line: line.line };
    while (isOf(tag, share) && !places.add(tag, place)) {
      const { from, to, told } = share;
      // As many that nothing tells apart there are not.
      if (to - from < 2) return false;
      const middle = (from + to) / 2;
      waiting.push({ from: middle, to, told: Math.max(nth, told) });
      share = { from, to: middle, told };
      places.keep((one) => isOf(one, share));
    }
    return false;
  };

  return {
    hear,
    async end() {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        share = next;
        nth = 0;
        places.keep(() => false);
        files.length = 0;
        for await (const file of again()) await readAgain(file, (line) => void hear(file, line));
      }
      reader.close();
    },
  };
}

async function readAgain(file: string, hear: (line: Line) => void): Promise<void> {
  // What cannot be read was told of the first time.
  const handle = await openToRead(file).catch(() => null);
  try {
    if (handle === null) return;
    for await (const lines of readLines(handle)) for (const line of lines) if (line.skipped === undefined) hear(line);
  } finally {
    await handle?.close();
  }
}

const opening = Buffer.from('{"id":"');
const ending = Buffer.from('id"');
const quote = 0x22;
const backslash = 0x5c;
const firstBeyondAscii = 0x80;

/**
 * Gives a line 32 bits of its id, never 0; `null` to one without. Nobody can foresee them, or somebody would choose ids
 * that all have the same. Nearly no line of Writ's has to be parsed: what it begins with is its id, or nobody takes it
 * for a record. Others' records that have no id have none in common.
 */
function openTags(): (line: Buffer) => number | null {
  const random = new Uint32Array(257);
  crypto().randomFillSync(random);
  const factor = (random[256] ?? 0) | 1;
  const next = (tag: number, byte: number): number => (Math.imul(tag, factor) + (random[byte] ?? 0)) | 0;
  /** Of a text, up to its quote; `null` where it is empty, or not everybody reads it as it is spelled. */
  const tagFrom = (bytes: Buffer, from: number): number | null => {
    let tag = 0;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) return at > from ? mixed(tag) : null;
      if (byte === backslash || byte >= firstBeyondAscii) return null;
      tag = next(tag, byte);
    }
    return null;
  };
  return (line) => {
    const tag = startsAsOurs(line) ? tagFrom(line, opening.length) : null;
    if (tag !== null || (!line.includes(ending) && !line.includes(backslash))) return tag;
    const id = parsed(line)?.record.id;
    return id === undefined ? null : mixed(Buffer.from(id).reduce(next, 0));
  };
}

const mixed = (tag: number): number => Math.imul(tag ^ (tag >>> 15), 0x2c_1b_3c_6d) >>> 0 || 1;

function startsAsOurs(bytes: Buffer): boolean {
  for (let at = 0; at < opening.length; at += 1) if (bytes[at] !== opening[at]) return false;
  return true;
}

interface Parsed {
  record: PublishedRecord;
  /** Two that are in no chain were not written by Writ, and their ids are their own affair. */
  isInChain: boolean;
}

function parsed(bytes: Buffer): Parsed | null {
  const value = parseLine(textOf(bytes));
  const record = publishedKind.parse(value, "");
  return record === null || !isObject(value)
    ? null
    : { record, isInChain: linkIn(value.metadata ?? value.tombstone) !== null };
}

const isOne = (one: PublishedRecord, other: PublishedRecord): boolean =>
  one.id === other.id && isDecisionRecord(one) === isDecisionRecord(other);
