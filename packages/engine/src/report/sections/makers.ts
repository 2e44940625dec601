import { bar, count, name, type Section, share, spark, tableOf, words } from "../cells.ts";
import { plural } from "../numbers.ts";
import type { Report, ReportMaker } from "../types.ts";
import { sayClass } from "../words.ts";

/** Which models and agents made the changes. */
export function makerSection({ models, agents, periods, totals }: Report): Section {
  const table = (caption: string, head: string, makers: readonly ReportMaker[]) => {
    const most = Math.max(0, ...makers.map(({ linesAdded }) => linesAdded));
    return tableOf(caption, [head, "Lines added", "Share", "Changes", "Over time"], makers, 15, (maker) => [
      maker.name === "" || maker.name === "unknown" ? words("not known") : name(maker.name),
      bar(maker.linesAdded, most),
      share(maker.linesAdded, totals.linesAdded),
      count(maker.changes),
      spark(maker.byPeriod, `lines added by ${periods.unit}`),
    ]);
  };
  return {
    id: "makers",
    title: "Models and agents",
    lead: [],
    tables: [table("Models", "Model", models), table("Agents", "Agent", agents)].filter(({ rows }) => rows.length > 0),
    empty: "No model and no agent is on record in this time.",
    notes: [],
  };
}

/** What kind of changes they were, and where that is not what the agent had said. */
export function classSection({ classes, totals }: Report): Section {
  const most = Math.max(0, ...classes.map(({ changes }) => changes));
  const disagreeing = classes.filter(({ found, declared }) => declared !== "" && declared !== found);
  const others = disagreeing.reduce((sum, { changes }) => sum + changes, 0);
  const said = classes.filter(({ declared }) => declared !== "").reduce((sum, { changes }) => sum + changes, 0);
  return {
    id: "classes",
    title: "Kinds of change",
    lead:
      said === 0
        ? []
        : [
            others === 0
              ? `Agents said of ${plural(said, "change")} what kind it was, and were right each time.`
              : `Of ${plural(said, "change")} that agents had named a kind for, ${plural(others, "was another", "were another")}.`,
          ],
    tables: [
      tableOf("Changes by kind", ["Found", "Agent had said", "Changes", "Share", "Lines added"], classes, 15, (one) => [
        words(sayClass(one.found)),
        words(one.declared === "" ? "" : sayClass(one.declared)),
        bar(one.changes, most),
        share(one.changes, totals.changes),
        count(one.linesAdded),
      ]),
    ].filter(({ rows }) => rows.length > 0),
    empty: "No change is on record in this time.",
    notes: [
      "Form only: renamed, moved, laid out anew, comments. Behaviour: everything that may change what code does.",
    ],
  };
}
