import { bump, clear, readCount } from "./counts.ts";
import type { Sql } from "./libsql.ts";
import type { Source } from "./sources.ts";

/** Forgets what was read of a ledger from a place on. */
export function dropFrom(sql: Sql, { nr }: Pick<Source, "nr">, place: number): void {
  const count = Number(
    sql.prepare("SELECT count(*) FROM records WHERE source = ? AND place >= ?").get([nr, place])?.[0] ?? 0,
  );
  sql.prepare("DELETE FROM copies WHERE source = ? AND place >= ?").run([nr, place]);
  if (count === 0) return;
  sql.prepare("DELETE FROM records WHERE source = ? AND place >= ?").run([nr, place]);
  bump(sql, "dangling", count);
  bump(sql, "orphans", 1);
}

/** Forgets a ledger. */
export function dropSource(sql: Sql, source: Pick<Source, "nr">): void {
  dropFrom(sql, source, 0);
  sql.prepare("DELETE FROM sources WHERE nr = ?").run([source.nr]);
  for (const name of ["looked", "live", "folders"] as const) clear(sql, name);
}

/** So many rows of records that are gone are not worth a pass over all. */
const fewDangling = 20_000;

/** Deletes what is left of records that are gone, once it is a fair part of the whole. */
export function sweep(sql: Sql): void {
  const dangling = readCount(sql, "dangling");
  if (dangling < fewDangling) return;
  const count = Number(sql.prepare("SELECT count(*) FROM records").get([])?.[0] ?? 0);
  if (dangling < count / 4) return;
  sql.exec("DELETE FROM found WHERE record NOT IN (SELECT nr FROM records)");
  sql.exec("DELETE FROM marks WHERE record NOT IN (SELECT nr FROM records)");
  clear(sql, "dangling");
}
