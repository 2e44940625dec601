import { basename, relative, sep } from "node:path";
import type { Chained, ContentHash } from "@writ/contracts";
import { decisionKind } from "../ledger/decision-kind.ts";
import type { RecordKind } from "../ledger/kind.ts";
import { readLast } from "../ledger/last.ts";
import { readEntries } from "../ledger/read.ts";
import { traceKind } from "../ledger/trace-kind.ts";
import { type Looked, type Progress, readLogged, readProgress, unlooked } from "./progress.ts";
import { listPublished } from "./published-files.ts";
import { publishedKind, readPublished } from "./published-kind.ts";

/** Where publishing goes on, and the records it must not publish again. */
export interface Start extends Progress {
  known: ReadonlySet<string>;
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
 * in the tree is published, and so is what went out on another branch; everything else is not.
 */
export async function startFrom(places: Places, name: string): Promise<Start> {
  const progress = await readProgress(places.state);
  const inTree = await headsInTree(places.published, name);
  if (progress !== null && isSame(inTree, progress.heads, name) && (await hasSameLedgers(places, progress))) {
    return { ...progress, known: new Set() };
  }
  const known = new Set(await readLogged(places.state, (file) => basename(file) !== name));
  for await (const { record } of readPublished(places.published)) known.add(record.id);
  const others = Object.entries(progress?.heads ?? {}).filter(([file]) => basename(file) !== name);
  return { traces: unlooked, decisions: unlooked, heads: { ...Object.fromEntries(others), ...inTree }, known };
}

/** A published file as the notes name it: from the folder, with `/`. */
export function toNoted(published: string, file: string): string {
  return relative(published, file).replaceAll(sep, "/");
}

async function headsInTree(published: string, name: string): Promise<Record<string, ContentHash>> {
  const heads: Record<string, ContentHash> = {};
  for (const file of await listPublished(published)) {
    if (basename(file) !== name) continue;
    const options = { file, kind: publishedKind, index: "", count: 1, query: {}, lookBack: Number.POSITIVE_INFINITY };
    const [newest] = await readLast(options);
    if (newest !== undefined) heads[toNoted(published, file)] = newest.hash;
  }
  return heads;
}

function isSame(inTree: Record<string, string>, noted: Record<string, string>, name: string): boolean {
  const ours = Object.keys(noted).filter((file) => basename(file) === name);
  return ours.length === Object.keys(inTree).length && ours.every((file) => noted[file] === inTree[file]);
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
