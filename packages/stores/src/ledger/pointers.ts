import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../failure.ts";
import { readAt } from "./ledger-file.ts";
import {
  checkOf,
  decodeHeader,
  decodePost,
  encodeHeader,
  encodePost,
  headerBytes,
  type PointerHeader,
  type Post,
  postBytes,
  slotBytes,
} from "./pointer-format.ts";
import { bufferedSlots, findSlot, putHead, rehash, type Slots, slotsInFile, slotsInMemory } from "./pointer-table.ts";

const smallestTable = 1024;
/** From so many keys on it is cheaper to hold the table in memory than to go to the file for each. */
const manyKeys = 256;

/** A record to file: where its line is, and the keys it is looked up by. */
export interface Filing {
  offset: number;
  length: number;
  digest: string;
  keys: readonly Buffer[];
}

const headsIn = (folder: string) => join(folder, "heads");
const postsIn = (folder: string) => join(folder, "posts");

/** What the pointers cover; `null` when there are none that can be used. */
export function readCoverage(folder: string): PointerHeader | null {
  return withFile(headsIn(folder), "r", readHeader);
}

/** Begins anew: the pointers cover the ledger from `from` on, where nothing is filed yet. */
export function resetPointers(folder: string, from: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(postsIn(folder), "");
  writeHeads(folder, { capacity: smallestTable, used: 0, posts: 0, from, to: from }, Buffer.alloc(0));
}

/** Throws the pointers away; the next append makes them again. */
export function dropPointers(folder: string): void {
  rmSync(headsIn(folder), { force: true });
}

/** Files records that follow what is covered; `to` is covered afterwards. To be called under the ledger's lock. */
export function addPointers(folder: string, filings: readonly Filing[], to: number): void {
  withFile(headsIn(folder), "r+", (fd) => {
    const header = readHeader(fd);
    if (header === null) return;
    const keys = filings.reduce((sum, filing) => sum + filing.keys.length, 0);
    const capacity = roomFor(header, keys);
    if (keys <= manyKeys && capacity === header.capacity) {
      const slots = bufferedSlots(slotsInFile(fd, capacity));
      const next = writePosts(postsIn(folder), slots, header, filings);
      slots.flush();
      writeSync(fd, encodeHeader({ ...next, to }), 0, headerBytes, 0);
    } else {
      const table = rehash(slotsInMemory(tableIn(readFileSync(headsIn(folder)), header.capacity)), capacity);
      const next = writePosts(postsIn(folder), slotsInMemory(table), { ...header, capacity }, filings);
      writeHeads(folder, { ...next, to }, table);
    }
  });
}

/** Visits the posts of a key, newest first, while `visit` says so. `broken` when the pointers contradict themselves. */
export function walkPointers(folder: string, key: Buffer, visit: (post: Post) => boolean): "ok" | "broken" {
  const walked = withFile(headsIn(folder), "r", (heads) =>
    withFile(postsIn(folder), "r", (posts) => {
      const header = readHeader(heads);
      if (header === null) return "broken";
      for (let { head } = findSlot(slotsInFile(heads, header.capacity), key); head !== -1; ) {
        const post = readPost(posts, head);
        if (post === null || !post.key.equals(key) || post.prev >= head) return "broken";
        // A post beyond the header's count was never finished; those before it count.
        if (head < header.posts && !visit(post)) return "ok";
        head = post.prev;
      }
      return "ok";
    }),
  );
  return walked ?? "broken";
}

/** The last post that counts. */
export function lastPost(folder: string, header: PointerHeader): Post | null {
  return withFile(postsIn(folder), "r", (fd) => readPost(fd, header.posts - 1));
}

/** Posts first, then what points at them, then the header that says they count: a kill in between does no harm. */
function writePosts(file: string, slots: Slots, header: PointerHeader, filings: readonly Filing[]): PointerHeader {
  let { posts, used } = header;
  const written: Buffer[] = [];
  const fd = openSync(file, "r+");
  try {
    for (const { offset, length, digest, keys } of filings) {
      for (const key of keys) {
        const { index, head } = findSlot(slots, key);
        const prev = head < header.posts ? head : finishedBefore(fd, head, header.posts, posts);
        written.push(encodePost({ offset, length, prev, key, check: checkOf(digest) }));
        putHead(slots, index, key, posts);
        if (head === -1) used += 1;
        posts += 1;
      }
    }
    writeSync(fd, Buffer.concat(written), 0, written.length * postBytes, header.posts * postBytes);
  } finally {
    closeSync(fd);
  }
  return { ...header, posts, used };
}

/** A head from this very batch stands; one that a kill left unfinished stands for the finished post before it. */
function finishedBefore(fd: number, head: number, finished: number, next: number): number {
  if (head < next && head >= finished) return head;
  let post = head;
  while (post >= finished) {
    const unfinished = readPost(fd, post);
    if (unfinished === null) throw new Error("a post is damaged");
    post = unfinished.prev;
  }
  return post;
}

function readPost(fd: number, index: number): Post | null {
  if (index < 0) return null;
  return decodePost(readAt(fd, Buffer.alloc(postBytes), index * postBytes));
}

function readHeader(fd: number): PointerHeader | null {
  return decodeHeader(readAt(fd, Buffer.alloc(headerBytes), 0));
}

function roomFor({ capacity, used }: PointerHeader, more: number): number {
  let room = capacity;
  while (used + more > room * 0.6) room *= 2;
  return room;
}

function tableIn(file: Buffer, capacity: number): Buffer {
  const table = Buffer.alloc(capacity * slotBytes);
  file.copy(table, 0, headerBytes);
  return table;
}

function writeHeads(folder: string, header: PointerHeader, table: Buffer): void {
  const fresh = `${headsIn(folder)}.new`;
  writeFileSync(fresh, Buffer.concat([encodeHeader(header), table]));
  renameSync(fresh, headsIn(folder));
}

function withFile<T>(file: string, flags: string, use: (fd: number) => T): T | null {
  let fd: number;
  try {
    fd = openSync(file, flags);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  try {
    return use(fd);
  } finally {
    closeSync(fd);
  }
}
