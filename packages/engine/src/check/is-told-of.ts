import { leastLineSize, type TraceFileMeta, type TraceRecord } from "@writ/contracts";
import { freshIn, keyOf, stepsIn } from "../lineage/index.ts";
import type { AgentCommit, CheckFacts, LeftFile } from "./facts.ts";
import { ownOf } from "./own.ts";

type Known = Pick<CheckFacts, "cameWith" | "places">;

/**
 * Whether one of the records of a file, oldest first, tells of what a commit did to it. One of a later change says nothing
 * of this one.
 */
export function isToldOf(commit: AgentCommit, path: string, traces: readonly TraceRecord[], known: Known): boolean {
  const left = commit.files.get(path);
  if (left === undefined) return false;
  const isLater = ({ id }: TraceRecord) => (known.cameWith.get(id) ?? Number.POSITIVE_INFINITY) > commit.nth;
  // What was made from what the commit left came after it, and so did what followed.
  const after = traces.findIndex((one) => isLater(one) && isMadeFrom(ownOf(one.metadata.files, path), left));
  const early = after === -1 ? traces : traces.slice(0, after);
  return (
    traces.some(({ id }) => known.cameWith.get(id) === commit.nth) ||
    early.some((trace) => tellsOf(trace, commit, ownOf(trace.metadata.files, path), left, known))
  );
}

const isMadeFrom = (meta: TraceFileMeta | undefined, { blob }: LeftFile): boolean =>
  blob !== null && meta?.blob_before === blob && meta.blob !== blob;

const isLeftBy = (meta: TraceFileMeta | undefined, { blob }: LeftFile): boolean =>
  meta !== undefined && (blob === null ? meta.after === null : meta.blob === blob);

/** It left what the commit has; or it went out with a later commit, as records may, and what it wrote came with this one. */
function tellsOf(
  trace: TraceRecord,
  { nth }: AgentCommit,
  meta: TraceFileMeta | undefined,
  left: LeftFile,
  { cameWith, places }: Known,
): boolean {
  // A commit that was rebased or amended since is not there any more, and has no place.
  if ((places.get(trace.vcs?.revision_id ?? "") ?? -1) >= nth) return false;
  if (isLeftBy(meta, left)) return true;
  if ((cameWith.get(trace.id) ?? nth) < nth) return false;
  const lines = tellingIn(trace);
  if (lines === null) return false;
  return lines.length === 0 ? left.untold === 0 || isVague(trace, meta) : lines.some((key) => left.added.has(key));
}

/** Whether it has no lines to tell of, whatever it wrote or took out. */
const isVague = ({ metadata }: TraceRecord, meta: TraceFileMeta | undefined): boolean =>
  metadata.lines_dropped === true || meta?.binary === true || meta?.coarse === true;

/** The keys of what it wrote: of lines that do not stand everywhere, if there are any. `null` where nobody can read it. */
function tellingIn(trace: TraceRecord): string[] | null {
  try {
    const all = stepsIn(trace).flatMap((step) => freshIn(step).map(({ shape }) => shape));
    const some = all.filter(({ size }) => size >= leastLineSize);
    return (some.length > 0 ? some : all).map(keyOf);
  } catch {
    // Whoever made the change may have written its records.
    return null;
  }
}
