import type { Section } from "../cells.ts";
import type { Report } from "../types.ts";

/** Whether there is nothing to tell. */
export function isEmpty({
  totals,
  approvals,
  refusals,
  observed,
  strays,
  alarms,
  gaps,
  pauses,
  intents,
}: Report): boolean {
  const { asked, approved, rejected, granted } = approvals;
  const counts = [totals.changes, asked, approved, rejected, granted, strays.count, alarms.count, gaps, pauses.length];
  return counts.every((count) => count === 0) && [refusals, observed, intents].every((all) => all.length === 0);
}

/** What to say then. */
export function nothing({ asked: { since, until, intent } }: Report): Section {
  const isWhole = since === null && until === null && intent === null;
  return {
    id: "nothing",
    title: isWhole ? "Nothing is on record yet" : "Nothing is on record of that",
    lead: [],
    tables: [],
    empty: isWhole
      ? "Once an agent works here under an intent, its changes, the questions it asked and what was refused are summed up on this page. The first intent is made with: writ intent add"
      : "Ask about more: leave out --since, --until or --intent.",
    notes: [],
  };
}
