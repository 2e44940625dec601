import type { DecisionKind, DecisionRecord, LedgerIndex, TraceQuery } from "@writ/contracts";
import type { Report } from "@writ/engine/report";
import { openAnswers } from "./answers.ts";
import type { Periods } from "./periods.ts";

type Told = Pick<Report, "approvals" | "refusals" | "observed" | "strays" | "alarms" | "gaps" | "pauses">;

const kinds: readonly DecisionKind[] = [
  "asked",
  "approved",
  "rejected",
  "granted",
  "refused",
  "observed",
  "strayed",
  "alarm",
  "gap",
  "paused",
  "resumed",
];

/** What was decided and what happened, read stretch by stretch of time. */
export async function tellDecisions(index: LedgerIndex, query: TraceQuery, periods: Periods): Promise<Told> {
  const answers = openAnswers();
  const refusals = openReasons();
  const observed = openReasons();
  const strays = openIncidents();
  const alarms = openIncidents();
  const pauses: Report["pauses"] = [];
  let gaps = 0;
  const take = (record: DecisionRecord): void => {
    const { decision, timestamp } = record;
    answers.take(record);
    if (decision === "refused") refusals.take(record);
    else if (decision === "observed") observed.take(record);
    else if (decision === "strayed") strays.take(record);
    else if (decision === "alarm") alarms.take(record);
    else if (decision === "gap") gaps += 1;
    else if (decision === "paused") {
      const { until, by = "", reason = "" } = record;
      pauses.push({ from: timestamp, until: until ?? null, by, reason });
    } else if (decision === "resumed") {
      const last = pauses.at(-1);
      if (last !== undefined && (last.until === null || last.until > timestamp)) last.until = timestamp;
    }
  };
  for (const part of stretches(query, periods))
    for (const record of await index.decisions({ ...part, kinds })) take(record);
  return {
    approvals: answers.told(),
    refusals: refusals.told(),
    observed: observed.told(),
    strays: strays.told(),
    alarms: alarms.told(),
    gaps,
    pauses: pauses.reverse(),
  };
}

const mostStretches = 60;

/** The time asked about in parts, so that never all decisions are in memory. */
function stretches({ intent, since, until }: TraceQuery, { starts }: Periods): TraceQuery[] {
  const every = Math.max(1, Math.ceil(starts.length / mostStretches));
  const cuts = starts
    .filter((_, at) => at > 0 && at % every === 0)
    .map((day) => `${day}T00:00:00.000Z`)
    .filter((at) => (since === undefined || at > since) && (until === undefined || at < until));
  return [undefined, ...cuts].map((cut, at) => ({
    ...(intent !== undefined && { intent }),
    ...((cut ?? since) !== undefined && { since: cut ?? since ?? "" }),
    ...((cuts[at] ?? until) !== undefined && { until: cuts[at] ?? until ?? "" }),
  }));
}

function openReasons() {
  const byCode = new Map<string, { times: number; sessions: Set<string> }>();
  return {
    take({ code = "", session }: DecisionRecord): void {
      const sum = byCode.get(code) ?? { times: 0, sessions: new Set<string>() };
      byCode.set(code, sum);
      sum.times += 1;
      sum.sessions.add(session);
    },
    told: () =>
      [...byCode]
        .map(([code, { times, sessions }]) => ({ code, times, sessions: sessions.size }))
        .sort((one, other) => other.times - one.times || (one.code < other.code ? -1 : 1)),
  };
}

const mostKept = 25;

function openIncidents() {
  let count = 0;
  const newest: Report["strays"]["newest"] = [];
  return {
    take({ timestamp, paths = [], intent, agent }: DecisionRecord): void {
      count += 1;
      newest.unshift({ at: timestamp, paths: paths.slice(0, 20), intent, agent });
      newest.length = Math.min(newest.length, mostKept);
    },
    told: () => ({ count, newest }),
  };
}
