import type { PairTally, Tally, TallyBy } from "@writ/contracts";
import { dayOf } from "../ledger/order.ts";
import { readCount } from "./counts.ts";
import { findAll, momentsOf, type Wanted } from "./find.ts";
import type { Row, Sql } from "./libsql.ts";
import { spaces, traceNr } from "./row.ts";

const dayMs = 86_400_000;

/** A record's own row says it all, but it may be about several files and intents. */
const columns: Record<TallyBy, string | { space: number }> = {
  intent: { space: spaces.traceIntent },
  file: { space: spaces.traceFile },
  model: "r.model",
  session: "r.session",
  agent: "r.agent",
  class: "r.class",
  declared: "r.declared",
  day: `CASE r.time WHEN 0 THEN NULL ELSE r.time - ((r.time % ${dayMs}) + ${dayMs}) % ${dayMs} END`,
};

/** Counts traces and their lines, without reading one. */
export function tallyBy(sql: Sql, by: TallyBy, wanted: Wanted, wordOf: (nr: number) => string): Tally[] {
  const column = columns[by];
  const { only, values } = choose(sql, wanted);
  const rows =
    typeof column === "string"
      ? sql.prepare(`SELECT ${column}, ${sums("r")} FROM records r WHERE ${only("r", "nr")} GROUP BY 1`).all(values)
      : sql
          .prepare(
            `SELECT f.word, ${sums("f")} FROM found f WHERE ${isOf("f", column)} AND ${only("f", "record")} ${isThere(sql)}
             GROUP BY 1`,
          )
          .all(values);
  const textOf = textReader(wordOf);
  return rows
    .map(([key, ...rest]): Tally => ({ key: textOf(by, key), ...toSums(rest) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** The same by two things at once. */
export function tallyPairs(
  sql: Sql,
  by: TallyBy,
  and: TallyBy,
  wanted: Wanted,
  wordOf: (nr: number) => string,
): PairTally[] {
  const { only, values } = choose(sql, wanted);
  const { before, keys, table, from } = pairsOf(columns[by], columns[and], only, isThere(sql));
  const rows = sql.prepare(`${before} SELECT ${keys}, ${sums(table)} ${from} GROUP BY 1, 2`).all(values);
  const textOf = textReader(wordOf);
  return rows
    .map(([key, other, ...rest]): PairTally => ({ key: textOf(by, key), and: textOf(and, other), ...toSums(rest) }))
    .sort((one, other) => (one.key === other.key ? (one.and < other.and ? -1 : 1) : one.key < other.key ? -1 : 1));
}

/** Counts with how many others each thing comes, without naming them. */
export function countEach(
  sql: Sql,
  by: TallyBy,
  and: TallyBy,
  wanted: Wanted,
  wordOf: (nr: number) => string,
): Map<string, number> {
  const { only, values } = choose(sql, wanted);
  const { before, keys, from } = pairsOf(columns[by], columns[and], only, isThere(sql));
  const rows = sql
    .prepare(
      `WITH pairs (one, other) AS (${before} SELECT DISTINCT ${keys} ${from}) SELECT one, count(*) FROM pairs GROUP BY 1`,
    )
    .all(values);
  const textOf = textReader(wordOf);
  return new Map(rows.map(([key, count]) => [textOf(by, key), Number(count)]));
}

type Column = (typeof columns)[TallyBy];
type Only = (table: string, record: string) => string;

/** The parts of a statement about pairs. `table` has the lines that belong to the first. */
interface Pairs {
  before: string;
  keys: string;
  table: string;
  from: string;
}

function pairsOf(one: Column, other: Column, only: Only, areThere: string): Pairs {
  if (typeof one === "string" && typeof other === "string")
    return { before: "", keys: `${one}, ${other}`, table: "r", from: `FROM records r WHERE ${only("r", "nr")}` };
  // Records that are gone drop out by the join.
  const joined = "FROM found f CROSS JOIN records r ON r.nr = f.record";
  const isWanted = only("f", "record");
  if (typeof other === "string") {
    const from = `${joined} WHERE ${isOf("f", one)} AND ${isWanted}`;
    return { before: "", keys: `f.word, ${other}`, table: "f", from };
  }
  if (typeof one === "string") {
    const from = `${joined} WHERE ${isOf("f", other)} AND ${isWanted}`;
    return { before: "", keys: `${one}, f.word`, table: "r", from };
  }
  // Nothing finds the words of a record but the words themselves: the second ones are put in order by record first.
  return {
    before: `WITH others AS MATERIALIZED (SELECT g.record, g.word FROM found g WHERE ${isOf("g", other)})`,
    keys: "f.word, g.word",
    table: "f",
    from: `FROM found f JOIN others g ON g.record = f.record WHERE ${isOf("f", one)} AND ${isWanted} ${areThere}`,
  };
}

/** Which records count: all of a time, or those that were found. */
function choose(sql: Sql, wanted: Wanted): { only: Only; values: (string | number)[] } {
  if (wanted.words.length === 0)
    return {
      only: (table) => `${table === "r" ? `r.kind = ${traceNr} AND ` : ""}${table}.time BETWEEN ? AND ?`,
      values: momentsOf(wanted),
    };
  const numbers = JSON.stringify(findAll(sql, wanted).map(({ nr }) => nr));
  return { only: (table, record) => `${table}.${record} IN (SELECT value FROM json_each(?))`, values: [numbers] };
}

const sums = (table: string): string =>
  `count(*), ${["added", "removed", "others"].map((name) => `coalesce(sum(${table}.${name}), 0)`).join(", ")}`;

function toSums(row: Row): Omit<Tally, "key"> {
  const [traces = 0, linesAdded = 0, linesRemoved = 0, linesByOthers = 0] = row.map(Number);
  return { traces, linesAdded, linesRemoved, linesByOthers };
}

/** A file that was only renamed away from has no lines, and does not count. */
const isOf = (table: string, column: Column): string =>
  `${table}.word IN (SELECT nr FROM words WHERE space = ${typeof column === "string" ? 0 : column.space})
   AND ${table}.added IS NOT NULL`;

/** Rows of records that are gone are looked for only where there are some. */
const isThere = (sql: Sql): string =>
  readCount(sql, "dangling") === 0 ? "" : "AND f.record IN (SELECT nr FROM records)";

function textReader(wordOf: (nr: number) => string): (by: TallyBy, key: Row[number] | undefined) => string {
  const known = new Map<number, string>();
  return (by, key) => {
    if (key === null || key === undefined) return "";
    const nr = Number(key);
    const text = known.get(nr) ?? (by === "day" ? dayOf(nr) : wordOf(nr));
    known.set(nr, text);
    return text;
  };
}
