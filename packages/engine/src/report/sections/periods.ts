import { bar, count, type Section, share, tableOf, words } from "../cells.ts";
import { plural } from "../numbers.ts";
import type { GitCount, PeriodUnit, Report, ReportPeriod } from "../types.ts";

/** Lines of commits that agents did not add. */
export const byPeople = ({ ai, committed }: ReportPeriod): number => Math.max(0, (committed ?? 0) - ai);
/** All that is known of a period. */
const allIn = (period: ReportPeriod): number => period.ai + byPeople(period);

const titles: Record<PeriodUnit, string> = { week: "Week of", month: "Month of", year: "Year of" };

const notes: Record<GitCount, string> = {
  counted:
    "Agents' lines are those the ledger recorded as added, also where they were replaced or not committed; people's are what git's commits added beyond them.",
  none: "Only agents' lines are shown: this folder has no commits that git could count.",
  slow: "Only agents' lines are shown: git took too long to count the lines of its commits. Ask for less with --since.",
};

/** Lines by agents and by people over time, the newest first. */
export function periodSection({ periods: { unit, all, git } }: Report): Section {
  const hasGit = git === "counted";
  const most = Math.max(0, ...all.map(allIn));
  const newest = [...all].reverse();
  return {
    id: "over-time",
    title: "AI and people over time",
    lead: [
      all.length === 0
        ? ""
        : `${plural(all.length, unit)}, ${plural(sum(all.map(({ ai }) => ai)), "line")} by agents${
            hasGit ? ` and ${plural(sum(all.map(byPeople)), "line")} by people` : ""
          }.`,
    ],
    tables:
      all.length === 0
        ? []
        : [
            tableOf(
              `Lines added by ${unit}`,
              [titles[unit], "By agents", ...(hasGit ? ["By people", "Share of AI"] : [])],
              newest,
              26,
              (period) => [
                words(period.start),
                bar(period.ai, most),
                ...(hasGit ? [count(byPeople(period)), share(period.ai, allIn(period))] : []),
              ],
            ),
          ],
    empty: "No change of an agent is on record in this time.",
    notes: all.length === 0 ? [] : [notes[git]],
  };
}

const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
