import { basename, join } from "node:path";
import type { Chained, DecisionLedger, Ledger, LedgerEntry, TraceLedger, Unchained } from "@writ/contracts";
import { withFileLock } from "../lock/file-lock.ts";
import type { LedgerPlace } from "../verify/repair.ts";
import { verifyFiles } from "../verify/verify.ts";
import { type Appended, appendRecords, repairTail } from "./append.ts";
import type { Draft } from "./chain-lines.ts";
import { decisionKind } from "./decision-kind.ts";
import { readEnd } from "./end.ts";
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
  /** Whether git tracks the file, so that a checkout puts another version in its place; asked at each append. */
  isTracked?: () => Promise<boolean>;
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
    end: async () => readEnd(file),
    verify: async () => {
      const { ok, records, problems } = await verifyFiles([file], undefined, { stones: "unasked" });
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
  const [placed] = (await appendTogether(kind, options, [draft])).placed;
  if (placed === undefined) throw new Error("nothing was appended");
  return { line: 0, offset: placed.offset, record: placed.record, hash: toContentHash(placed.digest) };
}

/** Appends many records in one go, all of them or none: what is imported need not wait for the disk once a record. */
export async function appendAll<R extends Chained>(
  kind: RecordKind<R>,
  options: FileLedgerOptions,
  records: readonly Unchained<R>[],
): Promise<void> {
  if (records.length > 0) await appendTogether(kind, options, records);
}

async function appendTogether<R extends Chained>(
  kind: RecordKind<R>,
  options: FileLedgerOptions,
  drafts: readonly Draft[],
): Promise<Appended<R>> {
  const { file, lock, index, quarantine } = placesOf(options);
  const writer = await options.writer();
  const isTracked = (await options.isTracked?.()) === true;
  const chain = isTracked ? join(options.state, "chains", `${basename(file)}.json`) : undefined;
  return await withFileLock(lock, async () => {
    const appended = await appendRecords({ file, kind, quarantine, writer, chain }, drafts);
    await fileAppended({ file, kind, index }, appended);
    return appended;
  });
}

function placesOf({ file, state, quarantine }: FileLedgerOptions) {
  return { ...livePlace(file, state), quarantine: quarantine ?? join(state, "quarantine") };
}

/** What belongs to a live ledger: its lock, and its pointers. */
export function livePlace(file: string, state: string): Required<LedgerPlace> {
  const name = basename(file);
  return { file, lock: join(state, "leases", `${name}.lock`), index: join(state, "index", name) };
}
