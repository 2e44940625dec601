import type { Sql, Value } from "./libsql.ts";

/** Rows a statement: a call into the library costs more than a row. */
const sizes = [200, 20, 1];

/** Inserts rows that lie one after the other in `values`, `width` of them a row. What is there already stays. */
export function insertRows(sql: Sql, table: string, width: number, values: readonly Value[]): void {
  const row = `(${Array.from({ length: width }, () => "?").join(",")})`;
  let at = 0;
  for (const size of sizes) {
    const step = size * width;
    if (at + step > values.length) continue;
    const rows = Array.from({ length: size }, () => row).join(",");
    const statement = sql.prepare(`INSERT OR IGNORE INTO ${table} VALUES ${rows}`);
    for (; at + step <= values.length; at += step) statement.run(values.slice(at, at + step));
  }
}
