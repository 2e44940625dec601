import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { FileFinding } from "@writ/contracts";
import { waysTo } from "@writ/engine";
import { readCacheFile, writeCacheFile } from "./cache-file.ts";
import { insideOf } from "./inside.ts";
import { readText } from "./read-text.ts";
import { keptStamp, type Stamp, stampOf } from "./stamp.ts";
import { type Listing, walk } from "./walk.ts";

/** What is looked for in a repository, and what a file of it comes to. */
export interface Subject<T> {
  /** The file in `.system/cache/` it is kept in between processes. */
  readonly cache: string;
  wanted(path: string): boolean;
  /** Loads the parser, which is only needed for files that changed. */
  loadParser(): Promise<(text: string, path: string) => T>;
  /** What a file that cannot be read comes to. */
  unread(findings: readonly FileFinding[]): T;
  /** Puts what reading a file brought up into its value. */
  noted(value: T, findings: readonly FileFinding[]): T;
  /** Whether a value from the cache is one. */
  isValue(value: unknown): value is T;
}

/** A repository as it is now. */
export interface Survey<T> {
  /** Counts up whenever something is not as it was; equal numbers, equal answers. */
  readonly revision: number;
  /** The wanted files, sorted. */
  readonly files: readonly string[];
  readonly findings: readonly FileFinding[];
  /** What a file comes to; read again only if it changed. Of one that is not among those wanted, its beginning. */
  read(path: string): Promise<T>;
  /** The file another one mentions, from the root; `null` when there is none inside the repository. */
  find(mentioned: string, file: string): string | null;
  /** Keeps what was read for the next process. Call it when all is read. */
  keep(): Promise<void>;
}

interface Held<T> {
  stamp: Stamp;
  value: T;
}
interface Memory<T> {
  listings: ReadonlyMap<string, Listing>;
  files: Map<string, Held<T>>;
  /** What the last walk found, as text. */
  seen: string;
  revision: number;
}

/** The format of the kept file; another one is read anew. */
const version = 1;
/** All files together; a repository that has more is not one people wrote. */
const mostBytes = 4 * 1024 * 1024;
/** Front matter ends long before. */
const headBytes = 32 * 1024;
const mostRoots = 8;

/** Looks at repositories, and remembers what it saw. */
export function openSurveyor<T>(subject: Subject<T>): (root: string) => Promise<Survey<T>> {
  const memories = new Map<string, Memory<T>>();
  return async (root) => {
    const realRoot = realpathSync.native(root);
    const memory = memories.get(realRoot) ?? (await fromCache(realRoot, subject));
    if (memories.size >= mostRoots && !memories.has(realRoot)) memories.clear();
    memories.set(realRoot, memory);
    return look(realRoot, subject, memory);
  };
}

function look<T>(realRoot: string, subject: Subject<T>, memory: Memory<T>): Survey<T> {
  const walked = walk(realRoot, subject.wanted, memory.listings);
  let isChanged = walked.hasChanged;
  memory.listings = walked.listings;
  // Most changes of folders have nothing to do with the files that are wanted.
  const seen = JSON.stringify([walked.files, walked.findings]);
  if (memory.seen !== seen) memory.revision += 1;
  memory.seen = seen;
  const asked = new Set<string>();
  let bytes = 0;
  const readNow = async (path: string): Promise<T> => {
    isChanged = true;
    memory.revision += 1;
    const isHead = !subject.wanted(path);
    const read = await readText(realRoot, path, isHead ? { most: headBytes, isHead } : {});
    if (!isHead) bytes += read.bytes;
    const value = await toValue(subject, path, read.text, read.findings, bytes > mostBytes);
    memory.files.set(path, { stamp: keptStamp(read.stamp, Date.now()), value });
    return value;
  };
  return {
    get revision() {
      return memory.revision;
    },
    files: walked.files,
    findings: walked.findings,
    async read(path) {
      asked.add(path);
      const held = memory.files.get(path);
      return held !== undefined && held.stamp === stampOf(join(realRoot, path)) ? held.value : readNow(path);
    },
    find: (mentioned, file) => waysTo(mentioned, file).find((way) => isFileInside(realRoot, way)) ?? null,
    async keep() {
      for (const path of memory.files.keys()) {
        if (asked.has(path)) continue;
        memory.files.delete(path);
        memory.revision += 1;
        isChanged = true;
      }
      if (isChanged) await writeCacheFile(realRoot, subject.cache, toJson(memory));
    },
  };
}

async function toValue<T>(
  subject: Subject<T>,
  path: string,
  text: string | null,
  findings: readonly FileFinding[],
  isTooMuch: boolean,
): Promise<T> {
  if (isTooMuch) {
    const message = "it was not read: all files together are larger than 4 MB.";
    return subject.unread([{ file: path, line: 0, severity: "error", message }]);
  }
  if (text === null) return subject.unread(findings);
  const value = (await subject.loadParser())(text, path);
  return findings.length === 0 ? value : subject.noted(value, findings);
}

function isFileInside(realRoot: string, path: string): boolean {
  return insideOf(realRoot, path) !== null && stampOf(join(realRoot, path)) !== "-";
}

async function fromCache<T>(realRoot: string, subject: Subject<T>): Promise<Memory<T>> {
  const memory: Memory<T> = { listings: new Map(), files: new Map(), seen: "", revision: 0 };
  const kept = await readCacheFile(realRoot, subject.cache);
  if (!isKept(kept)) return memory;
  for (const [path, held] of kept.files) {
    if (typeof held?.stamp === "string" && subject.isValue(held.value)) {
      memory.files.set(path, { stamp: held.stamp, value: held.value });
    }
  }
  memory.listings = new Map(kept.listings.filter(([, listing]) => isListing(listing)));
  return memory;
}

const toJson = ({ listings, files }: Memory<unknown>) => ({ version, listings: [...listings], files: [...files] });

interface Kept {
  readonly listings: readonly [string, Listing][];
  readonly files: readonly [string, { stamp?: unknown; value?: unknown } | null][];
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { version: written, listings, files } = value as Record<string, unknown>;
  return written === version && isPairs(listings) && isPairs(files);
}

const isPairs = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string");

function isListing(value: unknown): value is Listing {
  if (typeof value !== "object" || value === null) return false;
  const { stamp, ignore, ...lists } = value as Record<string, unknown>;
  const areTexts = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === "string");
  return (
    typeof stamp === "string" && typeof ignore === "string" && [lists.folders, lists.links, lists.files].every(areTexts)
  );
}
