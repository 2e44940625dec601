import type { Row, Sql, Value } from "./libsql.ts";
import type { Place } from "./read-back.ts";
import { toKeptId } from "./texts.ts";

/** A record that was found: where it stands, and its place in time. */
export interface FoundRecord extends Place {
  nr: number;
  source: number;
  time: number;
  seq: number;
}

/** What records must be found by. */
export interface Wanted {
  kind: number;
  /** For each thing asked for, the numbers of the words that will do. */
  words: readonly (readonly number[])[];
  /** Milliseconds. */
  since: number | null;
  until: number | null;
}

/** The first and the last moment that is wanted. */
export const momentsOf = ({ since, until }: Pick<Wanted, "since" | "until">): [from: number, to: number] => [
  since ?? Number.MIN_SAFE_INTEGER,
  until === null ? Number.MAX_SAFE_INTEGER : until - 1,
];

const columns = "r.nr, r.source, r.place, r.length, r.digest, r.time, r.seq";
/** Words a statement. */
const most = 500;

/** All that fit, in no order. */
export function findAll(sql: Sql, wanted: Wanted): FoundRecord[] {
  const found = new Map<number, FoundRecord>();
  for (const part of parts(wanted)) for (const record of run(sql, part)) found.set(record.nr, record);
  return [...found.values()];
}

/** The newest that fit, in no order; those as old as the oldest of them may be more than were asked for. */
export function findLast(sql: Sql, wanted: Wanted, count: number): FoundRecord[] {
  const found = new Map<number, FoundRecord>();
  for (const part of parts(wanted)) {
    const newest = run(sql, part, (at) => `ORDER BY ${at}.time DESC, ${at}.seq DESC LIMIT ?`, [count]);
    const oldest = newest.at(-1);
    const same =
      oldest === undefined || newest.length < count
        ? []
        : run(sql, part, (at) => `AND ${at}.time = ? AND ${at}.seq = ?`, [oldest.time, oldest.seq]);
    for (const record of [...newest, ...same]) found.set(record.nr, record);
  }
  return [...found.values()];
}

/** The first list of words leads; a long one is asked for bit by bit. */
function parts({ words: [first, ...others], ...wanted }: Wanted): Wanted[] {
  if (first === undefined) return [{ ...wanted, words: [] }];
  const count = Math.ceil(first.length / most);
  return Array.from({ length: count }, (_, nth) => ({
    ...wanted,
    words: [first.slice(nth * most, (nth + 1) * most), ...others],
  }));
}

/** `rest` is told which table the order in time is to be taken from. */
function run(
  sql: Sql,
  { kind, words: [first, ...others], since, until }: Wanted,
  rest: (table: string) => string = () => "",
  more: readonly Value[] = [],
): FoundRecord[] {
  const moments = momentsOf({ since, until });
  const rows =
    first === undefined
      ? sql
          .prepare(`SELECT ${columns} FROM records r WHERE r.kind = ? AND r.time BETWEEN ? AND ? ${rest("r")}`)
          .all([kind, ...moments, ...more])
      : sql
          .prepare(
            `SELECT ${first.length > 1 ? "DISTINCT" : ""} ${columns} FROM found f CROSS JOIN records r ON r.nr = f.record
             WHERE f.word ${listOf(first)} AND f.time BETWEEN ? AND ? ${others.map(alsoFound).join(" ")} ${rest("f")}`,
          )
          .all([...first, ...moments, ...others.flat(), ...more]);
  return rows.map(toFound);
}

function toFound(row: Row): FoundRecord {
  const [nr = 0, source = 0, place = 0, length = 0, digest = 0, time = 0, seq = 0] = row.map(Number);
  return { nr, source, place, length, digest, time, seq };
}

/** The records with this id: more than one where they say different things. */
export function findById(sql: Sql, kind: number, id: string): FoundRecord[] {
  return sql
    .prepare(`SELECT ${columns} FROM records r WHERE r.id = ? AND r.kind = ?`)
    .all([toKeptId(id), kind])
    .map(toFound);
}

const listOf = (words: readonly number[]): string =>
  words.length === 1 ? "= ?" : `IN (${words.map(() => "?").join(",")})`;

const alsoFound = (words: readonly number[]): string =>
  `AND EXISTS (SELECT 1 FROM found g WHERE g.word ${listOf(words)}
     AND g.time = f.time AND g.seq = f.seq AND g.record = f.record)`;
