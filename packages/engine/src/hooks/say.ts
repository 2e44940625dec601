import type { MergedResult } from "@writ/contracts";
import { visible } from "../preview.ts";
import { redact } from "./redact/redact.ts";
import { cut, oneLine } from "./summary.ts";

/** An ability to tell the model about, and whether a registry of the repository has it (R142). */
export type KnownAbility = MergedResult["abilities"][number] & { readonly verified: boolean; readonly source?: string };

/** Most items of one kind, and most of one line, in characters. */
const mostItems = 10;
const mostLine = 400;

/** What the model is told of suggested abilities and documents; empty when there are none. */
export function sayContext(said: {
  readonly abilities: readonly KnownAbility[];
  readonly documents: readonly MergedResult["documents"][number][];
}): string {
  return [
    section(
      "Abilities of this repository that may help with this request (hints; check their registry entry before use):",
      said.abilities.map(abilityLine),
    ),
    section("Documents of this repository that may help with this request:", said.documents.map(documentLine)),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Messages for the person, each cut to a readable length, with nothing hidden and no secrets in them. */
export function sayMessages(messages: readonly string[]): string[] {
  const said = [...new Set(messages.map((message) => cut(visible(redact(message)).trim(), mostMessage)))];
  const kept = said.filter((message) => message !== "");
  if (kept.length <= mostMessages) return kept;
  const shown = kept.slice(0, mostMessages - 1);
  return [...shown, `${kept.length - shown.length} more messages are in .system/logs/hooks.log.`];
}

const mostMessage = 2000;
/** As many as agents are given, with the notice that there are more. */
const mostMessages = 20;

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const left = lines.length - mostItems;
  return [title, ...lines.slice(0, mostItems), ...(left > 0 ? [`- and ${left} more`] : [])].join("\n");
}

function abilityLine({ id, reason, confidence, verified, source }: KnownAbility): string {
  const sure = confidence === undefined ? "" : ` (confidence ${confidence.toFixed(2)})`;
  const where = !verified ? " [not in any registry here]" : source === undefined ? "" : ` [${oneLine(source, 150)}]`;
  return line(`${oneLine(id, 100)}${sure}`, reason, where);
}

function documentLine({ path, reason, stage }: MergedResult["documents"][number]): string {
  return line(`${oneLine(path, 200)}${stage === undefined ? "" : ` (${oneLine(stage, 20)})`}`, reason, "");
}

/** The reason gives way, so that what is known about the item is never cut off. */
function line(item: string, reason: string, end: string): string {
  const room = mostLine - item.length - end.length - "- : ".length;
  const why = oneLine(redact(reason), Math.max(20, room));
  return why === "" ? `- ${item}${end}` : `- ${item}: ${why}${end}`;
}
