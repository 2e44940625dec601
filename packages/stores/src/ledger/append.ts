import { closeSync, fdatasync, fstatSync, ftruncateSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { type Chained, fail } from "@writ/contracts";
import { storeFailed } from "../failure.ts";
import { checkNewLine } from "./check.ts";
import type { RecordKind } from "./kind.ts";
import { openToAppend } from "./ledger-file.ts";
import { lineDigest, toContentHash, toLine, writerForm } from "./line.ts";
import { findHead, settleTail } from "./tail.ts";

const flush = promisify(fdatasync);

/** A record that has no place in a chain yet. */
export interface Draft {
  id: string;
  timestamp: string;
  metadata: object;
}

/** A record as it was appended. */
interface Placed<R> {
  record: R;
  /** Length of its line in bytes, without the newline. */
  length: number;
  offset: number;
  digest: string;
}

/** What was appended, and how long the ledger was before (with its tail in order) and is now. */
export interface Appended<R> {
  placed: Placed<R>[];
  before: number;
  after: number;
}

/** Where to append, and as whom. */
export interface AppendOptions<R extends Chained> {
  file: string;
  kind: Pick<RecordKind<R>, "parse">;
  /** Folder for the bytes of a write that a crash cut off. */
  quarantine: string;
  writer: string;
  /** Bytes a record may have beyond the most a live one may. */
  room?: number;
}

/**
 * Appends records as the next lines of a writer's chain, all of them or none. To be called under the ledger's lock:
 * reading the tail and writing after it must be one step, or two writers would chain to the same line.
 */
export async function appendRecords<R extends Chained>(
  options: AppendOptions<R>,
  drafts: readonly Draft[],
): Promise<Appended<R>> {
  const { file, writer } = options;
  if (!writerForm.test(writer)) throw new Error(`a writer's id has letters, digits, - and _ only: ${writer}`);
  const fd = openToAppend(file);
  try {
    const { size, needsNewline } = settleTail(fd, fstatSync(fd).size, file, options.quarantine);
    const before = size + (needsNewline ? 1 : 0);
    const placed: Placed<R>[] = [];
    const texts: string[] = needsNewline ? ["\n"] : [];
    let head = findHead(fd, size, writer);
    let offset = before;
    for (const draft of drafts) {
      const seq = (head?.seq ?? 0) + 1;
      const text = toLine(draft, { v: 1, writer, seq, prev: head === null ? null : toContentHash(head.digest) });
      const bytes = Buffer.from(text);
      const digest = lineDigest(bytes);
      const length = bytes.length;
      const line = { text, length: length - (options.room ?? 0), hash: toContentHash(digest), writer };
      const checked = checkNewLine(options.kind, line);
      if ("reason" in checked)
        throw fail("STORE_FAILED", { action: `append to ${file}`, reason: checked.reason, file });
      placed.push({ record: checked.record, length, offset, digest });
      texts.push(text, "\n");
      head = { seq, digest };
      offset += bytes.length + 1;
    }
    await writeWhole(fd, file, size, Buffer.from(texts.join("")));
    return { placed, before, after: offset };
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
