/** One cell of a table, said once for every format. */
export type Cell =
  | { kind: "words"; text: string }
  | { kind: "name"; text: string }
  | { kind: "count"; value: number }
  /** A number beside others: drawn as long as it is large, where that can be done. */
  | { kind: "bar"; value: number; most: number }
  | { kind: "share"; part: number; all: number }
  | { kind: "spark"; values: readonly number[]; label: string };

/** Text as it is. */
export const words = (text: string): Cell => ({ kind: "words", text });
/** An id or a path. */
export const name = (text: string): Cell => ({ kind: "name", text });
export const count = (value: number): Cell => ({ kind: "count", value });
export const bar = (value: number, most: number): Cell => ({ kind: "bar", value, most });
export const share = (part: number, all: number): Cell => ({ kind: "share", part, all });
export const spark = (values: readonly number[], label: string): Cell => ({ kind: "spark", values, label });

/** A person: by name where names were asked for, and a word where the record names nobody. */
export const who = (person: { by: string; name?: string }): Cell =>
  person.name === undefined && person.by !== "" ? name(person.by) : words(person.name ?? "not recorded");

/** Numbers stand at the right. */
export const isNumber = ({ kind }: Cell): boolean => kind === "count" || kind === "share";

export interface Table {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Rows that are left out. */
  more: number;
}

/** A part of a report. */
export interface Section {
  id: string;
  title: string;
  /** Sentences before the tables. */
  lead: readonly string[];
  tables: readonly Table[];
  /** Said where there is no row to show. */
  empty: string;
  /** Sentences after the tables: how it was counted. */
  notes: readonly string[];
}

/** The first rows, and how many are left out. */
export function tableOf<T>(
  caption: string,
  head: readonly string[],
  things: readonly T[],
  most: number,
  toRow: (thing: T) => readonly Cell[],
): Table {
  return { caption, head, rows: things.slice(0, most).map(toRow), more: Math.max(0, things.length - most) };
}
