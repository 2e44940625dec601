import { name, type Section, tableOf, who, words } from "../cells.ts";
import { plural, sayMinute } from "../numbers.ts";
import type { Report, ReportIncidents } from "../types.ts";

const mostRows = 15;

/** What happened that should not have: strays, alarms, and times nobody watched. */
export function incidentSection({ strays, alarms, gaps, pauses }: Report): Section {
  const table = (caption: string, { count, newest }: ReportIncidents) => ({
    ...tableOf(caption, ["When", "Files", "Intent", "Agent"], newest, mostRows, ({ at, paths, intent, agent }) => [
      words(sayMinute(at)),
      words(sayPaths(paths)),
      intent === null ? words("") : name(intent),
      words(agent),
    ]),
    more: Math.max(0, count - Math.min(newest.length, mostRows)),
  });
  const pauseTable = tableOf("Pauses", ["From", "Until", "By", "Reason"], pauses, mostRows, (pause) => [
    words(sayMinute(pause.from)),
    words(pause.until === null ? "" : sayMinute(pause.until)),
    who(pause),
    words(pause.reason),
  ]);
  return {
    id: "incidents",
    title: "Strays, alarms and pauses",
    lead:
      strays.count + alarms.count + gaps + pauses.length === 0
        ? []
        : [
            `${plural(strays.count, "stray")}, ${plural(alarms.count, "alarm")}, ${plural(pauses.length, "pause")}${
              gaps === 0 ? "" : `, and ${plural(gaps, "time")} nobody could tell what a call had done`
            }.`,
          ],
    tables: [
      table("Strays: files a call changed that it should not have", strays),
      table("Alarms: protected files that changed", alarms),
      pauseTable,
    ].filter(({ rows }) => rows.length > 0),
    empty: "Nothing went astray in this time.",
    notes: [],
  };
}

function sayPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(", ");
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
