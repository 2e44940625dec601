import { hash } from "node:crypto";

/**
 * The pointers beside a ledger: where the newest record of each intent and of each file is, and from there the one
 * before, and so on. `posts` holds one entry for each record and key; `heads` is a hash table from a key to its
 * newest post. Both are only an aid: they can be thrown away at any time and are made again from the ledger.
 */
export const postBytes = 32;
export const slotBytes = 16;
export const headerBytes = 64;

const magic = Buffer.from("WRITPTR1");

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
  return Buffer.from(digest.slice(0, 16), "hex");
}

export function encodeHeader(header: PointerHeader): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  magic.copy(bytes);
  bytes.writeUInt32LE(header.capacity, 8);
  bytes.writeUInt32LE(header.used, 12);
  bytes.writeUIntLE(header.posts, 16, 6);
  bytes.writeUIntLE(header.from, 24, 6);
  bytes.writeUIntLE(header.to, 32, 6);
  return bytes;
}

/** The header in these bytes; `null` when they are none, or of another version. */
export function decodeHeader(bytes: Buffer): PointerHeader | null {
  if (bytes.length < headerBytes || !bytes.subarray(0, magic.length).equals(magic)) return null;
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
  return bytes;
}

export function decodePost(bytes: Buffer): Post {
  return {
    offset: bytes.readUIntLE(0, 6),
    length: bytes.readUInt32LE(6),
    prev: bytes.readUIntLE(10, 6) - 1,
    key: bytes.subarray(16, 24),
    check: bytes.subarray(24, 32),
  };
}
