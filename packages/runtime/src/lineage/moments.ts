import type { DecisionRecord, TraceRecord } from "@writ/contracts";
import { beginningOf, type FileStep, placeOf } from "@writ/engine";
import type { CommitRanks } from "./commit-ranks.ts";

type Ancestry = Pick<CommitRanks, "isAfter">;

/** When a file got another name: with a commit, or by a call. */
export interface NameEnd {
  commit?: string;
  trace?: TraceRecord;
  /** ISO-8601; only shown, and asked of indexes. */
  at: string;
}

/** Whether something came before or after changes to files. Where nothing tells, neither is so. */
export interface Moment {
  /** The commit the work tree stood at before it. */
  revision: string | undefined;
  /** Whether a step is known to have come later. */
  isBefore(step: Pick<FileStep, "trace">): boolean;
  /** Whether a step is known to have come earlier. */
  isAfter(step: Pick<FileStep, "trace">): boolean;
  /** Whether it is known to have come after a file got another name. */
  isSince(end: NameEnd, ranks: Ancestry): boolean;
}

/** Of one working copy the chain tells; between working copies, the commits at which they stood. */
export function momentOfTrace(trace: TraceRecord, ranks: Ancestry): Moment {
  const [writer, place, revision] = [trace.metadata?.writer, placeOf(trace), commitIn(beginningOf(trace))];
  return openMoment(revision, (other) => {
    if (other.metadata?.writer !== writer) return byCommits(revision, other, ranks);
    const there = placeOf(other);
    if (place === null || there === null) return byTimes(trace.timestamp, trace.timestamp, other);
    return there === place ? "same" : there > place ? "later" : "earlier";
  });
}

/**
 * Decisions have a chain of their own: one that says that files changed tells how far the chain of traces went then.
 * Those of version 0.1.0 do not, and only their times can be compared with those of the same working copy.
 */
export function momentOfDecision(record: DecisionRecord, ranks: Ancestry): Moment {
  const { timestamp, since, after_trace: last, metadata } = record;
  const revision = commitIn(record.revision);
  return openMoment(revision, (other) => {
    if (other.metadata?.writer !== metadata?.writer) return byCommits(revision, other, ranks);
    const place = placeOf(other);
    if (!Number.isSafeInteger(last) || place === null)
      return byTimes(typeof since === "string" ? since : timestamp, timestamp, other);
    return place > Number(last) ? "later" : "same";
  });
}

/** Of what is in no chain there is only the time that it gives itself. */
export function momentByTime(at: string, { isOver = true } = {}): Moment {
  return openMoment(undefined, (other) => {
    const when = byTimes(at, at, other);
    return isOver || when === "earlier" ? when : "same";
  });
}

/** Whether one record is known to have come after another. */
export function comesAfter(
  record: TraceRecord | DecisionRecord,
  other: TraceRecord | DecisionRecord,
  ranks: Ancestry,
): boolean {
  if (!("decision" in other))
    return "decision" in record
      ? isRecordedAfter(record, other, ranks)
      : momentOfTrace(record, ranks).isAfter({ trace: other });
  if (!("decision" in record)) return momentOfDecision(other, ranks).isBefore({ trace: record });
  if (record.metadata?.writer !== other.metadata?.writer)
    return ranks.isAfter(commitIn(record.revision) ?? "", commitIn(other.revision) ?? "");
  const [place, there] = [placeOf(record), placeOf(other)];
  return place === null || there === null ? record.timestamp > other.timestamp : place > there;
}

/** Whether a decision was written down after a change was. */
function isRecordedAfter(
  { timestamp, revision, after_trace: last, metadata }: DecisionRecord,
  trace: TraceRecord,
  ranks: Ancestry,
): boolean {
  if (metadata?.writer !== trace.metadata?.writer)
    return ranks.isAfter(commitIn(revision) ?? "", commitIn(beginningOf(trace)) ?? "");
  const place = placeOf(trace);
  return place === null || !Number.isSafeInteger(last) ? timestamp > trace.timestamp : place <= Number(last);
}

type When = "earlier" | "same" | "later";

function openMoment(revision: string | undefined, whenIs: (other: TraceRecord) => When): Moment {
  return {
    revision,
    isBefore: ({ trace }) => whenIs(trace) === "later",
    isAfter: ({ trace }) => whenIs(trace) === "earlier",
    isSince({ commit, trace }, ranks) {
      if (trace !== undefined) return whenIs(trace) === "earlier";
      if (commit === undefined || revision === undefined) return false;
      return revision === commit || ranks.isAfter(revision, commit);
    },
  };
}

function byCommits(revision: string | undefined, other: TraceRecord, ranks: Ancestry): When {
  const there = beginningOf(other);
  if (revision === undefined) return "same";
  if (ranks.isAfter(there, revision)) return "later";
  return ranks.isAfter(revision, there) ? "earlier" : "same";
}

function byTimes(from: string, to: string, { timestamp }: TraceRecord): When {
  return timestamp > to ? "later" : timestamp < from ? "earlier" : "same";
}

/** Whoever forges a record hands git no options. */
const commitIn = (revision: unknown): string | undefined =>
  typeof revision === "string" && /^[0-9a-f]{40,64}$/.test(revision) ? revision : undefined;
