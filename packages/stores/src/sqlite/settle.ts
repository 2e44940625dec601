import { isDecisionRecord, type PublishedRecord } from "../publish/published-kind.ts";
import type { Batch } from "./batch.ts";
import type { Block } from "./blocks.ts";
import { bump, readCount } from "./counts.ts";
import { insertRows } from "./insert.ts";
import { digestKey } from "./keys.ts";
import type { Sql, Value } from "./libsql.ts";
import type { Place } from "./read-back.ts";
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

interface Standing extends Place {
  nr: number;
  source: number;
}

/** Takes records in, each once: one that stands elsewhere too counts where it says the most, and is a copy here or there. */
export function settle(entries: Block["entries"], source: Source, settling: Settling): void {
  const { sql, batch, addedIn } = settling;
  if (entries.length === 0) return;
  const ids = entries.map(({ entry }) => toKeptId(entry.record.id));
  const standing = standingOf(sql, ids);
  const waiting = readCount(sql, "orphans") > 0 ? copied(sql, ids, standing) : null;
  for (const [nth, { entry, length }] of entries.entries()) {
    const { record } = entry;
    const kind = kindNr(record);
    const id = ids[nth] ?? toKeptId(record.id);
    const key = keyOf(kind, record.id);
    const place = { place: entry.offset, length, digest: digestKey(entry.hash) };
    const other = standing.get(key);
    // Where the record itself was dropped and copies are left, all of them are looked at in the end.
    if (waiting?.has(key) === true || (other !== undefined && !isBetter(source, other, settling))) {
      batch.addCopy(kind, id, source.nr, place);
      continue;
    }
    if (other !== undefined) retire(sql, kind, id, other);
    standing.set(key, { nr: batch.add(toRow(record, addedIn), id, source.nr, place), source: source.nr, ...place });
  }
  batch.flushRecords();
}

const kindNr = (record: PublishedRecord) => (isDecisionRecord(record) ? decisionNr : traceNr);
const keyOf = (kind: unknown, id: string): string => `${kind} ${id}`;

/** In one file the first counts. */
function isBetter(source: Source, other: Standing, { sourceOf }: Settling): boolean {
  const theirs = sourceOf(other.source);
  return other.source !== source.nr && (theirs === undefined || byRank(source, theirs) < 0);
}

function standingOf(sql: Sql, ids: readonly Value[]): Map<string, Standing> {
  const sought = sql.prepare(
    `SELECT kind, id, nr, source, place, length, digest FROM records WHERE id IN (${ids.map(() => "?").join(",")})`,
  );
  return new Map(
    sought.all(ids).map(([kind, id, ...rest]) => {
      const [nr = 0, source = 0, place = 0, length = 0, digest = 0] = rest.map(Number);
      return [keyOf(kind, fromKeptId(id)), { nr, source, place, length, digest }];
    }),
  );
}

function copied(sql: Sql, ids: readonly Value[], standing: ReadonlyMap<string, Standing>): Set<string> {
  const sought = sql.prepare(`SELECT kind, id FROM copies WHERE id IN (${ids.map(() => "?").join(",")})`);
  const keys = sought.all(ids).map(([kind, id]) => keyOf(kind, fromKeptId(id)));
  return new Set(keys.filter((key) => !standing.has(key)));
}

/** A record that is better read elsewhere is a copy where it stood. */
function retire(sql: Sql, kind: number, id: Value, { nr, source, place, length, digest }: Standing): void {
  sql.prepare("DELETE FROM records WHERE nr = ?").run([nr]);
  insertRows(sql, "copies", 6, [source, place, kind, id, length, digest]);
  bump(sql, "dangling", 1);
}
