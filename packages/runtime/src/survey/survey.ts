import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { FileFinding } from "@writ/contracts";
import { waysTo } from "@writ/engine";
import { insideOf } from "./inside.ts";
import { keep, type Memory, recall } from "./memory.ts";
import { readText } from "./read-text.ts";
import { keptStamp, stampOf } from "./stamp.ts";
import { walk } from "./walk.ts";

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
    const memory = memories.get(realRoot) ?? (await recall(realRoot, subject));
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
      return held !== undefined && held.stamp === stampOf(`${realRoot}/${path}`) ? held.value : readNow(path);
    },
    find: (mentioned, file) => waysTo(mentioned, file).find((way) => isFileInside(realRoot, way)) ?? null,
    async keep() {
      for (const path of memory.files.keys()) {
        if (asked.has(path)) continue;
        memory.files.delete(path);
        memory.revision += 1;
        isChanged = true;
      }
      if (isChanged) await keep(realRoot, subject.cache, memory);
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
