import type { Sql } from "./libsql.ts";

/**
 * `orphans`: whether copies may be left of records that were dropped. `dangling`: records that were. `looked`: a number
 * made of all ledgers as they were when all of them was taken in; 0 when that is not so. `live`, `folders`: the same of
 * the live ledgers, and of the folders the published ones are in. `published`: how many those are.
 */
export type Count = "orphans" | "dangling" | "looked" | "live" | "folders" | "published";

/** How many there are. */
export function readCount(sql: Sql, name: Count): number {
  return Number(sql.prepare("SELECT value FROM counts WHERE name = ?").get([name])?.[0] ?? 0);
}

export function bump(sql: Sql, name: Count, by: number): void {
  sql.prepare("UPDATE counts SET value = value + ? WHERE name = ?").run([by, name]);
}

export function clear(sql: Sql, name: Count): void {
  sql.prepare("UPDATE counts SET value = 0 WHERE name = ?").run([name]);
}

export function put(sql: Sql, name: Count, value: number): void {
  sql.prepare("INSERT OR REPLACE INTO counts VALUES (?, ?)").run([name, value]);
}
