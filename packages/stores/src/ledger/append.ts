import { closeSync, fdatasync, fstatSync, ftruncateSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import type { Chained } from "@writ/contracts";
import { storeFailed } from "../failure.ts";
import { type ChainOptions, type Draft, type Placed, toChain } from "./chain-lines.ts";
import { chainIn, keepChain } from "./chain-writer.ts";
import { openToAppend } from "./ledger-file.ts";
import { findHead, settleTail } from "./tail.ts";

const flush = promisify(fdatasync);

/** What was appended, and how long the ledger was before (with its tail in order) and is now. */
export interface Appended<R> {
  placed: Placed<R>[];
  before: number;
  after: number;
}

/** Where to append, and as whom. */
export interface AppendOptions<R extends Chained> extends ChainOptions<R> {
  /** Folder for the bytes of a write that a crash cut off. */
  quarantine: string;
  /** Where the record this copy wrote last is noted, for a ledger that git tracks. */
  chain?: string | undefined;
}

/**
 * Appends records as the next lines of a writer's chain, all of them or none. To be called under the ledger's lock:
 * reading the tail and writing after it must be one step, or two writers would chain to the same line.
 */
export async function appendRecords<R extends Chained>(
  options: AppendOptions<R>,
  drafts: readonly Draft[],
): Promise<Appended<R>> {
  const { file, writer: copy, chain } = options;
  const fd = openToAppend(file);
  try {
    const { size, needsNewline } = settleTail(fd, fstatSync(fd).size, file, options.quarantine);
    const before = size + (needsNewline ? 1 : 0);
    const now = chain === undefined ? { writer: copy, head: findHead(fd, size, copy) } : chainIn(fd, size, copy, chain);
    const { writer, head } = now;
    const { placed, text, end } = toChain({ ...options, writer }, drafts, { head, offset: before });
    await writeWhole(fd, file, size, Buffer.from(`${needsNewline ? "\n" : ""}${text}`));
    const digest = placed.at(-1)?.digest;
    if (chain !== undefined && digest !== undefined) await keepChain(chain, { copy, writer, digest });
    return { placed, before, after: end };
  } catch (error) {
    throw storeFailed("append to", file, error);
  } finally {
    closeSync(fd);
  }
}

/** Puts the end of a ledger in order without appending. Gives back where a torn line went, if there was one. */
export async function repairTail(file: string, quarantine: string): Promise<string | null> {
  const fd = openToAppend(file);
  try {
    const { size, needsNewline, quarantined } = settleTail(fd, fstatSync(fd).size, file, quarantine);
    if (needsNewline) await writeWhole(fd, file, size, Buffer.from("\n"));
    return quarantined ?? null;
  } finally {
    closeSync(fd);
  }
}

/** One write; when not all of it fits, the ledger gets its old end back, so that nothing half-written stays. */
async function writeWhole(fd: number, file: string, size: number, bytes: Buffer): Promise<void> {
  try {
    const written = writeSync(fd, bytes);
    if (written < bytes.length) throw Object.assign(new Error("short write"), { code: "ENOSPC" });
    await flush(fd);
  } catch (error) {
    ftruncateSync(fd, size);
    throw storeFailed("append to", file, error);
  }
}
