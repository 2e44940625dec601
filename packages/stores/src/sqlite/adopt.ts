import { isSame } from "../publish/said.ts";
import type { Batch } from "./batch.ts";
import { clear, readCount } from "./counts.ts";
import type { Sql, Value } from "./libsql.ts";
import { withFile } from "./plain-file.ts";
import { readPlace } from "./read-back.ts";
import { type AddedIn, toRow } from "./row.ts";
import { byRank, type Source } from "./sources.ts";
import { type Standing, sameInSql } from "./standing.ts";
import { fromKeptId } from "./texts.ts";

/** What the adopting of orphans needs to know of the rest. */
export interface Adopting {
  sql: Sql;
  batch: Batch;
  addedIn: AddedIn;
  sourceOf(nr: number): Source | undefined;
  pathOf(source: Source): string | undefined;
}

interface Copy extends Standing {
  source: Source;
  kind: number;
  id: string;
  kept: Value;
}

/**
 * Where a record was dropped and copies of it are left, the best of them becomes the record. Gives the ledgers that
 * turned out not to hold what they should.
 */
export function adoptOrphans(adopting: Adopting): Set<Source> {
  const { sql } = adopting;
  const stale = new Set<Source>();
  if (readCount(sql, "orphans") === 0) return stale;
  const bySource = new Map<Source, Copy[]>();
  for (const copy of bestOf(orphansIn(adopting)))
    if (bySource.get(copy.source)?.push(copy) === undefined) bySource.set(copy.source, [copy]);
  for (const [source, copies] of bySource) {
    const path = adopting.pathOf(source);
    const isRead = path !== undefined && withFile(path, (fd) => adoptAll(fd, copies, adopting));
    if (isRead !== true) stale.add(source);
  }
  if (stale.size === 0) clear(sql, "orphans");
  return stale;
}

function adoptAll(fd: number, copies: readonly Copy[], { sql, batch, addedIn }: Adopting): boolean {
  for (const copy of copies) {
    const record = readPlace(fd, copy.source.kind, copy);
    if (record === null) return false;
    sql
      .prepare("DELETE FROM copies WHERE source = ? AND place = ? AND kind = ? AND id = ?")
      .run([copy.source.nr, copy.place, copy.kind, copy.kept]);
    batch.add(toRow(record, addedIn), copy.kept, copy.source.nr, copy);
  }
  return true;
}

function orphansIn({ sql, sourceOf }: Adopting): Copy[] {
  const rows = sql
    .prepare(
      `SELECT c.source, c.place, c.kind, c.id, c.length, c.digest, c.places, c.names FROM copies c
       WHERE NOT EXISTS (SELECT 1 FROM records r WHERE ${sameInSql})`,
    )
    .all([]);
  return rows.flatMap(([nr, place, kind, kept = null, ...rest]) => {
    const source = sourceOf(Number(nr));
    if (source === undefined) return [];
    const [length = 0, digest = 0, places = 0, names = 0] = rest.map(Number);
    const standing = { place: Number(place), length, digest, places, names };
    return [{ source, kind: Number(kind), id: fromKeptId(kept), kept, ...standing }];
  });
}

function bestOf(copies: readonly Copy[]): Copy[] {
  const best = new Map<string, Copy[]>();
  for (const copy of copies.toSorted((one, other) => byRank(one.source, other.source) || one.place - other.place)) {
    const key = `${copy.kind} ${copy.id}`;
    const others = best.get(key);
    if (others === undefined) best.set(key, [copy]);
    else if (!others.some((other) => isSame(copy, other))) others.push(copy);
  }
  return [...best.values()].flat().sort((one, other) => one.place - other.place);
}
