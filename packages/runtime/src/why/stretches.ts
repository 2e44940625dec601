import type { BlameLine, LedgerIndex, TraceRecord } from "@writ/contracts";
import { beginningOf } from "@writ/engine";
import type { CommitRanks } from "../lineage/commit-ranks.ts";
import type { Workspace } from "../workspace/types.ts";
import { toChange } from "./change.ts";
import { decisionsAbout } from "./decisions.ts";
import { commitsOf } from "./git-blame.ts";
import { type Together, togetherIn } from "./together.ts";
import type { Committed, IntentFacts, RecordedChange, Stretch } from "./types.ts";

/** What a question is about, and what answers it. */
export interface About {
  workspace: Workspace;
  index: LedgerIndex;
  ranks: CommitRanks;
  path: string;
  /** Those it had, the present one first. */
  names: readonly string[];
  revision: string | null;
  /** Of this file, oldest first. */
  traces: readonly TraceRecord[];
  intentOf(id: string): IntentFacts;
}

/** The runs of lines that have one origin each, with all that is known of it. */
export async function stretchesOf(about: About, lines: readonly BlameLine[]): Promise<Stretch[]> {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { workspace, path, revision } = about;
  const range = { from: first.line, to: last.line };
  const commits = await commitsOf(workspace.root, path, range, revision);
  const together = togetherIn(about);
  const changes = new Map<string, RecordedChange | null>();
  const stretches: Stretch[] = [];
  for (const run of runsOf(lines)) {
    const [origin] = run;
    if (origin === undefined) continue;
    const { trace } = origin;
    if (trace !== null && !changes.has(trace)) changes.set(trace, await changeById(about, trace));
    const change = trace === null ? null : (changes.get(trace) ?? null);
    stretches.push(await stretchOf(about, { origin, run, change, together }, commits));
  }
  return stretches;
}

async function changeById(about: About, trace: string): Promise<RecordedChange | null> {
  const record = await about.index.trace(trace);
  return record === null ? null : changeOf(about, record);
}

interface Found {
  origin: BlameLine;
  run: readonly BlameLine[];
  change: RecordedChange | null;
  together: Together;
}

async function stretchOf(
  { traces, ranks }: About,
  { origin, run, change, together }: Found,
  commits: ReadonlyMap<number, Committed>,
): Promise<Stretch> {
  const brought = distinct(run.flatMap(({ line }) => commits.get(line) ?? []));
  return {
    from: origin.line,
    to: run.at(-1)?.line ?? origin.line,
    author: origin.author,
    why: origin.why ?? null,
    before: origin.author === "human" ? await wasBefore(traces[0], brought, ranks) : null,
    change,
    trace: origin.trace,
    commits: brought,
    together: await together(change?.intent?.id ?? null, brought),
  };
}

/** The call a record tells of. The record of a line may be about another file, which the line stood in then. */
export async function changeOf({ index, intentOf, names }: About, record: TraceRecord): Promise<RecordedChange> {
  const files = record.files.map((file) => file.relative_path);
  const name = names.find((one) => files.includes(one)) ?? files[0] ?? "";
  return toChange(record, name, intentOf, await decisionsAbout(index, record));
}

/** Whether lines were there before the first change on record; `null` where neither can be told. */
async function wasBefore(
  first: TraceRecord | undefined,
  commits: readonly Committed[],
  ranks: CommitRanks,
): Promise<boolean | null> {
  if (first === undefined) return null;
  const begun = beginningOf(first);
  await ranks.load([begun, ...commits.flatMap((one) => (one.state === "committed" ? one.id : []))]);
  const stateOf = (commit: string): boolean | null => {
    if (commit === begun || ranks.isAfter(begun, commit)) return true;
    return ranks.isAfter(commit, begun) ? false : null;
  };
  const states = commits.map((one) =>
    one.state === "committed" ? stateOf(one.id) : one.state === "uncommitted" ? false : null,
  );
  return states.length > 0 && states.every((one) => one === states[0]) ? (states[0] ?? null) : null;
}

function runsOf(lines: readonly BlameLine[]): BlameLine[][] {
  const runs: BlameLine[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    const origin = run?.[0];
    const isSame = origin?.author === line.author && origin.trace === line.trace && origin.why === line.why;
    if (run !== undefined && isSame) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

function distinct(commits: readonly Committed[]): Committed[] {
  const keyOf = (one: Committed) => (one.state === "committed" ? one.id : one.state);
  return [...new Map(commits.map((one) => [keyOf(one), one])).values()];
}
