import type { Sql } from "./libsql.ts";
import { type Space, spaces } from "./row.ts";
import { fromKept, toKept } from "./texts.ts";

/** The numbers that stand for texts. */
export interface Words {
  /** The number of a text, given to it now if it has none. */
  take(space: Space, text: string): number;
  /** The number of a text; `null` when it has none, so that no record is found by it. */
  find(space: Space, text: string): number | null;
  textOf(nr: number): string;
}

/** Of a kind; more are looked up in the database. */
const mostKnown = 200_000;

/** The words of a database, for one transaction or one question: what was given out holds only if that is kept. */
export function openWords(sql: Sql): Words {
  const known = new Map<Space, Map<string, number>>();
  const find = (space: Space, text: string): number | null => {
    const nr = sql.prepare("SELECT nr FROM words WHERE space = ? AND text = ?").get([spaces[space], toKept(text)])?.[0];
    return typeof nr === "number" ? nr : null;
  };
  const add = (space: Space, text: string): number => {
    sql.prepare("INSERT INTO words (space, text) VALUES (?, ?)").run([spaces[space], toKept(text)]);
    return Number(sql.prepare("SELECT last_insert_rowid()").get([])?.[0]);
  };
  return {
    take(space, text) {
      let here = known.get(space);
      const held = here?.get(text);
      if (held !== undefined) return held;
      if (here === undefined || here.size >= mostKnown) {
        here = new Map();
        known.set(space, here);
      }
      const nr = find(space, text) ?? add(space, text);
      here.set(text, nr);
      return nr;
    },
    find,
    textOf: (nr) => fromKept(String(sql.prepare("SELECT text FROM words WHERE nr = ?").get([nr])?.[0] ?? "")),
  };
}
