import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeAtomic } from "../atomic.ts";
import { errorCode, storeFailed } from "../failure.ts";
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
  /** By published file, relative to the folder: the hash of its last line when we wrote it. */
  heads: Record<string, string>;
}

/** A ledger nobody looked at yet. */
export const unlooked: Looked = { to: 0, last: null, waiting: [] };

const progressIn = (state: string) => join(state, "published", "progress.json");
const logIn = (state: string) => join(state, "published", "log.jsonl");

/** What was remembered; `null` when nothing was, or nothing that can be used. */
export async function readProgress(state: string): Promise<Progress | null> {
  const value = parseJson(await readText(progressIn(state)));
  if (!isObject(value) || value.v !== 1 || !isObject(value.heads)) return null;
  const { traces, decisions } = value;
  if (!isLooked(traces) || !isLooked(decisions)) return null;
  const heads = Object.entries(value.heads).filter((head): head is [string, string] => typeof head[1] === "string");
  return { traces, decisions, heads: Object.fromEntries(heads) };
}

/** Remembers it for the next time. */
export async function writeProgress(state: string, progress: Progress): Promise<void> {
  await writeAtomic(progressIn(state), `${JSON.stringify({ v: 1, ...progress })}\n`);
}

/** Notes which records went to which file: other branches' files are not in the tree to be asked. */
export async function logPublished(state: string, file: string, ids: readonly string[]): Promise<void> {
  const log = logIn(state);
  try {
    await mkdir(dirname(log), { recursive: true });
    await appendFile(log, `${JSON.stringify({ file, ids })}\n`);
  } catch (error) {
    throw storeFailed("write", log, error);
  }
}

/** Ids of records that went to files which are elsewhere. */
export async function readLogged(state: string, isElsewhere: (file: string) => boolean): Promise<string[]> {
  return (await readText(logIn(state))).split("\n").flatMap((line) => {
    const value = parseJson(line);
    if (!isObject(value) || typeof value.file !== "string" || !isElsewhere(value.file)) return [];
    return listOf(value.ids).filter((id) => typeof id === "string");
  });
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw storeFailed("read", file, error);
  }
}

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
