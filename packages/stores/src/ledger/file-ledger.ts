import { basename, join } from "node:path";
import type { Chained, DecisionLedger, Ledger, LedgerEntry, TraceLedger } from "@writ/contracts";
import { withFileLock } from "../lock/file-lock.ts";
import { verifyFiles } from "../verify/verify.ts";
import { appendRecords, type Draft, repairTail } from "./append.ts";
import { decisionKind } from "./decision-kind.ts";
import { fileAppended, rebuildPointers } from "./filing.ts";
import type { RecordKind } from "./kind.ts";
import { readLast } from "./last.ts";
import { toContentHash } from "./line.ts";
import { readEntries } from "./read.ts";
import { traceKind } from "./trace-kind.ts";

/** Where a ledger is kept, and who writes it. */
export interface FileLedgerOptions {
  file: string;
  /** The id of this working copy; asked at each append, as the copy may be moved. */
  writer: () => Promise<string>;
  /** `.state/`: the lock goes there, and the pointers to the newest records of each intent and file. */
  state: string;
  /** Folder for what a crash cut off; in `state` unless told. */
  quarantine?: string;
  /** How far `last` looks back where no pointers help, in bytes. */
  lookBack?: number;
}

const defaultLookBack = 32 * 1024 * 1024;

/** The ledger of code changes in a file. */
export function openTraceLedger(options: FileLedgerOptions): TraceLedger {
  return openFileLedger(traceKind, options);
}

/** The ledger of decisions in a file. */
export function openDecisionLedger(options: FileLedgerOptions): DecisionLedger {
  return openFileLedger(decisionKind, options);
}

/** A ledger in one file, one record a line, for any number of processes. */
export function openFileLedger<R extends Chained>(kind: RecordKind<R>, options: FileLedgerOptions): Ledger<R> {
  const { file, index } = placesOf(options);
  return {
    append: (record) => append(kind, options, record),
    read: (query, onProblem) => readEntries(file, kind, { query, onProblem }),
    last: (count, query = {}) =>
      readLast({ file, kind, index, count, query, lookBack: options.lookBack ?? defaultLookBack }),
    verify: async () => {
      const { ok, records, problems } = await verifyFiles([file]);
      return { ok, records, problems };
    },
    // Nothing is held open between calls.
    close: async () => {},
  };
}

/** Moves a torn last line to the quarantine. Gives back where it went, or `null` when the ledger was in order. */
export function repairLedger(options: FileLedgerOptions): Promise<string | null> {
  const { file, lock, quarantine } = placesOf(options);
  return withFileLock(lock, () => repairTail(file, quarantine));
}

/** Makes the pointers of a ledger anew, for `doctor`, after an import, or when they were lost. */
export async function rebuildIndex<R extends Chained>(kind: RecordKind<R>, options: FileLedgerOptions): Promise<void> {
  const { file, lock, index } = placesOf(options);
  await withFileLock(`${index}.lock`, () => rebuildPointers({ file, kind, index }, (run) => withFileLock(lock, run)));
}

async function append<R extends Chained>(
  kind: RecordKind<R>,
  options: FileLedgerOptions,
  draft: Draft,
): Promise<LedgerEntry<R>> {
  const { file, lock, index, quarantine } = placesOf(options);
  const writer = await options.writer();
  return await withFileLock(lock, async () => {
    const appended = await appendRecords({ file, kind, quarantine, writer }, [draft]);
    await fileAppended({ file, kind, index }, appended);
    const [placed] = appended.placed;
    if (placed === undefined) throw new Error("nothing was appended");
    return { line: 0, offset: placed.offset, record: placed.record, hash: toContentHash(placed.digest) };
  });
}

function placesOf({ file, state, quarantine }: FileLedgerOptions) {
  return {
    file,
    lock: join(state, "leases", `${basename(file)}.lock`),
    index: join(state, "index", basename(file)),
    quarantine: quarantine ?? join(state, "quarantine"),
  };
}
