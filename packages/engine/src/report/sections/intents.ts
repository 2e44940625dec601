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
    lead: without === undefined ? [] : leadOf(without.changes - totals.erased, totals.erased),
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
          intent.id === "" ? words(sayNone(intent.changes, totals.erased)) : name(intent.id),
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

/** A record that was erased, as one that was imported, may be of a change that had an intent. */
function leadOf(none: number, erased: number): string[] {
  return [
    ...(none === 0 ? [] : [`${plural(none, "change")} ${none === 1 ? "is" : "are"} on record without an intent.`]),
    ...(erased === 0 ? [] : [`Under which intent ${plural(erased, "change")} happened was erased.`]),
  ];
}

const sayNone = (changes: number, erased: number): string =>
  erased === 0 ? "none" : erased === changes ? "erased" : "none, or erased";
