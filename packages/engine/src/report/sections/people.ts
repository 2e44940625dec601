import { type Assurance, assurances } from "@writ/contracts";
import { bar, count, name, type Section, tableOf, who, words } from "../cells.ts";
import { plural, sayDuration } from "../numbers.ts";
import type { Report, ReportPerson } from "../types.ts";
import { sayAssurance, sayCode } from "../words.ts";

/** Who agreed to what, how sure that is, and how long the agents waited. */
export function approvalSection({ approvals }: Report): Section {
  const { asked, approved, rejected, granted, waits, people } = approvals;
  const answered = approved + rejected;
  const most = Math.max(0, ...people.map((person) => person.approved + person.rejected));
  const given = assurances.filter((one) => approvals.assurances[one] > 0);
  return {
    id: "approvals",
    title: "Approvals",
    lead:
      asked + answered === 0
        ? []
        : [
            `${plural(asked, "question")}; ${plural(approved, "yes", "yes")}, ${rejected} no.${
              waits === null
                ? ""
                : ` Half of the answers came within ${sayDuration(waits.median)}, the slowest after ${sayDuration(waits.longest)}.`
            }`,
            ...(granted === 0 ? [] : [`${plural(granted, "call")} passed on a standing yes.`]),
            ...(given.length === 0
              ? []
              : [`Given ${given.map((one) => `${sayAssurance[one]} ${approvals.assurances[one]}×`).join(", ")}.`]),
          ],
    tables: [
      tableOf("Who answered", ["Person", "Answers", "Yes", "No", "How", "Median wait"], people, 20, (person) => [
        who(person),
        bar(person.approved + person.rejected, most),
        count(person.approved),
        count(person.rejected),
        words(sayHow(person)),
        words(person.medianWait === null ? "" : sayDuration(person.medianWait)),
      ]),
    ].filter(({ rows }) => rows.length > 0),
    empty: asked === 0 ? "Nobody was asked anything in this time." : "Nobody has answered yet.",
    notes: [],
  };
}

function sayHow({ assurances: given }: ReportPerson): string {
  const sorted = assurances.filter((one): one is Assurance => (given[one] ?? 0) > 0);
  return sorted.map((one) => sayAssurance[one]).join(", ");
}

/** What was refused, and why. */
export function refusalSection({ refusals, observed }: Report): Section {
  const table = (caption: string, all: Report["refusals"]) => {
    const most = Math.max(0, ...all.map(({ times }) => times));
    return tableOf(caption, ["Reason", "Times", "Sessions", "Code"], all, 20, ({ code, times, sessions }) => [
      words(sayCode(code)),
      bar(times, most),
      count(sessions),
      code === "" ? words("") : name(code),
    ]);
  };
  return {
    id: "refusals",
    title: "Refusals",
    lead: [],
    tables: [
      table("Calls that were refused", refusals),
      table("Would have been refused or asked about, had Writ not only watched", observed),
    ].filter(({ rows }) => rows.length > 0),
    empty: "Nothing was refused in this time.",
    notes: [],
  };
}
