import { isDecisionRecord, type PublishedRecord } from "../publish/published-kind.ts";
import { isSame, type Said, saidBy } from "../publish/said.ts";
import type { Batch } from "./batch.ts";
import type { Block } from "./blocks.ts";
import { bump, readCount } from "./counts.ts";
import { digestKey } from "./keys.ts";
import type { Row, Sql, Value } from "./libsql.ts";
import { type Known, retire } from "./retire.ts";
import { type AddedIn, decisionNr, toRow, traceNr } from "./row.ts";
import { byRank, type Source } from "./sources.ts";
import { fromKeptId, toKeptId } from "./texts.ts";

/** What the settling of records needs to know of the rest. */
export interface Settling {
  sql: Sql;
  batch: Batch;
  addedIn: AddedIn;
  sourceOf(nr: number): Pick<Source, "kind" | "name"> | undefined;
}

/** A record as it was read, and the ledger it stands in. */
export type Placed = Block["entries"][number] & { source: Source };

/**
 * Takes records in, each once: one that stands elsewhere too counts where it says the most, and is a copy here or there.
 * What says something else under the same id is another record.
 */
export function settle(placed: readonly Placed[], settling: Settling): void {
  const { sql, batch, addedIn } = settling;
  if (placed.length === 0) return;
  const ids = placed.map(({ entry }) => toKeptId(entry.record.id));
  const standing = standingOf(sql, ids);
  const waiting = readCount(sql, "orphans") > 0 ? copied(sql, ids) : null;
  for (const [nth, { entry, length, source }] of placed.entries()) {
    const { record } = entry;
    const kind = kindNr(record);
    const id = ids[nth] ?? toKeptId(record.id);
    const key = keyOf(kind, record.id);
    const place = { place: entry.offset, length, digest: digestKey(entry.hash), ...saidBy(record) };
    const all = standing.get(key) ?? [];
    const others = all.filter((other) => isSame(other, place));
    // Where the record itself was dropped and copies are left, all of them are looked at in the end.
    const waits = others.length === 0 && waiting?.get(key)?.some((copy) => isSame(copy, place)) === true;
    const isTangled = isTangling(place, all) && all.some((other) => isBetter(source, other, settling));
    if (isTangled) bump(sql, "orphans", 1);
    if (isTangled || waits || !others.every((other) => isBetter(source, other, settling))) {
      batch.addCopy(kind, id, source.nr, place);
      continue;
    }
    // What is better read elsewhere may have come just before.
    if (others.length > 0) batch.flushRecords();
    for (const other of others) retire(sql, { kind, id, ...other });
    const nr = batch.add(toRow(record, addedIn), id, source.nr, place);
    standing.set(key, [...all.filter((other) => !others.includes(other)), { nr, source: source.nr, ...place }]);
  }
  batch.flushRecords();
}

/** A tombstone is the same as records that say different things: where it stands decides which of them count. */
const isTangling = (place: Said, all: readonly Said[]): boolean => [place, ...all].some(({ names }) => names === 0);

const kindNr = (record: PublishedRecord) => (isDecisionRecord(record) ? decisionNr : traceNr);
const keyOf = (kind: unknown, id: string): string => `${kind} ${id}`;

/** In one file the first counts. */
function isBetter(source: Source, other: Known, { sourceOf }: Settling): boolean {
  const theirs = sourceOf(other.source);
  return other.source !== source.nr && (theirs === undefined || byRank(source, theirs) < 0);
}

function standingOf(sql: Sql, ids: readonly Value[]): Map<string, Known[]> {
  const sought = sql.prepare(
    `SELECT kind, id, nr, source, place, length, digest, places, names FROM records
     WHERE id IN (${ids.map(() => "?").join(",")})`,
  );
  return gathered(
    sought.all(ids),
    ([nr = 0, source = 0, place = 0, length = 0, digest = 0, places = 0, names = 0]) => ({
      ...{ nr, source, place, length, digest, places, names },
    }),
  );
}

function copied(sql: Sql, ids: readonly Value[]): Map<string, Said[]> {
  const sought = sql.prepare(
    `SELECT kind, id, places, names FROM copies WHERE id IN (${ids.map(() => "?").join(",")})`,
  );
  return gathered(sought.all(ids), ([places = 0, names = 0]) => ({ places, names }));
}

function gathered<T>(rows: readonly Row[], toOne: (numbers: number[]) => T): Map<string, T[]> {
  const byKey = new Map<string, T[]>();
  for (const [kind, id, ...rest] of rows) {
    const key = keyOf(kind, fromKeptId(id));
    const one = toOne(rest.map(Number));
    if (byKey.get(key)?.push(one) === undefined) byKey.set(key, [one]);
  }
  return byKey;
}
