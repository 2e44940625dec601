import { hash } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * The pointers beside a ledger: where the newest record of each intent and of each file is, and from there the one
 * before, and so on. `posts` holds one entry for each record and key; `heads` is a hash table from a key to its
 * newest post. Both are only an aid: they can be thrown away at any time and are made again from the ledger. The header,
 * each post and each slot end with a sum, so that a flipped bit is noticed.
 */
export const postBytes = 32;
export const slotBytes = 16;
export const headerBytes = 64;

const magic = Buffer.from("WRITPTR2");

/** The beginning of `heads`. Posts beyond `posts` were never finished, and do not count. */
export interface PointerHeader {
  /** Slots in the table. */
  capacity: number;
  used: number;
  posts: number;
  /** The bytes of the ledger that are covered. */
  from: number;
  to: number;
}

/** One record under one key. */
export interface Post {
  offset: number;
  length: number;
  /** Number of the key's post before; -1 for its first. */
  prev: number;
  key: Buffer;
  /** The first bytes of the line's hash: a post that points at something else is found out. */
  check: Buffer;
}

/** What an intent or a file is filed under. */
export function keyOf(kind: "intent" | "file", name: string): Buffer {
  return Buffer.from(hash("sha256", `${kind}\0${name}`, "hex").slice(0, 16), "hex");
}

/** The check of a line with this hash. */
export function checkOf(digest: string): Buffer {
  return Buffer.from(digest.slice(0, 8), "hex");
}

export function encodeHeader(header: PointerHeader): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  magic.copy(bytes);
  bytes.writeUInt32LE(header.capacity, 8);
  bytes.writeUInt32LE(header.used, 12);
  bytes.writeUIntLE(header.posts, 16, 6);
  bytes.writeUIntLE(header.from, 24, 6);
  bytes.writeUIntLE(header.to, 32, 6);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, headerBytes - 4)), headerBytes - 4);
  return bytes;
}

/** The header in these bytes; `null` when they are none, or of another version. */
export function decodeHeader(bytes: Buffer): PointerHeader | null {
  if (bytes.length < headerBytes || !bytes.subarray(0, magic.length).equals(magic)) return null;
  if (bytes.readUInt32LE(headerBytes - 4) !== crc32(bytes.subarray(0, headerBytes - 4))) return null;
  const header = {
    capacity: bytes.readUInt32LE(8),
    used: bytes.readUInt32LE(12),
    posts: bytes.readUIntLE(16, 6),
    from: bytes.readUIntLE(24, 6),
    to: bytes.readUIntLE(32, 6),
  };
  return header.capacity > 0 && header.used < header.capacity && header.from <= header.to ? header : null;
}

export function encodePost(post: Post): Buffer {
  const bytes = Buffer.alloc(postBytes);
  bytes.writeUIntLE(post.offset, 0, 6);
  bytes.writeUInt32LE(post.length, 6);
  bytes.writeUIntLE(post.prev + 1, 10, 6);
  post.key.copy(bytes, 16);
  post.check.copy(bytes, 24);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, postBytes - 4)), postBytes - 4);
  return bytes;
}

/** The post in these bytes; `null` when they are none. */
export function decodePost(bytes: Buffer): Post | null {
  if (bytes.length !== postBytes || bytes.readUInt32LE(postBytes - 4) !== crc32(bytes.subarray(0, postBytes - 4)))
    return null;
  return {
    offset: bytes.readUIntLE(0, 6),
    length: bytes.readUInt32LE(6),
    prev: bytes.readUIntLE(10, 6) - 1,
    key: bytes.subarray(16, 24),
    check: bytes.subarray(24, 28),
  };
}

/** A slot of the table: a key, and its newest post. */
export function encodeSlot(key: Buffer, post: number): Buffer {
  const bytes = Buffer.alloc(slotBytes);
  key.copy(bytes);
  bytes.writeUIntLE(post + 1, 8, 6);
  bytes.writeUInt16LE(sumOfSlot(bytes), slotBytes - 2);
  return bytes;
}

/** What a slot holds; `null` for an empty one. Throws for what was never written into one. */
export function decodeSlot(bytes: Buffer): { key: Buffer; post: number } | null {
  if (bytes.equals(emptySlot)) return null;
  const post = bytes.readUIntLE(8, 6) - 1;
  if (post < 0 || bytes.readUInt16LE(slotBytes - 2) !== sumOfSlot(bytes)) throw new Error("a slot is damaged");
  return { key: bytes.subarray(0, 8), post };
}

const emptySlot = Buffer.alloc(slotBytes);
const sumOfSlot = (bytes: Buffer): number => crc32(bytes.subarray(0, slotBytes - 2)) & 0xffff;
