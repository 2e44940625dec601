import { bump } from "./counts.ts";
import { insertRows } from "./insert.ts";
import type { Sql, Value } from "./libsql.ts";
import type { Standing } from "./standing.ts";

/** A record that counts at this place. */
export interface Known extends Standing {
  nr: number;
  source: number;
}

/** A record that is better read elsewhere is a copy where it stood. */
export function retire(sql: Sql, known: Known & { kind: number; id: Value }): void {
  const { nr, kind, id, source, place, length, digest, places, names } = known;
  sql.prepare("DELETE FROM records WHERE nr = ?").run([nr]);
  insertRows(sql, "copies", 8, [source, place, kind, id, length, digest, places, names]);
  bump(sql, "dangling", 1);
}
