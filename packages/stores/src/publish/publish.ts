import { lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Chained, ContentHash } from "@writ/contracts";
import { storeFailed } from "../failure.ts";
import { appendRecords, type Draft } from "../ledger/append.ts";
import { decisionKind } from "../ledger/decision-kind.ts";
import type { RecordKind } from "../ledger/kind.ts";
import { toContentHash } from "../ledger/line.ts";
import { readEntries, readFound } from "../ledger/read.ts";
import { traceKind } from "../ledger/trace-kind.ts";
import { isObject } from "../ledger/values.ts";
import { withFileLock } from "../lock/file-lock.ts";
import { type Looked, logPublished, writeProgress } from "./progress.ts";
import { monthOf, publishedName } from "./published-files.ts";
import { publishedKind } from "./published-kind.ts";
import { toPublishedDecision } from "./sanitize.ts";
import { toPublishedTrace } from "./sanitize-trace.ts";
import { type Candidate, select, touching } from "./select.ts";
import { startFrom, toNoted } from "./start.ts";

/** A published record is longer than the live one by its source. */
const sourceBytes = 256;

/** What to publish, from where, to where. */
export interface PublishOptions {
  /** The live ledgers. */
  traces: string;
  decisions: string;
  /** The tracked folder, `.orchestration/ledger`. */
  published: string;
  /** `.state/` */
  state: string;
  branch: string;
  writer: string;
  /** Workspace-relative paths that are about to be committed. */
  files: readonly string[] | "all";
  /** Whether a file is not there any more. */
  isGone?: (file: string) => boolean;
  /** Looks which of the records that wait are about files that were committed since. */
  findCommitted?: (traces: readonly Candidate[]) => Promise<(trace: Candidate) => boolean>;
}

/** What was published. */
export interface PublishResult {
  /** The files that grew, to be staged. */
  files: string[];
  traces: number;
  decisions: number;
}

/**
 * Copies live records into this branch's and this working copy's own published files, each record once. A published
 * file has its own chain, and each of its records names the live line it was copied from.
 */
export async function publish(options: PublishOptions): Promise<PublishResult> {
  return await withFileLock(join(options.state, "leases", "publish.lock"), async () => {
    const name = `${publishedName(options.branch, options.writer)}.jsonl`;
    const start = await startFrom(options, name);
    const traces = await lookThrough(options.traces, traceKind, start.traces, start.known);
    const decisions = await lookThrough(options.decisions, decisionKind, start.decisions, start.known);
    const isCommitted = await committedAmong(traces.waiting, options);
    const chosen = select(traces.waiting, decisions.waiting, { ...options, isCommitted });

    const changes = await copy(options.traces, traceKind, chosen.traces, toPublishedTrace);
    const answers = await copy(options.decisions, decisionKind, chosen.decisions, toPublishedDecision);
    const heads = await writeOut(options, name, [...changes, ...answers]);
    await writeProgress(options.state, {
      traces: { ...traces, waiting: chosen.waiting.traces },
      decisions: { ...decisions, waiting: chosen.waiting.decisions },
      heads: { ...start.heads, ...heads },
    });
    const files = Object.keys(heads).map((file) => join(options.published, file));
    return { files, traces: changes.length, decisions: answers.length };
  });
}

/** Nobody waits for a count of what was never looked through; publishing does that once. */
const mostUnlooked = 64 * 1024 * 1024;

/** The changes that commits took along without publishing them. */
export async function findUnpublished(options: Omit<PublishOptions, "files">): Promise<Candidate[]> {
  const start = await startFrom(options, `${publishedName(options.branch, options.writer)}.jsonl`);
  const size = (await lstat(options.traces).catch(() => null))?.size ?? 0;
  if (size - start.traces.to > mostUnlooked) return [];
  const { waiting } = await lookThrough(options.traces, traceKind, start.traces, start.known);
  return waiting.filter(await committedAmong(waiting, { ...options, files: [] }));
}

/** Git is asked only about what would wait otherwise. */
async function committedAmong(
  traces: readonly Candidate[],
  { files, findCommitted }: Pick<PublishOptions, "files" | "findCommitted">,
): Promise<(trace: Candidate) => boolean> {
  const touches = touching(files);
  const left = traces.filter((trace) => !touches(trace));
  return left.length === 0 || findCommitted === undefined ? () => false : findCommitted(left);
}

/** Adds what was appended since the last time to what waits. Records of others, from before Writ, are not ours to publish. */
async function lookThrough<R extends Chained>(
  file: string,
  kind: RecordKind<R>,
  looked: Looked,
  known: ReadonlySet<string>,
): Promise<Looked> {
  const waiting = [...looked.waiting];
  let { to, last } = looked;
  for await (const { entry, length } of readFound(file, kind, { from: to })) {
    const { offset, record, hash } = entry;
    to = offset + length;
    last = { offset, length, hash };
    if (record.metadata.writer === "" || known.has(record.id)) continue;
    const about = { files: kind.files(record), intents: kind.intents(record), session: kind.session(record) };
    const reach = isLasting(record) ? { always: true as const } : isWide(record) ? { wide: true as const } : {};
    waiting.push({ id: record.id, offset, length, at: record.timestamp, ...about, ...standing(record), ...reach });
  }
  return { to, last, waiting };
}

/** Only a change says where the working copy stood. */
function standing(record: object): { revision?: string } {
  const vcs = "vcs" in record ? record.vcs : null;
  const revision = isObject(vcs) ? vcs.revision_id : undefined;
  return typeof revision === "string" ? { revision } : {};
}

const wideKinds: ReadonlySet<unknown> = new Set(["paused", "resumed", "gap", "alarm", "acknowledged", "imported"]);

/** Whether a decision is about the whole workspace. */
const isWide = (record: object): boolean => "decision" in record && wideKinds.has(record.decision);

/** What people did to the records themselves: without it, nobody elsewhere could tell a tombstone from a forged one. */
const isLasting = (record: object): boolean =>
  "decision" in record && (record.decision === "erased" || record.decision === "repaired");

/** The chosen records as they are published. One that was changed beyond recognition stays; `verify` tells of it. */
async function copy<R extends Chained>(
  file: string,
  kind: RecordKind<R>,
  chosen: readonly Candidate[],
  toDraft: (record: R, source: ContentHash) => Draft,
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const { id, offset, length } of chosen) {
    for await (const { record, hash } of readEntries(file, kind, { from: offset, to: offset + length })) {
      if (record.id === id) drafts.push(toDraft(record, hash));
    }
  }
  return drafts;
}

/** Appends to the file of each month; gives back the new last line of each, by file. */
async function writeOut(
  { published, state, writer }: PublishOptions,
  name: string,
  drafts: readonly Draft[],
): Promise<Record<string, ContentHash>> {
  const heads: Record<string, ContentHash> = {};
  const months = [...new Set(drafts.map(({ timestamp }) => monthOf(timestamp)))].sort();
  for (const month of months) {
    const file = join(published, month, name);
    await makeFolder(join(published, month));
    const ofMonth = drafts.filter(({ timestamp }) => monthOf(timestamp) === month);
    const quarantine = join(state, "quarantine");
    const { placed } = await appendRecords(
      { file, kind: publishedKind, quarantine, writer, room: sourceBytes },
      ofMonth,
    );
    const noted = toNoted(published, file);
    await logPublished(
      state,
      noted,
      ofMonth.map(({ id }) => id),
    );
    heads[noted] = toContentHash(placed.at(-1)?.digest ?? "");
  }
  return heads;
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw storeFailed("make the folder", folder, error);
  }
}
