import { hash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { Chained } from "@writ/contracts";
import { decisionKind } from "../ledger/decision-kind.ts";
import type { RecordKind } from "../ledger/kind.ts";
import { readEntries } from "../ledger/read.ts";
import { traceKind } from "../ledger/trace-kind.ts";
import { type Logged, type Looked, type Progress, readLogged, readProgress, unlooked } from "./progress.ts";
import { isGrowing, isOfStem, listPublished } from "./published-files.ts";
import { publishedIds } from "./published-ids.ts";

/** Where publishing goes on, and what it must know of records. */
export interface Start extends Progress {
  /** Those that must not be published again. */
  known: ReadonlySet<string>;
  /** By id: the file of this branch it was in, which is gone. */
  dropped: ReadonlyMap<string, string>;
  /** The files of this branch that are in the tree. */
  ours: readonly string[];
  /** All published files in the tree, as they are noted. */
  inTree: ReadonlySet<string>;
}

interface Places {
  traces: string;
  decisions: string;
  published: string;
  state: string;
}

/**
 * Goes on where it ended when nothing happened in between. Otherwise (a commit was dropped with what it published, a
 * kill came between two writes, the notes are lost, a live ledger was replaced) the files themselves are asked: what is
 * in the tree is published, and so is what went out on another branch (`bringBack` asks for that); everything else is
 * not.
 */
export async function startFrom(places: Places, stem: string): Promise<Start> {
  const progress = await readProgress(places.state);
  const isOurs = isOfStem(stem);
  const files = await listPublished(places.published);
  const ours = files.filter(isOurs);
  const inTree = new Set(files.map((file) => toNoted(places.published, file)));
  const isSame = (await treeOf(places.published, stem, ours)) === (progress?.trees[stem] ?? noTree);
  if (progress !== null && isSame && (await hasSameLedgers(places, progress)))
    return { ...progress, known: new Set(), dropped: new Map(), ours, inTree };
  const logged = (await readLogged(places.state)).filter(({ file }) => !isGrowing(stem, file));
  const isOut = ({ file }: Logged) => inTree.has(file) || !isOurs(file);
  const known = new Set(logged.flatMap((one) => (isOut(one) ? one.ids : [])));
  // A file whose records are noted here holds them for good.
  const noted = new Set(logged.map(({ file }) => file));
  const unknown = files.filter((file) => !noted.has(toNoted(places.published, file)));
  for (const id of await publishedIds(unknown)) known.add(id);
  const lost = logged.filter((one) => !isOut(one));
  const dropped = new Map(lost.flatMap(({ file, ids }) => ids.map((id): [string, string] => [id, file])));
  return { traces: unlooked, decisions: unlooked, trees: progress?.trees ?? {}, known, dropped, ours, inTree };
}

/** A published file as the notes name it: from the folder, with `/`. */
export function toNoted(published: string, file: string): string {
  return relative(published, file).replaceAll(sep, "/");
}

const noTree = "";

/**
 * Tells which files of a branch are in the tree. Their names tell what they hold, so that none has to be read, however
 * many there are; only a file from when they still grew is known by its length as well.
 */
export async function treeOf(published: string, stem: string, ours: readonly string[]): Promise<string> {
  if (ours.length === 0) return noTree;
  const growing = ours.filter((file) => isGrowing(stem, file));
  const sizes = await Promise.all(growing.map(async (file) => (await lstat(file)).size));
  return hash("sha256", [...sizes, ...ours.map((file) => file.slice(published.length))].join("\n"), "hex");
}

async function hasSameLedgers(places: Places, { traces, decisions }: Progress): Promise<boolean> {
  return (
    (await isWhereWeLeft(places.traces, traceKind, traces)) &&
    (await isWhereWeLeft(places.decisions, decisionKind, decisions))
  );
}

async function isWhereWeLeft<R extends Chained>(
  file: string,
  kind: RecordKind<R>,
  { to, last }: Looked,
): Promise<boolean> {
  if (last === null) return to === 0;
  const span = { from: last.offset, to: last.offset + last.length };
  for await (const { hash } of readEntries(file, kind, span)) return hash === last.hash;
  return false;
}
