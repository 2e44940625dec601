import type { DecisionRecord, TraceRecord } from "@writ/contracts";
import { isImported } from "@writ/engine";
import type { CheckedFile, VanishedFile } from "@writ/engine/check";
import { isHarmlessDrift } from "@writ/stores";
import { type Git, listTree } from "./git.ts";
import type { PastOf } from "./past-in-range.ts";

interface Known {
  traces: readonly TraceRecord[];
  decisions: readonly DecisionRecord[];
  files: readonly CheckedFile[];
  pastOf: PastOf;
}

/**
 * Files that records of the range say were changed, that no commit has, and whose lines nobody could know again: somebody
 * may have given them another name, and another byte, before they were committed.
 */
export async function vanishedFiles(git: Git, head: string, known: Known): Promise<VanishedFile[]> {
  const { traces, decisions, files, pastOf } = known;
  const removed = new Map<string, string>();
  for (const { timestamp, metadata } of traces)
    for (const [path, { op, from }] of Object.entries(metadata.files)) {
      if (op === "delete") removed.set(path, timestamp);
      else if (from !== undefined && from !== path) removed.set(from, timestamp);
    }
  for (const { decision, timestamp, paths = [] } of decisions)
    if (decision === "undone") for (const path of paths) removed.set(path, timestamp);
  const seen = new Set(
    files.flatMap(({ path, from, unclaimedAs = [] }) => [path, from ?? path, ...unclaimedAs, ...pastOf(path).names]),
  );
  const open = new Map<string, VanishedFile>();
  for (const one of [...traces.flatMap(untoldIn), ...decisions.flatMap(unclaimedIn)])
    if (!seen.has(one.path) && pastOf(one.path).blobs.size === 0 && (removed.get(one.path) ?? "") <= one.at)
      open.set(one.path, one);
  if (open.size === 0) return [];
  const names = [...open.keys()];
  const there = new Set((await listTree(git, head, names.map(literal))).map(({ path }) => path));
  const ignored = new Set(
    ((await git.ask(["check-ignore", "--no-index", "--stdin", "-z"], names.join("\0")))?.toString() ?? "").split("\0"),
  );
  return [...open.values()].filter(({ path }) => !there.has(path) && !ignored.has(path));
}

const literal = (path: string): string => `:(literal)${path}`;

function untoldIn(trace: TraceRecord): VanishedFile[] {
  const { metadata, timestamp } = trace;
  if (isImported(trace) || metadata.erased === true) return [];
  return Object.entries(metadata.files).flatMap(([path, { op, after, binary, coarse, change }]) => {
    const isUntold = binary === true || coarse === true || change === undefined || change === null;
    return op !== "delete" && after !== null && isUntold ? [{ path, at: timestamp, by: "agent" as const }] : [];
  });
}

function unclaimedIn(record: DecisionRecord): VanishedFile[] {
  const { decision, contents = {}, timestamp } = record;
  if ((decision !== "strayed" && decision !== "drifted") || isHarmlessDrift(record)) return [];
  return Object.keys(contents).map((path) => ({ path, at: timestamp, by: "command" as const }));
}
