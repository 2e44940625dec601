import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeAtomic } from "../atomic.ts";
import { parseJson } from "../ledger/json-text.ts";
import { isObject, listOf } from "../ledger/values.ts";
import type { Candidate } from "./select.ts";

/** How far one live ledger was looked through. */
export interface Looked {
  /** Where to go on. */
  to: number;
  /** The last record before that, to notice a ledger that was replaced. */
  last: { offset: number; length: number; hash: string } | null;
  waiting: Candidate[];
}

/** What publishing remembers. Only an aid: without it, the published files tell what they hold. */
export interface Progress {
  traces: Looked;
  decisions: Looked;
  /** By stem: which files of it were in the tree when we were done. */
  trees: Record<string, string>;
}

/** Where a record stands in the live ledgers: of changes or decisions. */
export type Spot = [ledger: "t" | "d", offset: number, length: number];

/** Which records went to which file. */
export interface Logged {
  file: string;
  ids: string[];
  /** What they are about. */
  paths: string[];
  /** Where each of `ids` stood then. */
  live: Spot[];
}

/** A ledger nobody looked at yet. */
export const unlooked: Looked = { to: 0, last: null, waiting: [] };

const progressIn = (state: string) => join(state, "published", "progress.json");
const logIn = (state: string) => join(state, "published", "log.jsonl");

/** What was remembered; `null` when nothing was, or nothing that can be used. */
export async function readProgress(state: string): Promise<Progress | null> {
  const value = parseJson(await readText(progressIn(state)));
  if (!isObject(value) || value.v !== 2 || !isObject(value.trees)) return null;
  const { traces, decisions } = value;
  if (!isLooked(traces) || !isLooked(decisions)) return null;
  const trees = Object.entries(value.trees).filter((tree): tree is [string, string] => typeof tree[1] === "string");
  return { traces, decisions, trees: Object.fromEntries(trees) };
}

/** Remembers it for the next time; where that cannot be, the files are asked. */
export async function writeProgress(state: string, progress: Progress): Promise<void> {
  await writeAtomic(progressIn(state), `${JSON.stringify({ v: 2, ...progress })}\n`).catch(() => {});
}

/** Notes which records went to which file: other branches' files are not in the tree to be asked. */
export async function logPublished(state: string, logged: Logged): Promise<void> {
  const log = logIn(state);
  try {
    await mkdir(dirname(log), { recursive: true });
    await appendFile(log, `${JSON.stringify(logged)}\n`);
  } catch {
    // Rather a record twice than a commit without.
  }
}

/** Everything that went out of this working copy, oldest first. */
export async function readLogged(state: string): Promise<Logged[]> {
  return (await readText(logIn(state))).split("\n").flatMap((line) => {
    const value = parseJson(line);
    if (!isObject(value) || typeof value.file !== "string") return [];
    return [
      { file: value.file, ids: texts(value.ids), paths: texts(value.paths), live: listOf(value.live).filter(isSpot) },
    ];
  });
}

const texts = (value: unknown): string[] => listOf(value).filter((one) => typeof one === "string");

function isSpot(value: unknown): value is Spot {
  const [ledger, offset, length] = listOf(value);
  return (ledger === "t" || ledger === "d") && typeof offset === "number" && typeof length === "number";
}

/** An aid that cannot be read is none. */
const readText = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");

function isLooked(value: unknown): value is Looked {
  return (
    isObject(value) &&
    typeof value.to === "number" &&
    (value.last === null || (isObject(value.last) && typeof value.last.hash === "string")) &&
    Array.isArray(value.waiting) &&
    value.waiting.every(isCandidate)
  );
}

function isCandidate(value: unknown): value is Candidate {
  return (
    isObject(value) &&
    typeof value.id === "string" &&
    typeof value.offset === "number" &&
    typeof value.length === "number" &&
    typeof value.session === "string" &&
    typeof value.at === "string" &&
    Array.isArray(value.files) &&
    Array.isArray(value.intents)
  );
}
