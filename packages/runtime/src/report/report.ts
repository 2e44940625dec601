import { basename } from "node:path";
import type { LedgerIndex, Tally, TraceQuery } from "@writ/contracts";
import type { Report, ReportMaker } from "@writ/engine/report";
import { withIndex } from "../why/sources.ts";
import type { IndexListener } from "../workspace/ledger-index.ts";
import type { Workspace } from "../workspace/types.ts";
import { tellDecisions } from "./decisions.ts";
import { tellFiles } from "./files.ts";
import { countCommitted } from "./git-lines.ts";
import { tellIntents } from "./intents.ts";
import { lookAtFiles, type Standing } from "./look.ts";
import { layOut, type Periods } from "./periods.ts";

/** Which time and which intent a report is about, and who hears how it goes. */
export interface ReportOptions {
  /** ISO-8601: from then on, and before then. */
  since?: string;
  until?: string;
  intent?: string;
  listener?: IndexListener;
  /** Called as it goes on, once the ledgers are read. */
  onStep?(done: number, all: number): void;
}

/** What the ledgers say of a stretch of time, in numbers. Memory does not grow with the number of records. */
export function report(workspace: Workspace, options: ReportOptions = {}): Promise<Report> {
  return withIndex(workspace, options.listener, (index) => gather(workspace, index, options));
}

/** How far a report is; the parts that take longest count for more. */
const mostSteps = 10;

async function gather(workspace: Workspace, index: LedgerIndex, options: ReportOptions): Promise<Report> {
  const { since, until, intent } = options;
  const query: TraceQuery = {
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(intent !== undefined && { intent }),
  };
  const made = workspace.ports.now();
  const step = (done: number): void => options.onStep?.(done, mostSteps);
  const days = await index.tally("day", query);
  const periods = layOut(days, made);
  const files = await index.tally("file", query);
  step(1);
  const standing = await lookAtFiles(workspace, index, { changed: files, day: periods.starts[0] }, (done, all) =>
    step(1 + (3 * done) / all),
  );
  step(4);
  const { git, committed } = await countCommitted(workspace.root, periods);
  step(5);
  const intents = await tellIntents(workspace, index, query, periods, standing);
  step(7);
  const models = await tellMakers(index, "model", query, periods);
  const agents = await tellMakers(index, "agent", query, periods);
  step(9);
  return {
    project: basename(workspace.root),
    made,
    asked: { since: since ?? null, until: until ?? null, intent: intent ?? null },
    totals: {
      changes: sum(days, "traces"),
      linesAdded: sum(days, "linesAdded"),
      linesRemoved: sum(days, "linesRemoved"),
      sessions: (await index.tally("session", query)).length,
      files: files.length,
      undated: periods.undated,
      erased: await countErased(index, query),
    },
    now: nowOf(standing),
    periods: {
      unit: periods.unit,
      all: periods.starts.map((start, at) => ({
        start,
        ai: periods.ai[at] ?? 0,
        committed: git === "counted" ? (committed[at] ?? 0) : null,
      })),
      git,
    },
    intents,
    files: tellFiles(files, standing),
    models,
    agents,
    classes: (await index.tallyPairs("class", "declared", query))
      .map(({ key, and, traces, linesAdded }) => ({ found: key, declared: and, changes: traces, linesAdded }))
      .sort((one, other) => other.changes - one.changes),
    ...(await tellDecisions(index, query, periods)),
  };
}

/** What a tombstone is read with in place of a session finds it in the index. */
async function countErased(index: LedgerIndex, query: TraceQuery): Promise<number> {
  return (await index.tally("intent", { ...query, session: "erased" })).find(({ key }) => key === "")?.traces ?? 0;
}

const sum = (tallies: readonly Tally[], of: "traces" | "linesAdded" | "linesRemoved"): number =>
  tallies.reduce((all, one) => all + one[of], 0);

function nowOf({ files, left }: Standing): Report["now"] {
  const all = [...files.values()];
  if (all.length === 0) return null;
  const count = (of: "ai" | "human" | "unknown") => all.reduce((total, one) => total + one[of], 0);
  return { files: all.length, left, ai: count("ai"), human: count("human"), unknown: count("unknown") };
}

async function tellMakers(
  index: LedgerIndex,
  by: "model" | "agent",
  query: TraceQuery,
  periods: Periods,
): Promise<ReportMaker[]> {
  const byPeriod = periods.spread(await index.tallyPairs(by, "day", query));
  return (await index.tally(by, query))
    .map(({ key, traces, linesAdded }) => ({
      name: key,
      changes: traces,
      linesAdded,
      byPeriod: byPeriod.get(key) ?? periods.starts.map(() => 0),
    }))
    .sort((one, other) => other.linesAdded - one.linesAdded || other.changes - one.changes);
}
