import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { crypto } from "../crypto.ts";
import { storeFailed } from "../failure.ts";
import { openToRead } from "./ledger-file.ts";

/** Bytes of a file, and what takes their place. */
export interface Splice {
  from: number;
  to: number;
  put: Uint8Array;
}

const chunkBytes = 1024 * 1024;

/**
 * Replaces parts of a ledger, in their order, and the file as a whole in one move: whoever reads sees the old or the
 * new. To be called under the ledger's lock, since what is appended meanwhile would be lost.
 */
export async function spliceFile(file: string, splices: Iterable<Splice> | AsyncIterable<Splice>): Promise<void> {
  const source = await openToRead(file);
  if (source === null) return;
  const draft = join(dirname(file), `.${basename(file)}.${crypto().randomBytes(6).toString("hex")}.tmp`);
  try {
    const { mode } = await source.stat();
    const target = await open(draft, "wx", mode & 0o777);
    try {
      await copy(source, target, splices);
      await target.sync();
    } finally {
      await target.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw storeFailed("rewrite", file, error);
  } finally {
    await source.close();
  }
}

async function copy(
  source: FileHandle,
  target: FileHandle,
  splices: Iterable<Splice> | AsyncIterable<Splice>,
): Promise<void> {
  const waiting = each(splices);
  const take = async (): Promise<Splice | undefined> => (await waiting.next()).value ?? undefined;
  let next = await take();
  for (let base = 0; ; ) {
    const { buffer, bytesRead } = await source.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, base);
    if (bytesRead === 0) break;
    const parts: Uint8Array[] = [];
    for (let at = base; at < base + bytesRead; ) {
      const end = Math.min(next?.from ?? Number.POSITIVE_INFINITY, base + bytesRead);
      if (at < end) parts.push(buffer.subarray(at - base, end - base));
      at = Math.max(at, end);
      if (next === undefined || at >= base + bytesRead) continue;
      // One that reaches over the end of a chunk was put where it begins.
      if (at === next.from) parts.push(next.put);
      at = Math.min(next.to, base + bytesRead);
      if (at === next.to) next = await take();
    }
    await target.writeFile(Buffer.concat(parts));
    base += bytesRead;
  }
}

async function* each(splices: Iterable<Splice> | AsyncIterable<Splice>): AsyncGenerator<Splice, undefined> {
  yield* splices;
}
