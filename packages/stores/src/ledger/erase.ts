import type { Chained, ContentHash } from "@writ/contracts";
import type { RecordKind } from "./kind.ts";
import { lineDigest, toContentHash } from "./line.ts";
import { readFound } from "./read.ts";
import type { Splice } from "./splice.ts";
import { isStone, toTombstone } from "./tombstone.ts";

/** Which records of a file are to go. */
export interface Erasing<R extends Chained> {
  file: string;
  kind: RecordKind<R>;
  isDoomed(record: R): boolean;
  /** When they are erased, as their tombstones say. */
  at: string;
  /** Nothing beyond this is looked at, in bytes. */
  to?: number;
}

/** A record that goes: its bytes, and what stands there afterwards. */
export interface Doomed<R> extends Splice {
  record: R;
  /** The hash of the line and of its tombstone; none for a record that is in no chain, which goes altogether. */
  pair: [line: ContentHash, tombstone: ContentHash] | null;
}

/** Goes through a file and gives what is to go, in its order. The same ledger gives the same tombstones. */
export async function* doomedIn<R extends Chained>(erasing: Erasing<R>): AsyncGenerator<Doomed<R>> {
  const { file, kind, isDoomed, at, to } = erasing;
  for await (const { entry, length } of readFound(file, kind, to === undefined ? {} : { to })) {
    const { record, offset, hash } = entry;
    if (isErased(record) || !isDoomed(record)) continue;
    const { v, writer, seq, prev } = record.metadata;
    const place = { from: offset, to: offset + length, record };
    if (writer === "") {
      yield { ...place, put: new Uint8Array(0), pair: null };
      continue;
    }
    const digest = hash.slice("sha256:".length);
    const link = { v, writer, seq, prev: prev?.replace(/^sha256:/, "") ?? null };
    const put = Buffer.from(toTombstone(record, { ...link, digest }, at));
    yield { ...place, put, pair: [hash, toContentHash(lineDigest(put))] };
  }
}

const isErased = (record: object): boolean =>
  isStone(record) || ("metadata" in record && (record.metadata as { erased?: unknown }).erased === true);
