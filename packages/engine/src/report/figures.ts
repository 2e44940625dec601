import { plural, sayDay, sayDuration, sayNumber, sayShare } from "./numbers.ts";
import type { Report } from "./types.ts";

/** One of the numbers a report begins with. */
export interface Figure {
  value: string;
  label: string;
  note: string;
}

/** The four numbers to know first. */
export function figuresOf({ totals, now, approvals, refusals, strays, alarms }: Report): Figure[] {
  const answered = approvals.approved + approvals.rejected;
  const refused = refusals.reduce((sum, { times }) => sum + times, 0);
  const all = now === null ? 0 : now.ai + now.human + now.unknown;
  return [
    {
      value: sayNumber(totals.linesAdded),
      label: totals.linesAdded === 1 ? "line added by agents" : "lines added by agents",
      note:
        totals.changes === 0
          ? "no change is on record"
          : `${plural(totals.changes, "change")} to ${plural(totals.files, "file")} in ${plural(totals.sessions, "session")}`,
    },
    {
      value: now === null ? "–" : sayShare(now.ai, all),
      label: "of today's lines are AI's",
      note: now === null ? "no file of theirs to look at" : sayStanding(now, all),
    },
    {
      value: sayNumber(answered),
      label: answered === 1 ? "question answered" : "questions answered",
      note:
        answered === 0
          ? approvals.asked === 0
            ? "none was asked"
            : `${plural(approvals.asked, "question")} asked`
          : `${approvals.approved} yes, ${approvals.rejected} no${
              approvals.waits === null ? "" : `; median wait ${sayDuration(approvals.waits.median)}`
            }`,
    },
    {
      value: sayNumber(refused),
      label: refused === 1 ? "call refused" : "calls refused",
      note: `${plural(strays.count, "stray")}, ${plural(alarms.count, "alarm")}`,
    },
  ];
}

function sayStanding(now: NonNullable<Report["now"]>, all: number): string {
  if (all === 0) return "none of the files agents changed are there any more";
  const unknown = now.unknown === 0 ? "" : `; ${sayNumber(now.unknown)} unknown`;
  const left = now.left === 0 ? "" : `; ${plural(now.left, "file")} not looked at`;
  return `${sayNumber(now.ai)} of ${plural(all, "line")} in ${plural(now.files, "file")} agents changed${unknown}${left}`;
}

/** Which time and which intent a report is about. */
export function sayRange({ asked: { since, until, intent }, periods: { all } }: Report): string {
  const first = all[0]?.start;
  const from = since === null ? (first === undefined ? "" : `since ${first}`) : `from ${sayDay(since)}`;
  const to = until === null ? "" : `until ${sayDay(until)}`;
  const time = [from, to].filter((part) => part !== "").join(" ");
  const everything = time === "" ? "Everything on record" : `Everything ${time}`;
  return intent === null ? everything : `${everything}, only under ${intent}`;
}
