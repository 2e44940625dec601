import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Chained, ContentHash, DecisionRecord } from "@writ/contracts";
import { writeAtomic } from "../atomic.ts";
import { type Draft, toChain } from "../ledger/chain-lines.ts";
import { decisionKind } from "../ledger/decision-kind.ts";
import { isHarmlessDrift } from "../ledger/harmless-drift.ts";
import type { RecordKind } from "../ledger/kind.ts";
import { readEntries, readFound } from "../ledger/read.ts";
import { traceKind } from "../ledger/trace-kind.ts";
import { isObject } from "../ledger/values.ts";
import { withFileLock } from "../lock/file-lock.ts";
import { bringBack, type FindBrought, sourceBytes, writeBack } from "./away.ts";
import { type Looked, logPublished, type Spot, writeProgress } from "./progress.ts";
import { isOfStem, monthOf, publishedName, publishedStem } from "./published-files.ts";
import { publishedKind } from "./published-kind.ts";
import { toPublishedDecision } from "./sanitize.ts";
import { toPublishedTrace } from "./sanitize-trace.ts";
import { type Candidate, select, touching } from "./select.ts";
import { type Start, startFrom, toNoted, treeOf } from "./start.ts";

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
  findCommitted?: (records: readonly Candidate[]) => Promise<(record: Candidate) => boolean>;
  /** Without it, whatever other branches have of these files comes along. */
  findBrought?: FindBrought;
}

/** What was published. */
export interface PublishResult {
  /** The new files, to be staged. */
  files: string[];
  traces: number;
  decisions: number;
}

/**
 * Copies live records into new files of this branch and this working copy, each record once. A published file has its
 * own chain, each of its records names the live line it was copied from, and it is never written to again.
 */
export async function publish(options: PublishOptions): Promise<PublishResult> {
  return await withFileLock(join(options.state, "leases", "publish.lock"), async () => {
    const stem = publishedStem(options.branch, options.writer);
    const start = await startFrom(options, stem);
    const traces = await lookThrough(options.traces, traceKind, start.traces, start);
    const decisions = await lookThrough(options.decisions, decisionKind, start.decisions, start);
    const isCommitted = await committedAmong([...traces.waiting, ...decisions.waiting.filter(isRoaming)], options);
    const chosen = select(traces.waiting, decisions.waiting, { ...options, isCommitted });

    const changes = await copy(options.traces, traceKind, "t", chosen.traces, toPublishedTrace);
    const answers = await copy(options.decisions, decisionKind, "d", chosen.decisions, toPublishedDecision);
    const out = new Set([...chosen.traces, ...chosen.decisions].map(({ id }) => id));
    const back = await bringBack(options, stem, { inTree: start.inTree, out });
    const written = await writeOut(options, stem, [...changes, ...answers]);
    const files = [...written, ...(await writeBack(options, stem, back))].sort();
    const traced = back.reduce((sum, one) => sum + one.traces.length, 0);
    const all = back.reduce((sum, one) => sum + one.drafts.length, 0);
    const isBack = new Set(back.flatMap(({ drafts }) => drafts.map(({ id }) => id)));
    const still = (waiting: readonly Candidate[]) => waiting.filter(({ id }) => !isBack.has(id));
    await writeProgress(options.state, {
      traces: { ...traces, waiting: still(chosen.waiting.traces) },
      decisions: { ...decisions, waiting: still(chosen.waiting.decisions) },
      trees: {
        ...start.trees,
        [stem]: await treeOf(
          options.published,
          stem,
          [...new Set([...start.ours, ...files.filter(isOfStem(stem))])].sort(),
        ),
      },
    });
    return { files, traces: changes.length + traced, decisions: answers.length + all - traced };
  });
}

/** Nobody waits for a count of what was never looked through; publishing does that once. */
const mostUnlooked = 64 * 1024 * 1024;

/** The records of changes that commits took along without publishing them. */
export async function findUnpublished(options: Omit<PublishOptions, "files">): Promise<Candidate[]> {
  const start = await startFrom(options, publishedStem(options.branch, options.writer));
  const unlooked = async (file: string, { to }: Looked) => ((await lstat(file).catch(() => null))?.size ?? 0) - to;
  const left = (await unlooked(options.traces, start.traces)) + (await unlooked(options.decisions, start.decisions));
  if (left > mostUnlooked) return [];
  const traces = await lookThrough(options.traces, traceKind, start.traces, start);
  const decisions = await lookThrough(options.decisions, decisionKind, start.decisions, start);
  const waiting = [...traces.waiting, ...decisions.waiting.filter(isRoaming)];
  return waiting.filter(await committedAmong(waiting, { ...options, files: [] }));
}

const isRoaming = ({ roams }: Candidate): boolean => roams === true;

/** Git is asked only about what would wait otherwise. */
async function committedAmong(
  records: readonly Candidate[],
  { files, findCommitted }: Pick<PublishOptions, "files" | "findCommitted">,
): Promise<(record: Candidate) => boolean> {
  const touches = touching(files);
  const left = records.filter((record) => !touches(record));
  const found = left.length === 0 || findCommitted === undefined ? () => false : await findCommitted(left);
  return (record) => record.committed === true || found(record);
}

/** Adds what was appended since the last time to what waits. Records of others, from before Writ, are not ours to publish. */
async function lookThrough<R extends Chained>(
  file: string,
  kind: RecordKind<R>,
  looked: Looked,
  { known, dropped }: Pick<Start, "known" | "dropped">,
): Promise<Looked> {
  const waiting = [...looked.waiting];
  let { to, last } = looked;
  for await (const { entry, length } of readFound(file, kind, { from: to })) {
    const { offset, record, hash } = entry;
    to = offset + length;
    last = { offset, length, hash };
    if (record.metadata.writer === "" || known.has(record.id)) continue;
    const about = { files: kind.files(record), intents: kind.intents(record), session: kind.session(record) };
    const reach = {
      ...(isLasting(record) && { always: true as const }),
      ...(isWide(record) && { wide: true as const }),
      ...(isUnclaimed(record) && { roams: true as const }),
    };
    const was = dropped.get(record.id);
    const out = was === undefined ? {} : { was };
    const place = { id: record.id, offset, length, at: reach.roams === true ? beginningOf(record) : record.timestamp };
    waiting.push({ ...place, ...about, ...standing(record), ...reach, ...out });
  }
  return { to, last, waiting };
}

/** Where the working copy stood. */
function standing(record: Chained): Pick<Candidate, "revision" | "committed"> {
  const vcs = "vcs" in record ? record.vcs : null;
  const revision = isDecision(record) ? record.revision : isObject(vcs) ? vcs.revision_id : undefined;
  return {
    ...(typeof revision === "string" && { revision }),
    ...("metadata" in record &&
      isObject(record.metadata) &&
      madeCommits(record.metadata) && { committed: true as const }),
  };
}

/** Whether a call made commits, and lines: what git only brought is told of by those who made it. */
function madeCommits({ revision_before, lines, lines_dropped, files }: Record<string, unknown>): boolean {
  if (typeof revision_before !== "string") return false;
  const hasLines = isObject(lines) && Object.values(lines).some((some) => Array.isArray(some) && some.length > 0);
  const isUnsure = isObject(files) && Object.values(files).some((meta) => isObject(meta) && meta.unsure !== undefined);
  return hasLines || lines_dropped === true || isUnsure;
}

const wideKinds: ReadonlySet<unknown> = new Set(["paused", "resumed", "gap", "alarm", "acknowledged", "imported"]);

/** Whether a decision is about the whole workspace. */
const isWide = (record: object): boolean => "decision" in record && wideKinds.has(record.decision);

/** Whether it tells of files that changed and that nobody claims. */
const isUnclaimed = (record: Chained): boolean =>
  isDecision(record) && (unclaimedKinds.has(record.decision) || isDisobeyed(record)) && !isHarmlessDrift(record);

/** Whether it tells of a call that was refused and ran. */
const isDisobeyed = ({ decision, code }: DecisionRecord): boolean => decision === "unmatched" && code !== undefined;

const unclaimedKinds: ReadonlySet<unknown> = new Set(["strayed", "drifted", "failed", "gap"]);

const isDecision = (record: Chained): record is DecisionRecord => "decision" in record;

/** From when on what a record tells of may have been there. */
const beginningOf = (record: Chained): string =>
  isDecision(record) && typeof record.since === "string" ? record.since : record.timestamp;

const lasting: ReadonlySet<unknown> = new Set(["erased", "repaired", "accepted", "reopened"]);

/**
 * What people did to the records themselves: without it, nobody elsewhere could tell a tombstone from a forged one. And
 * their word for what files hold, or for an intent: they may give it when the file is committed already. And that nobody
 * saw what a call changed: it may be in any commit, with no other record of it.
 */
function isLasting(record: object): boolean {
  if (!("decision" in record)) return false;
  const isUnseen = record.decision === "gap" && "tool" in record;
  return isUnseen || lasting.has(record.decision) || (record.decision === "approved" && "contents" in record);
}

/** A record to be written, and the file it was in before. */
interface Chosen {
  draft: Draft;
  was: string | undefined;
  paths: readonly string[];
  spot: Spot;
}

/** The chosen records as they are published. One that was changed beyond recognition stays; `verify` tells of it. */
async function copy<R extends Chained>(
  file: string,
  kind: RecordKind<R>,
  ledger: Spot[0],
  chosen: readonly Candidate[],
  toDraft: (record: R, source: ContentHash) => Draft,
): Promise<Chosen[]> {
  const drafts: Chosen[] = [];
  for (const { id, offset, length, was, files } of chosen) {
    for await (const { record, hash } of readEntries(file, kind, { from: offset, to: offset + length })) {
      if (record.id === id)
        drafts.push({ draft: toDraft(record, hash), was, paths: files, spot: [ledger, offset, length] });
    }
  }
  return drafts;
}

/**
 * Writes a file for each month; gives back which. Records of a file that is gone stay together, so that it is the same
 * file again: the commit that brought it may come back, by a pick or by reverting its revert.
 */
async function writeOut(
  { published, state, writer }: PublishOptions,
  stem: string,
  chosen: readonly Chosen[],
): Promise<string[]> {
  const groups = new Map<string, Chosen[]>();
  for (const one of chosen) {
    const key = `${monthOf(one.draft.timestamp)} ${one.was ?? ""}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const files: string[] = [];
  for (const group of groups.values()) {
    const drafts = group.map(({ draft }) => draft);
    const folder = join(published, monthOf(drafts[0]?.timestamp ?? ""));
    const { text } = toChain({ file: folder, kind: publishedKind, writer, room: sourceBytes }, drafts);
    const file = join(folder, publishedName(stem, text));
    await writeAtomic(file, text);
    await logPublished(state, {
      file: toNoted(published, file),
      ids: drafts.map(({ id }) => id),
      paths: [...new Set(group.flatMap(({ paths }) => paths))],
      live: group.map(({ spot }) => spot),
    });
    files.push(file);
  }
  return files.sort();
}
