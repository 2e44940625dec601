import { isSame } from "../publish/said.ts";
import type { Batch } from "./batch.ts";
import { clear, readCount } from "./counts.ts";
import type { Row, Sql, Value } from "./libsql.ts";
import { withFile } from "./plain-file.ts";
import { readPlace } from "./read-back.ts";
import { retire } from "./retire.ts";
import { type AddedIn, toRow } from "./row.ts";
import { byRank, type Source } from "./sources.ts";
import { type Standing, sameInSql } from "./standing.ts";

/** What the settling of orphans needs to know of the rest. */
export interface Resettling {
  sql: Sql;
  batch: Batch;
  addedIn: AddedIn;
  sourceOf(nr: number): Source | undefined;
  pathOf(source: Source): string | undefined;
}

/** One of the places of an id. */
interface Candidate extends Standing {
  source: Source;
  kind: number;
  id: Value;
  /** The number of the record, where it counts at this place; `null` for a copy. */
  nr: number | null;
}

/**
 * Where a record was dropped and copies of it are left, the best of them becomes the record. Ids that have a tombstone
 * are looked at as a whole: it is the same as records that say different things, so what goes or comes decides for all.
 * Gives the ledgers that turned out not to hold what they should.
 */
export function resettle(resettling: Resettling): Set<Source> {
  const { sql } = resettling;
  const stale = new Set<Source>();
  if (readCount(sql, "orphans") === 0) return stale;
  const adopted = new Map<Source, Candidate[]>();
  for (const [kind, id = null] of openIds(sql)) {
    const candidates = candidatesOf(Number(kind), id, resettling);
    const best = new Set(bestOf(candidates));
    for (const one of candidates) {
      if (one.nr !== null && !best.has(one)) retire(sql, { ...one, nr: one.nr, source: one.source.nr });
      if (one.nr !== null || !best.has(one)) continue;
      if (adopted.get(one.source)?.push(one) === undefined) adopted.set(one.source, [one]);
    }
  }
  for (const [source, copies] of adopted) {
    const path = resettling.pathOf(source);
    const isRead = path !== undefined && withFile(path, (fd) => adoptAll(fd, copies, resettling));
    if (isRead !== true) stale.add(source);
  }
  if (stale.size === 0) clear(sql, "orphans");
  return stale;
}

/** Those with a copy of no record, and those with a tombstone. */
function openIds(sql: Sql): Row[] {
  const orphaned = `SELECT kind, id FROM copies c WHERE NOT EXISTS (SELECT 1 FROM records r WHERE ${sameInSql})`;
  const erased = (table: string) => `SELECT kind, id FROM ${table} WHERE names = 0`;
  return sql.prepare(`${orphaned} UNION ${erased("records")} UNION ${erased("copies")}`).all([]);
}

function candidatesOf(kind: number, id: Value, { sql, sourceOf }: Resettling): Candidate[] {
  const rows = sql
    .prepare(
      `SELECT nr, source, place, length, digest, places, names FROM records WHERE id = ?1 AND kind = ?2 UNION ALL
       SELECT NULL, source, place, length, digest, places, names FROM copies WHERE id = ?1 AND kind = ?2`,
    )
    .all([id, kind]);
  return rows.flatMap(([nr, ...rest]) => {
    const [from = 0, place = 0, length = 0, digest = 0, places = 0, names = 0] = rest.map(Number);
    const source = sourceOf(from);
    const standing = { place, length, digest, places, names };
    return source === undefined ? [] : [{ source, kind, id, nr: nr === null ? null : Number(nr), ...standing }];
  });
}

/** In the order of their ranks, each that is the same as none before it. */
function bestOf(candidates: readonly Candidate[]): Candidate[] {
  const best: Candidate[] = [];
  const ranked = candidates.toSorted((one, other) => byRank(one.source, other.source) || one.place - other.place);
  for (const candidate of ranked) if (!best.some((other) => isSame(candidate, other))) best.push(candidate);
  return best;
}

/** Whether all of them stood where they should. */
function adoptAll(fd: number, copies: Candidate[], { sql, batch, addedIn }: Resettling): boolean {
  for (const copy of copies.sort((one, other) => one.place - other.place)) {
    const record = readPlace(fd, copy.source.kind, copy);
    if (record === null) return false;
    sql
      .prepare("DELETE FROM copies WHERE source = ? AND place = ? AND kind = ? AND id = ?")
      .run([copy.source.nr, copy.place, copy.kind, copy.id]);
    batch.add(toRow(record, addedIn), copy.id, copy.source.nr, copy);
  }
  return true;
}
