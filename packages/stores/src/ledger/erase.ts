import type { Chained, ContentHash } from "@writ/contracts";
import { linkIn } from "../verify/chain.ts";
import type { RecordKind } from "./kind.ts";
import { type Link, lineDigest, readLink, toContentHash } from "./line.ts";
import { readFound } from "./read.ts";
import type { Splice } from "./splice.ts";
import { isTombstone, toTombstone } from "./tombstone.ts";

/** Which records of a file are to go. */
export interface Erasing<R extends Chained> {
  file: string;
  kind: RecordKind<R>;
  isDoomed(record: R): boolean;
  /** Nothing beyond this is looked at, in bytes. */
  to?: number;
  /** Hears how far it is. */
  onProgress?: ((doneBytes: number) => void) | undefined;
}

/** A record that goes: its bytes, and what stands there afterwards. */
export interface Doomed<R> extends Splice {
  record: R;
  /** The hash of the line and of its tombstone; none for a record that is in no chain, which goes altogether. */
  pair: [line: ContentHash, tombstone: ContentHash] | null;
}

/** Goes through a file and gives what is to go, in its order. The same ledger gives the same tombstones. */
export async function* doomedIn<R extends Chained>(erasing: Erasing<R>): AsyncGenerator<Doomed<R>> {
  const { file, kind, isDoomed, to, onProgress } = erasing;
  for await (const { entry, length, alone } of readFound(file, kind, to === undefined ? {} : { to })) {
    const { record, offset } = entry;
    onProgress?.(offset);
    if ((alone !== null && isTombstone(alone)) || !isDoomed(record)) continue;
    const place = { from: offset, to: offset + length, record };
    const put = alone === null ? null : tombstoneFor(alone, record);
    if (alone === null || put === null) yield { ...place, put: new Uint8Array(0), pair: null };
    else yield { ...place, put, pair: [toContentHash(lineDigest(alone)), toContentHash(lineDigest(put))] };
  }
}

/** The one tombstone a line of a chain can have; `null` for a line that is in none. */
export function tombstoneFor(line: Buffer, record: object): Buffer | null {
  const link = linkOf(line, record);
  return link === null ? null : Buffer.from(toTombstone(record, { ...link, digest: lineDigest(line) }));
}

/** As `verify` finds it. A record of another tool is read as one of no writer. */
function linkOf(line: Buffer, record: object): Link | null {
  const link = readLink(line) ?? ("metadata" in record ? linkIn(record.metadata) : null);
  return link === null || link.writer === "" ? null : link;
}
