import type { PairTally, Tally } from "@writ/contracts";
import type { PeriodUnit } from "@writ/engine/report";

/** The time a report is about, cut into weeks, months or years. */
export interface Periods {
  unit: PeriodUnit;
  /** First day of each, oldest first, without holes. */
  starts: string[];
  /** Lines added in each. */
  ai: number[];
  /** Records whose day cannot be. */
  undated: number;
  /** Which one a day is in; `null` for a day in none. */
  placeOf(day: string): number | null;
  /** Lines added in each, by the first key of pairs whose second is a day. */
  spread(pairs: readonly PairTally[]): Map<string, number[]>;
}

const dayMs = 86_400_000;
/** Nobody recorded anything before; a clock that says so is wrong. */
const earliest = "2015-01-01";
const mostWeeks = 110;
const mostMonths = 120;

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Monday of its week, the first of its month or year. */
const startOf: Record<PeriodUnit, (day: string) => string> = {
  week: (day) => toDay(Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * dayMs),
  month: (day) => `${day.slice(0, 7)}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
};

/** A day in the one after. */
const inNext: Record<PeriodUnit, number> = { week: 7 * dayMs, month: 31 * dayMs, year: 366 * dayMs };

/** Lays days out in periods, as fine as can still be seen. Days that cannot be are left out, and counted. */
export function layOut(days: readonly Tally[], now: string): Periods {
  const latest = toDay(Date.parse(now) + 2 * dayMs);
  const isPossible = (day: string) => day.length === 10 && day >= earliest && day <= latest;
  const possible = days.filter(({ key }) => isPossible(key));
  const [first, last] = [possible[0]?.key, possible.at(-1)?.key];
  const unit = first === undefined || last === undefined ? "week" : unitFor(first, last);
  const starts = first === undefined || last === undefined ? [] : startsBetween(unit, first, last);
  const places = new Map(starts.map((start, at) => [start, at]));
  const placeOf = (day: string): number | null => (isPossible(day) ? (places.get(startOf[unit](day)) ?? null) : null);
  const ai = starts.map(() => 0);
  for (const { key, linesAdded } of possible) addTo(ai, placeOf(key), linesAdded);
  const undated = days.filter(({ key }) => !isPossible(key)).reduce((sum, { traces }) => sum + traces, 0);
  return {
    unit,
    starts,
    ai,
    undated,
    placeOf,
    spread(pairs) {
      const byKey = new Map<string, number[]>();
      for (const { key, and, linesAdded } of pairs) {
        const row = byKey.get(key) ?? starts.map(() => 0);
        byKey.set(key, row);
        addTo(row, placeOf(and), linesAdded);
      }
      return byKey;
    },
  };
}

function addTo(row: number[], place: number | null, value: number): void {
  if (place !== null) row[place] = (row[place] ?? 0) + value;
}

function unitFor(first: string, last: string): PeriodUnit {
  const days = (Date.parse(last) - Date.parse(first)) / dayMs;
  if (days <= mostWeeks * 7) return "week";
  return days <= mostMonths * 30 ? "month" : "year";
}

function startsBetween(unit: PeriodUnit, first: string, last: string): string[] {
  const starts: string[] = [];
  for (let start = startOf[unit](first); start <= last; start = startOf[unit](toDay(Date.parse(start) + inNext[unit])))
    starts.push(start);
  return starts;
}
