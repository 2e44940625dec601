import { fstatSync } from "node:fs";
import type { Chained, LedgerEntry, LedgerQuery } from "@writ/contracts";
import { readBlocksBackwards } from "./backwards.ts";
import { forget } from "./filing.ts";
import { matcher, type RecordKind } from "./kind.ts";
import { openToRead, readAt } from "./ledger-file.ts";
import { linesIn } from "./lines.ts";
import { checkOf, keyOf, type PointerHeader, type Post } from "./pointer-format.ts";
import { lastPost, readCoverage, walkPointers } from "./pointers.ts";
import { entryParser } from "./read.ts";

/** What is asked of which ledger. */
export interface LastOptions<R extends Chained> {
  file: string;
  kind: RecordKind<R>;
  /** Folder of the pointers. */
  index: string;
  count: number;
  query: LedgerQuery;
  /** How far back to look, in bytes, where no pointers help. */
  lookBack: number;
}

/** How many records of the right intent or file may be of the wrong session or time before we stop looking. */
const mostMisses = 20_000;

/** The newest matching entries, newest first. Lines are not counted: their number is 0. */
export async function readLast<R extends Chained>(options: LastOptions<R>): Promise<LedgerEntry<R>[]> {
  const handle = await openToRead(options.file);
  if (handle === null || options.count <= 0) {
    await handle?.close();
    return [];
  }
  try {
    return lookUp(handle.fd, options) ?? lookBack(handle.fd, options, { from: 0, to: fstatSync(handle.fd).size });
  } finally {
    await handle.close();
  }
}

/** With the pointers; `null` when there are none for this query, or none that hold. */
function lookUp<R extends Chained>(fd: number, options: LastOptions<R>): LedgerEntry<R>[] | null {
  const key = keyFor(options.query);
  if (key === null) return null;
  try {
    const coverage = readCoverage(options.index);
    if (coverage === null) return null;
    // Asked after the coverage: a record may be appended in between, and what is covered must be there.
    const found = followPointers(fd, fstatSync(fd).size, { ...options, key, coverage });
    if (found === null) forget(options.index);
    return found;
  } catch {
    // An aid that cannot be read is none, and is made again.
    forget(options.index);
    return null;
  }
}

interface Pointed<R extends Chained> extends LastOptions<R> {
  key: Buffer;
  coverage: PointerHeader;
}

/** What was appended but not filed yet, then what the pointers know, then what is older than they are. */
function followPointers<R extends Chained>(fd: number, size: number, options: Pointed<R>): LedgerEntry<R>[] | null {
  const { index, kind, count, coverage, key } = options;
  if (!holds(fd, size, options)) return null;
  const found = lookBack(fd, options, { from: coverage.to, to: size });
  const isWanted = matcher(kind, options.query);
  let isRight = true;
  let misses = 0;
  const walked = walkPointers(index, key, (post) => {
    if (found.length >= count || misses > mostMisses) return false;
    const entry = readPosted(fd, post, kind);
    isRight = entry !== null;
    if (entry !== null && isWanted(entry.record)) found.push(entry);
    else misses += 1;
    return isRight;
  });
  if (walked === "broken" || !isRight) return null;
  if (found.length < count) found.push(...lookBack(fd, options, { from: 0, to: coverage.from }, count - found.length));
  return found.slice(0, count);
}

/** A file is the narrower of the two. */
function keyFor({ file, intent }: LedgerQuery): Buffer | null {
  if (file !== undefined) return keyOf("file", file);
  return intent === undefined ? null : keyOf("intent", intent);
}

/** Whether the pointers are about this ledger, and not about one that was replaced or cut. */
function holds<R extends Chained>(fd: number, size: number, { coverage, index, kind }: Pointed<R>): boolean {
  if (coverage.to > size) return false;
  if (coverage.posts === 0) return true;
  const post = lastPost(index, coverage);
  return post !== null && readPosted(fd, post, kind) !== null;
}

function readPosted<R extends Chained>(fd: number, post: Post, kind: RecordKind<R>): LedgerEntry<R> | null {
  const bytes = readAt(fd, Buffer.alloc(post.length), post.offset);
  const parser = entryParser(kind, undefined, () => {});
  const [found] = linesIn(bytes, post.offset).flatMap((line) => parser.entriesOf(line));
  if (found === undefined || !checkOf(found.entry.hash.slice("sha256:".length)).equals(post.check)) return null;
  return { ...found.entry, line: 0 };
}

/** Without pointers, from the end backwards: no further than `lookBack`, so that nobody waits for a whole ledger. */
function lookBack<R extends Chained>(
  fd: number,
  { kind, query, count: wanted, lookBack }: LastOptions<R>,
  span: { from: number; to: number },
  count = wanted,
): LedgerEntry<R>[] {
  const found: LedgerEntry<R>[] = [];
  if (lookBack <= 0) return found;
  for (const lines of readBlocksBackwards(fd, span.from, span.to)) {
    const parser = entryParser(kind, query, () => {});
    const entries = lines.flatMap((line) => parser.entriesOf(line).map(({ entry }) => ({ ...entry, line: 0 })));
    found.push(...entries.reverse());
    const seen = span.to - (lines[0]?.offset ?? span.to);
    if (found.length >= count || seen >= lookBack) break;
  }
  return found.slice(0, count);
}
