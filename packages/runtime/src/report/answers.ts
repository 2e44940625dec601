import { type Assurance, assurances, type DecisionRecord } from "@writ/contracts";
import { median, type ReportApprovals, type ReportPerson } from "@writ/engine/report";

interface Sum {
  approved: number;
  rejected: number;
  waits: number[];
  assurances: Partial<Record<Assurance, number>>;
}

/** Puts questions and answers together, in the order they happened. */
export function openAnswers() {
  const askedAt = new Map<string, number>();
  const people = new Map<string, Sum>();
  const waits: number[] = [];
  const given: Record<Assurance, number> = { script: 0, tty: 0, native: 0, ui: 0 };
  let [asked, approved, rejected, granted] = [0, 0, 0, 0];

  const answer = ({ timestamp, ticket, by = "", assurance }: DecisionRecord, isYes: boolean): void => {
    const sum = people.get(by) ?? { approved: 0, rejected: 0, waits: [], assurances: {} };
    people.set(by, sum);
    if (isYes) [approved, sum.approved] = [approved + 1, sum.approved + 1];
    else [rejected, sum.rejected] = [rejected + 1, sum.rejected + 1];
    if (assurance !== undefined && assurances.includes(assurance)) {
      given[assurance] += 1;
      sum.assurances[assurance] = (sum.assurances[assurance] ?? 0) + 1;
    }
    const wait = Date.parse(timestamp) - (askedAt.get(ticket ?? "") ?? Number.NaN);
    askedAt.delete(ticket ?? "");
    if (!(wait >= 0)) return;
    waits.push(wait);
    sum.waits.push(wait);
  };

  return {
    take(record: DecisionRecord): void {
      const { decision, ticket, grant, timestamp } = record;
      if (decision === "asked") {
        // The agent may ask again while the question waits.
        if (ticket !== undefined && askedAt.has(ticket)) return;
        asked += 1;
        if (ticket !== undefined) askedAt.set(ticket, Date.parse(timestamp));
      } else if (decision === "approved" && grant !== undefined && ticket === undefined) granted += 1;
      else if (decision === "approved" || decision === "granted") answer(record, true);
      else if (decision === "rejected") answer(record, false);
    },
    told(): ReportApprovals {
      const middle = median(waits);
      return {
        asked,
        approved,
        rejected,
        granted,
        waits:
          middle === null ? null : { median: middle, longest: waits.reduce((one, other) => Math.max(one, other), 0) },
        people: [...people].map(toPerson).sort(byAnswers),
        assurances: given,
      };
    },
  };
}

const toPerson = ([by, { approved, rejected, waits, assurances: given }]: [string, Sum]): ReportPerson => ({
  by,
  approved,
  rejected,
  medianWait: median(waits),
  assurances: given,
});

function byAnswers(one: ReportPerson, other: ReportPerson): number {
  const difference = other.approved + other.rejected - one.approved - one.rejected;
  return difference === 0 ? (one.by < other.by ? -1 : 1) : difference;
}
