import type { DecisionRecord } from "@writ/contracts";
import type { LedgerFault } from "@writ/engine/check";
import { tombstoneFor } from "@writ/stores";
import { sha256 } from "../hash.ts";
import { recordIn } from "./records.ts";

/** A line of a published file. */
export interface LedgerLine {
  path: string;
  line: number;
  bytes: Buffer;
  hash: string;
}

/** What became of lines the base has and the head has not. */
export interface LostLines {
  faults: LedgerFault[];
  /** Ids of records that were erased as it should be. */
  settled: Set<string>;
  /** What was erased before the base ever had it, by its file. */
  onTheWay: LedgerFault[];
  /** How many tombstones came. */
  stones: number;
}

/**
 * Tells what was erased from what was removed. Everything a tombstone says comes from the line it stands for, which the
 * base has: one that says less, or something else, hides a record and is none.
 */
export function judgeLost(
  lost: readonly LedgerLine[],
  added: readonly LedgerLine[],
  decisions: readonly DecisionRecord[],
  sayLoss: (path: string) => string,
): LostLines {
  const stones = new Map(
    added.flatMap((line) => stonesIn(line).map((hash) => [`${line.path} ${hash}`, line] as const)),
  );
  const erasers = eraserBook(decisions);
  const settled = new Set<string>();
  const faults = lost.map(({ path, line, bytes, hash }): LedgerFault => {
    const stone = stones.get(`${path} ${hash}`);
    const place = { path, line };
    if (stone === undefined) return { kind: "removed", ...place, reason: sayLoss(path) };
    const record = recordIn(bytes.toString("utf8"), hash);
    if (record === null || tombstoneFor(bytes, record)?.equals(stone.bytes) !== true)
      return { kind: "removed", ...place, reason: "a tombstone took its place that does not say what it should" };
    settled.add(record.id);
    const who = erasers.get(`${hash} ${stone.hash}`) ?? "nobody is on record for it";
    return { kind: "erased", ...place, reason: `a person's data in it was erased (${who})` };
  });
  const told = new Set(lost.map(({ path, hash }) => `${path} ${hash}`));
  const others = [...stones].filter(([place]) => !told.has(place));
  return { faults, settled, onTheWay: erasedOnTheWay(others, erasers), stones: stones.size };
}

/** Tombstones of what the change itself brought, by their places: comparing it with the base does not show them. */
function erasedOnTheWay(
  stones: readonly (readonly [place: string, stone: LedgerLine])[],
  erasers: ReadonlyMap<string, string>,
): LedgerFault[] {
  const files = new Map<string, string[]>();
  for (const [place, { path, hash }] of stones) {
    const who = erasers.get(`${place.slice(path.length + 1)} ${hash}`) ?? "nobody is on record for it";
    files.set(path, [...(files.get(path) ?? []), who]);
  }
  return [...files].map(([path, who]) => {
    const what = who.length === 1 ? "A record of this change was" : `${who.length} records of this change were`;
    const reason = `${what} erased before anybody judged it (${[...new Set(who)].join("; ")}).`;
    return { kind: "erased", path, line: 0, reason };
  });
}

/** The line a tombstone stands for. */
function stonesIn({ bytes }: LedgerLine): string[] {
  const hash = /^\{"tombstone":\{"hash":"(sha256:[0-9a-f]{64})"/.exec(bytes.toString("latin1", 0, 120))?.[1];
  return hash === undefined ? [] : [hash];
}

/** Who erased a line, and how sure that is, by the hashes of the line and its tombstone. */
function eraserBook(decisions: readonly DecisionRecord[]): Map<string, string> {
  const book = new Map<string, string>();
  for (const { decision, by, assurance, erased, metadata } of decisions) {
    if (decision !== "erased" || !Array.isArray(erased)) continue;
    const who = `by ${word(by)}, ${word(assurance)}, in the records of ${word(metadata?.writer)}`;
    for (const pair of erased) if (Array.isArray(pair)) book.set(`${pair[0]} ${pair[1]}`, who);
  }
  return book;
}

const word = (value: unknown): string => (typeof value === "string" && /^[\w-]{1,64}$/.test(value) ? value : "unknown");

/** The lines of a published file. */
export function ledgerLines(path: string, bytes: Buffer): LedgerLine[] {
  const lines: LedgerLine[] = [];
  for (let at = 0, line = 1; at < bytes.length; line += 1) {
    const found = bytes.indexOf(10, at);
    const end = found === -1 ? bytes.length : found;
    const whole = bytes.subarray(at, bytes[end - 1] === 13 && end > at ? end - 1 : end);
    lines.push({ path, line, bytes: whole, hash: sha256(whole) });
    at = end + 1;
  }
  return lines;
}
