import type { IntentShare, Why } from "@writ/runtime";
import { sayMoment } from "../text/moment.ts";
import { nameIn } from "../text/name-in.ts";
import { plural } from "../text/table.ts";
import { commitWords } from "./commit.ts";
import { noteWords } from "./notes.ts";
import type { Paragraph } from "./paragraphs.ts";

/** What is said about a whole file. */
export function fileParagraphs(
  { names, lines, intents, intentless, last, first, notes, commit, changed }: Why,
  nameOf: (by: string) => string,
): Paragraph[] {
  const noted = noteWords(notes, nameOf);
  const former = names.slice(1);
  return [
    ...(former.length === 0 ? [] : [{ label: "Before", lines: [`It was ${former.join(", before that ")}.`] }]),
    { label: "Lines", lines: [shareWords(lines), ...intentlessWords(intentless)] },
    {
      label: "Intents",
      lines:
        intents.length > 0
          ? intents.flatMap(intentWords)
          : [`No change of this file under an intent is on record${last?.erased === true ? " any more" : ""}.`],
    },
    {
      label: "Records",
      lines:
        last === null || first === null
          ? ["No change of this file by an agent is on record."]
          : [
              `${first === last.at ? "One" : `The first is of ${sayMoment(first)}, the last`} of ${sayMoment(last.at)}: ${lastWords(last)}.`,
            ],
    },
    ...(noted.length === 0 ? [] : [{ label: "Notes", lines: noted }]),
    {
      label: "Commit",
      lines: [...commitWords([commit]), ...(changed ? ["There are changes since then that are not committed."] : [])],
    },
  ];
}

function shareWords({ all, ai, human, unknown }: Why["lines"]): string {
  if (all === 0) return "None: the file is empty.";
  const share = (count: number) => `${Math.round((100 * count) / all)} %`;
  const parts = [
    `${ai} made by AI (${share(ai)})`,
    `${human} by people (${share(human)})`,
    ...(unknown === 0 ? [] : [`${unknown} by whom is not known (${share(unknown)})`]),
  ];
  return `${all}: ${parts.join(", ")}.`;
}

/** What was erased, and what an imported record does not tell, is no sign that there was none. */
function intentlessWords({ none, erased, imported }: Why["intentless"]): string[] {
  const of = (count: number) => `${plural(count, "line")} of AI`;
  return [
    ...(none === 0 ? [] : [`${of(none)} ${none === 1 ? "was" : "were"} made without an intent.`]),
    ...(erased === 0 ? [] : [`Under which intent ${of(erased)} ${erased === 1 ? "was" : "were"} made was erased.`]),
    ...(imported === 0
      ? []
      : [`Under which intent ${of(imported)} ${imported === 1 ? "was" : "were"} made is not told: imported records.`]),
  ];
}

function lastWords({ agent, model, tool, intent, erased, imported }: NonNullable<Why["last"]>): string {
  if (erased) return "who made it, with what and under which intent was erased";
  const who = nameIn(agent) ?? "an agent that is not named";
  const named = nameIn(model) === null ? "" : ` with ${model}`;
  const how = nameIn(tool) === null ? "a tool that is not named" : `the tool ${tool}`;
  const untold = imported === null ? "without an intent" : "imported from a record that tells no intent";
  return `${who}${named}, ${how}, ${intent === null ? untold : `under ${intent.id}`}`;
}

function intentWords(share: IntentShare): string[] {
  const { lines, changes, sessions, models, first, last } = share;
  const named = models.filter((model) => nameIn(model) !== null);
  const when = first === last ? `on ${sayMoment(first)}` : `from ${sayMoment(first)} to ${sayMoment(last)}`;
  return [
    titleOf(share),
    `  ${plural(lines, "line")} of the file as it is, ${plural(changes, "change")} in ${plural(sessions, "session")}, ${when}${named.length === 0 ? "" : `, ${named.join(", ")}`}`,
  ];
}

function titleOf({ id, name, status, unread }: IntentShare): string {
  if (unread !== undefined) return `${id} (active_intents.yaml cannot be read: ${unread})`;
  return name === null ? `${id} (not in active_intents.yaml)` : `${id} ${name} (${status ?? "no status"})`;
}
