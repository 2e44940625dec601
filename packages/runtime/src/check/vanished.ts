import type { DecisionRecord, TraceRecord } from "@writ/contracts";
import { beginningOf, isImported } from "@writ/engine";
import type { CheckedFile, VanishedFile } from "@writ/engine/check";
import { isHarmlessDrift } from "@writ/stores";
import type { CommitRanks } from "../lineage/commit-ranks.ts";
import { comesAfter } from "../lineage/moments.ts";
import { type Git, listTree } from "./git.ts";
import type { PastOf } from "./past-in-range.ts";

interface Known {
  traces: readonly TraceRecord[];
  decisions: readonly DecisionRecord[];
  files: readonly CheckedFile[];
  pastOf: PastOf;
  ranks: CommitRanks;
}

/** A file that a record says was changed, and the record. */
interface Told {
  file: VanishedFile;
  record: TraceRecord | DecisionRecord;
}

/**
 * Files that records of the range say were changed, that no commit has, and whose lines nobody could know again: somebody
 * may have given them another name, and another byte, before they were committed.
 */
export async function vanishedFiles(git: Git, head: string, known: Known): Promise<VanishedFile[]> {
  const { traces, decisions, files, pastOf, ranks } = known;
  const removed = new Map<string, (TraceRecord | DecisionRecord)[]>();
  const remove = (path: string, record: TraceRecord | DecisionRecord) =>
    removed.set(path, [...(removed.get(path) ?? []), record]);
  for (const trace of traces)
    for (const [path, { op, from }] of Object.entries(trace.metadata.files)) {
      if (op === "delete") remove(path, trace);
      else if (from !== undefined && from !== path) remove(from, trace);
    }
  for (const record of decisions)
    if (record.decision === "undone") for (const path of record.paths ?? []) remove(path, record);
  const seen = new Set(
    files.flatMap(({ path, from, unclaimedAs = [] }) => [path, from ?? path, ...unclaimedAs, ...pastOf(path).names]),
  );
  const open = new Map<string, VanishedFile>();
  const told = [...traces.flatMap(untoldIn), ...decisions.flatMap(unclaimedIn)].filter(
    ({ file: { path } }) => !seen.has(path) && pastOf(path).blobs.size === 0,
  );
  if (told.length > 0)
    await ranks.load([...traces.map(beginningOf), ...decisions.flatMap(({ revision }) => revision ?? [])]);
  const isRemoved = ({ file, record }: Told): boolean =>
    removed.get(file.path)?.some((removal) => comesAfter(removal, record, ranks)) === true;
  for (const one of told) if (!isRemoved(one)) open.set(one.file.path, one.file);
  if (open.size === 0) return [];
  const names = [...open.keys()];
  const there = new Set((await listTree(git, head, names.map(literal))).map(({ path }) => path));
  const ignored = new Set(
    ((await git.ask(["check-ignore", "--no-index", "--stdin", "-z"], names.join("\0")))?.toString() ?? "").split("\0"),
  );
  return [...open.values()].filter(({ path }) => !there.has(path) && !ignored.has(path));
}

const literal = (path: string): string => `:(literal)${path}`;

function untoldIn(trace: TraceRecord): Told[] {
  const { metadata, timestamp } = trace;
  if (isImported(trace) || metadata.erased === true) return [];
  return Object.entries(metadata.files).flatMap(([path, { op, after, binary, coarse, change }]) => {
    const isUntold = binary === true || coarse === true || change === undefined || change === null;
    const isTold = op !== "delete" && after !== null && isUntold;
    return isTold ? [{ file: { path, at: timestamp, by: "agent" as const }, record: trace }] : [];
  });
}

function unclaimedIn(record: DecisionRecord): Told[] {
  const { decision, contents = {}, timestamp } = record;
  if ((decision !== "strayed" && decision !== "drifted") || isHarmlessDrift(record)) return [];
  return Object.keys(contents).map((path) => ({ file: { path, at: timestamp, by: "command" as const }, record }));
}
