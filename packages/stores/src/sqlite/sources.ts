import { lstatSync, type Stats } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { crypto } from "../crypto.ts";
import { listPublished, monthsIn } from "../publish/published-files.ts";
import { insertRows } from "./insert.ts";
import type { Row, Sql } from "./libsql.ts";

/** The ledgers an index is made of. */
export interface IndexedFiles {
  /** `.state/`; the index is kept there, and names of ledgers start at the folder around it. */
  state: string;
  traces: string;
  decisions: string;
  /** Folder of the published ledgers. */
  published: string;
}

/** In the order in which copies of a record are preferred: the live one says the most. */
const sourceKinds = ["traces", "decisions", "published"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A ledger file as it is now. */
export interface SeenFile {
  kind: SourceKind;
  name: string;
  path: string;
  size: number;
  /** Tells this file in this state from another one, or another state. Empty where the clock is too coarse to tell. */
  stamp: string;
}

/** A ledger file as it was when it was last taken in. */
export interface Source {
  nr: number;
  kind: SourceKind;
  name: string;
  size: number;
  stamp: string;
  /** Up to where its records stand for good; what follows them may still become another one. */
  taken: number;
  /** Hash of all that is taken, of a small file; none for a large one. */
  prefix: string;
}

/** A file that changed so recently may change again without its times telling. */
const coarseMs = 50;

/** The ledgers there are, in the order of `sourceKinds` and their names. What is no plain file is none. */
export async function lookAround(files: IndexedFiles): Promise<SeenFile[]> {
  const published = (await listPublished(files.published)).flatMap((path) => lookAt(files, "published", path));
  return [...lookAtLive(files), ...published.sort(byName)];
}

/** Those that every change is written to. */
export const lookAtLive = (files: IndexedFiles): SeenFile[] => [
  ...lookAt(files, "traces", files.traces),
  ...lookAt(files, "decisions", files.decisions),
];

function lookAt({ state }: IndexedFiles, kind: SourceKind, path: string): SeenFile[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return [];
  return [{ kind, name: nameOf(dirname(state), path), path, size: stats.size, stamp: stampOf(stats, Date.now()) }];
}

/**
 * One number for the folders of the published ledgers, as `lookOf`. Whoever adds, takes away or replaces a file there
 * changes its folder; what is published is never written to.
 */
export async function lookAtFolders({ published }: IndexedFiles): Promise<number> {
  const folders = [published, ...(await monthsIn(published))];
  const stamps = folders.map((folder) => {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() === true
      ? { name: folder, stamp: stampOf(stats, Date.now()) }
      : { name: folder, stamp: "" };
  });
  return numberOf(stamps);
}

/** There may be thousands, and nearly all of them lie below. */
function nameOf(home: string, path: string): string {
  const isBelow = path.startsWith(home) && path[home.length] === sep;
  const name = isBelow ? path.slice(home.length + 1) : relative(home, path);
  return sep === "/" ? name : name.split(sep).join("/");
}

/** One number for all ledgers as they are, other than 0; 0 where a clock is too coarse to tell. */
export const lookOf = (seen: readonly SeenFile[]): number =>
  numberOf(seen.map(({ kind, name, size, stamp }) => ({ name: `${kind} ${name} ${size}`, stamp })));

function numberOf(stamped: readonly { name: string; stamp: string }[]): number {
  if (stamped.some(({ stamp }) => stamp === "")) return 0;
  const text = stamped.map(({ name, stamp }) => `${name} ${stamp}`).join("\n");
  return 1 + crypto().createHash("sha256").update(text).digest().readUIntBE(0, 6);
}

function stampOf({ mtimeMs, ctimeMs, ino, birthtimeMs }: Stats, now: number): string {
  const isRecent = now - Math.max(mtimeMs, ctimeMs) < coarseMs;
  return isRecent ? "" : [mtimeMs, ctimeMs, ino, birthtimeMs].join(" ");
}

/** Which of two places of a record counts, as far as the file decides. */
export function byRank(one: Pick<Source, "kind" | "name">, other: Pick<Source, "kind" | "name">): number {
  const kinds = sourceKinds.indexOf(one.kind) - sourceKinds.indexOf(other.kind);
  return kinds !== 0 ? kinds : byName(one, other);
}

const byName = (one: { name: string }, other: { name: string }): number =>
  one.name === other.name ? 0 : one.name < other.name ? -1 : 1;

const columns = "nr, kind, name, size, stamp, taken, prefix";

/** The ledgers that were taken in, by their names; all of them, or only the live ones. */
export function readSources(sql: Sql, which: "all" | "live"): Map<string, Source> {
  const only = which === "live" ? ` WHERE kind <> ${sourceKinds.indexOf("published")}` : "";
  const rows = sql.prepare(`SELECT ${columns} FROM sources${only}`).all([]);
  return new Map(rows.map(toSource).map((source) => [source.name, source]));
}

/** Those with these numbers, by their numbers. */
export function sourcesWith(sql: Sql, numbers: ReadonlySet<number>): Map<number, Source> {
  const sought = sql.prepare(`SELECT ${columns} FROM sources WHERE nr = ?`);
  const rows = [...numbers].flatMap((nr) => sought.all([nr]));
  return new Map(rows.map(toSource).map((source) => [source.nr, source]));
}

function toSource([nr, kind, name, size, stamp, taken, prefix]: Row): Source {
  return {
    nr: Number(nr),
    kind: sourceKinds[Number(kind)] ?? "published",
    name: String(name),
    size: Number(size),
    stamp: String(stamp),
    taken: Number(taken),
    prefix: String(prefix),
  };
}

/** Gives numbers to ledgers nothing is taken of yet. None is ever used again. */
export function openNumbers(sql: Sql): (file: SeenFile) => Source {
  let last = Number(sql.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'sources'").get([])?.[0] ?? 0);
  return ({ kind, name }) => {
    last += 1;
    return { nr: last, kind, name, size: -1, stamp: "", taken: 0, prefix: "" };
  };
}

/** Adds ledgers, many at a time. */
export function addSources(sql: Sql, sources: readonly Source[]): void {
  const rows = sources.flatMap(({ nr, kind, name, size, stamp, taken, prefix }) => [
    ...[nr, sourceKinds.indexOf(kind), name, size, stamp, taken, prefix],
  ]);
  insertRows(sql, "sources", 7, rows);
}

/** Notes how far a ledger is taken in. */
export function noteSource(sql: Sql, { nr, size, stamp, taken, prefix }: Source): void {
  sql
    .prepare("UPDATE sources SET size = ?, stamp = ?, taken = ?, prefix = ? WHERE nr = ?")
    .run([size, stamp, taken, prefix, nr]);
}
