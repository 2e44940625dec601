import { type AddedLine, type DecisionQuery, mostSameLines, type TraceQuery } from "@writ/contracts";
import { timeOf } from "../ledger/order.ts";
import type { Wanted } from "./find.ts";
import { lineKey, versionKey } from "./keys.ts";
import type { Sql } from "./libsql.ts";
import { decisionNr, type Space, soughtKinds, spaces, traceNr } from "./row.ts";
import { fromKept, fromKeptId } from "./texts.ts";
import { openWords } from "./words.ts";

/** A question about traces, in the database's own terms. The narrowest word comes first: it leads the search. */
export function traceWanted(sql: Sql, { files, session, intent, since, until }: TraceQuery): Wanted {
  const words = [
    ...(files === undefined ? [] : [numbersOf(sql, "traceFile", files)]),
    ...wordsOf(sql, "traceSession", session),
    ...wordsOf(sql, "traceIntent", intent),
  ];
  return { kind: traceNr, words, since: toTime(since), until: toTime(until) };
}

/** The same for decisions. */
export function decisionWanted(sql: Sql, query: DecisionQuery): Wanted {
  const { ticket, path, session, intent, kinds, since, until } = query;
  const words = [
    ...wordsOf(sql, "decisionTicket", ticket),
    ...wordsOf(sql, "decisionFile", path),
    ...wordsOf(sql, "decisionSession", session),
    ...wordsOf(sql, "decisionIntent", intent),
  ];
  // What is found by something else is sorted by its kind when it is read.
  if (words.length === 0 && kinds?.every((kind) => soughtKinds.has(kind)) === true)
    words.push(numbersOf(sql, "decisionKind", kinds));
  return { kind: decisionNr, words, since: toTime(since), until: toTime(until) };
}

const toTime = (at: string | undefined): number | null => (at === undefined ? null : timeOf(at));

const wordsOf = (sql: Sql, space: Space, text: string | undefined): number[][] =>
  text === undefined ? [] : [numbersOf(sql, space, [text])];

function numbersOf(sql: Sql, space: Space, texts: readonly string[]): number[] {
  const words = openWords(sql);
  return [...new Set(texts)].flatMap((text) => words.find(space, text) ?? []);
}

/** The files that had a content, in the order in which they had it. */
export function filesWith(sql: Sql, version: string): string[] {
  const rows = sql
    .prepare(
      `SELECT w.text FROM marks m CROSS JOIN records r ON r.nr = m.record JOIN words w ON w.nr = m.path
       WHERE m.key = ? ORDER BY r.time, r.seq, r.nr`,
    )
    .all([versionKey(version)]);
  return [...new Set(rows.map(([text]) => fromKept(String(text))))];
}

/** The newest lines with this key, oldest first. */
export function linesWith(sql: Sql, key: string): AddedLine[] {
  const number = lineKey(key);
  if (number === null) return [];
  const rows = sql
    .prepare(
      `SELECT r.id, w.text FROM marks m CROSS JOIN records r ON r.nr = m.record JOIN words w ON w.nr = m.path
       WHERE m.key = ? GROUP BY r.id, m.path
       ORDER BY max(r.time) DESC, max(r.seq) DESC, max(r.nr) DESC LIMIT ${mostSameLines}`,
    )
    .all([number]);
  return rows.map(([id, text]) => ({ key, trace: fromKeptId(id), path: fromKept(String(text)) })).reverse();
}

/** Every file there is a trace of, or that is in doubt. */
export function filesIn(sql: Sql, space: "traceFile" | "doubted"): string[] {
  const rows = sql
    .prepare(
      `SELECT w.text FROM words w WHERE w.space = ${spaces[space]} AND EXISTS
       (SELECT 1 FROM found f CROSS JOIN records r ON r.nr = f.record WHERE f.word = w.nr)`,
    )
    .all([]);
  return rows.map(([text]) => fromKept(String(text))).sort();
}

/** The ids that several records have which say different things. */
export function contestedIn(sql: Sql): string[] {
  const rows = sql.prepare("SELECT id FROM records GROUP BY id, kind HAVING count(*) > 1").all([]);
  return [...new Set(rows.map(([id]) => fromKeptId(id)))].sort();
}
