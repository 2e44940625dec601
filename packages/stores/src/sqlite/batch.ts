import { insertRows } from "./insert.ts";
import type { Sql, Value } from "./libsql.ts";
import type { IndexRow } from "./row.ts";
import { sortedOrder } from "./sort-keys.ts";
import type { Standing } from "./standing.ts";
import { openWords } from "./words.ts";

/** Rows on their way into the database. An `id` is one as it is kept. */
export interface Batch {
  /** Adds a record that stands at this place, and gives its number. */
  add(row: IndexRow, id: Value, source: number, place: Standing): number;
  addCopy(kind: number, id: Value, source: number, place: Standing): void;
  /** Writes the records themselves, so that others are compared with them. */
  flushRecords(): void;
  /** Writes all the rest. */
  flush(): void;
}

/** Collects rows for one transaction: many at a time, and in the order of their tables, they are written much faster. */
export function openBatch(sql: Sql): Batch {
  const words = openWords(sql);
  let next = 1 + Number(sql.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'records'").get([])?.[0] ?? 0);
  let records: Value[] = [];
  let copies: Value[] = [];
  let found: Value[] = [];
  let marks: { keys: number[]; records: number[]; paths: number[] } = { keys: [], records: [], paths: [] };

  const flushRecords = (): void => {
    insertRows(sql, "records", 19, records);
    insertRows(sql, "copies", 8, copies);
    [records, copies] = [[], []];
  };

  return {
    add(row, id, source, { place, length, digest, places, names }) {
      const nr = next;
      next += 1;
      const { kind, time, seq, lines } = row;
      const session = words.take(kind === 0 ? "traceSession" : "decisionSession", row.session);
      const model = row.model === null ? null : words.take("model", row.model);
      const agent = words.take("agent", row.agent);
      const mutation = row.class === null ? null : words.take("class", row.class);
      const declared = row.declared === null ? null : words.take("class", row.declared);
      records.push(nr, kind, id, source, place, length, digest, time, seq);
      records.push(session, model, agent, mutation, declared, lines.added, lines.removed, lines.others);
      records.push(places, names);
      for (const { space, text, lines: changed } of row.words) {
        found.push(words.take(space, text), time, seq, nr);
        found.push(changed?.added ?? null, changed?.removed ?? null, changed?.others ?? null);
      }
      let [last, lastNr] = ["", -1];
      for (const { key, path } of row.marks) {
        if (lastNr === -1 || path !== last) [last, lastNr] = [path, words.take("traceFile", path)];
        marks.keys.push(key);
        marks.records.push(nr);
        marks.paths.push(lastNr);
      }
      return nr;
    },
    addCopy(kind, id, source, { place, length, digest, places, names }) {
      copies.push(source, place, kind, id, length, digest, places, names);
    },
    flushRecords,
    flush() {
      flushRecords();
      insertRows(sql, "found", 7, found);
      const sorted: number[] = [];
      for (const at of sortedOrder(marks.keys))
        sorted.push(marks.keys[at] ?? 0, marks.records[at] ?? 0, marks.paths[at] ?? 0);
      insertRows(sql, "marks", 3, sorted);
      found = [];
      marks = { keys: [], records: [], paths: [] };
    },
  };
}
