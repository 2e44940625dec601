import { rename, rm } from "node:fs/promises";
import type { Chained } from "@writ/contracts";
import type { Appended } from "./append.ts";
import type { RecordKind } from "./kind.ts";
import { openToRead } from "./ledger-file.ts";
import { readLines } from "./lines.ts";
import { keyOf } from "./pointer-format.ts";
import { addPointers, dropPointers, type Filing, readCoverage, resetPointers } from "./pointers.ts";
import { entryParser, type Found } from "./read.ts";

/** The most that is filed afterwards while somebody waits; about a fifth of a second. */
const patienceBytes = 32 * 1024 * 1024;

/** Where the pointers of a ledger are, and what they point into. */
export interface PointedLedger<R extends Chained> {
  file: string;
  kind: RecordKind<R>;
  /** Folder of the pointers. */
  index: string;
}

/**
 * Files what was just appended, and what was missed before. Under the ledger's lock.
 * The pointers are an aid: whatever goes wrong with them, the record is written.
 */
export async function fileAppended<R extends Chained>(
  ledger: PointedLedger<R>,
  { before, after, placed }: Appended<R>,
): Promise<void> {
  try {
    if (readCoverage(ledger.index)?.to !== before) {
      await fileUpTo(ledger, after, patienceBytes);
      return;
    }
    const filings = placed.map((line) => ({ ...line, keys: keysOf(ledger.kind, line.record) }));
    addPointers(ledger.index, filings, after);
  } catch {
    forget(ledger.index);
  }
}

/**
 * Makes the pointers anew from the whole ledger, beside the old ones, while others append: only for what they appended
 * meanwhile, and for putting the new in place of the old, `locked` keeps them waiting.
 */
export async function rebuildPointers<R extends Chained>(
  ledger: PointedLedger<R>,
  locked: (run: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const fresh = { ...ledger, index: `${ledger.index}.new` };
  await rm(fresh.index, { recursive: true, force: true });
  resetPointers(fresh.index, 0);
  await fileUpTo(fresh, await sizeOf(ledger.file), Number.POSITIVE_INFINITY);
  await locked(async () => {
    await fileUpTo(fresh, await sizeOf(ledger.file), Number.POSITIVE_INFINITY);
    await rm(ledger.index, { recursive: true, force: true });
    await rename(fresh.index, ledger.index);
  });
}

async function sizeOf(file: string): Promise<number> {
  const handle = await openToRead(file);
  try {
    return (await handle?.stat())?.size ?? 0;
  } finally {
    await handle?.close();
  }
}

/** A ledger too long to be filed now is covered from here on; what is older is found by looking through its end. */
async function fileUpTo<R extends Chained>(ledger: PointedLedger<R>, to: number, patience: number): Promise<void> {
  const coverage = readCoverage(ledger.index);
  let from = coverage === null || coverage.to > to ? 0 : coverage.to;
  if (from === 0 || to - from > patience) {
    from = to - from > patience ? to : 0;
    resetPointers(ledger.index, from);
  }
  const handle = await openToRead(ledger.file);
  if (handle === null) return;
  const parser = entryParser(ledger.kind, undefined, () => {});
  try {
    for await (const lines of readLines(handle, { from, to })) {
      const last = lines.at(-1);
      if (last === undefined || !last.ended) break;
      const found = lines.flatMap((line) => parser.entriesOf(line));
      const covered = last.offset + (last.skipped ?? last.bytes.length) + 1;
      addPointers(
        ledger.index,
        found.map((one) => toFiling(ledger.kind, one)),
        Math.min(covered, to),
      );
    }
  } finally {
    await handle.close();
  }
  addPointers(ledger.index, [], to);
}

function toFiling<R extends Chained>(kind: RecordKind<R>, { entry, length }: Found<R>): Filing {
  const digest = entry.hash.slice("sha256:".length);
  return { offset: entry.offset, length, digest, keys: keysOf(kind, entry.record) };
}

function keysOf<R extends Chained>(kind: RecordKind<R>, record: R): Buffer[] {
  return [
    ...kind.intents(record).map((intent) => keyOf("intent", intent)),
    ...kind.files(record).map((file) => keyOf("file", file)),
  ];
}

/** Pointers that are gone are made again; wrong ones would mislead. */
export function forget(index: string): void {
  try {
    dropPointers(index);
  } catch {
    // Each post carries a check, so that pointers which could not be deleted are found out when they are used.
  }
}
