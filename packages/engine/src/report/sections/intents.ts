import { bar, count, name, type Section, share, spark, tableOf, words } from "../cells.ts";
import { plural } from "../numbers.ts";
import type { Report } from "../types.ts";
import { sayStatus } from "../words.ts";

/** What was done under each intent, most lines first. */
export function intentSection({ intents, totals, now, periods }: Report): Section {
  const most = Math.max(0, ...intents.map(({ linesAdded }) => linesAdded));
  const without = intents.find(({ id }) => id === "");
  return {
    id: "intents",
    title: "Intents",
    lead:
      without === undefined || without.changes === 0
        ? []
        : [`${plural(without.changes, "change")} happened under no intent.`],
    tables: [
      tableOf(
        "Changes under each intent",
        [
          "Intent",
          "Name",
          "Status",
          "Lines added",
          "Share",
          "Removed",
          ...(now === null ? [] : ["Still there"]),
          "Files",
          "Sessions",
          "Over time",
        ],
        intents,
        25,
        (intent) => [
          intent.id === "" ? words("none") : name(intent.id),
          words(intent.name ?? (intent.id === "" ? "" : "no longer listed")),
          words(intent.status === null ? "" : sayStatus[intent.status]),
          bar(intent.linesAdded, most),
          share(intent.linesAdded, totals.linesAdded),
          count(intent.linesRemoved),
          ...(now === null ? [] : [intent.linesNow === null ? words("") : count(intent.linesNow)]),
          count(intent.files),
          count(intent.sessions),
          spark(intent.byPeriod, `lines added by ${periods.unit}`),
        ],
      ),
    ],
    empty: "No intent was worked on in this time.",
    notes: [],
  };
}
