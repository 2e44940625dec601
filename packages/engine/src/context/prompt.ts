import type { Intent } from "@writ/contracts";
import { visibleLine } from "../preview.ts";
import { type Background, toIntentXml } from "./intent.ts";
import { fitting } from "./text.ts";

/** The sentence every governed session starts with (CH phase 1). */
export const protocolSentence =
  "You work under intents. You cannot change code right away: your first action must be to read the request and " +
  "call select_active_intent with the id of the intent it belongs to (without that tool, run: writ intent select <ID>). " +
  "Stay inside the scope and the constraints you then get. When no intent fits, say so and ask the person.";

/** What a session's prompt says about intents (R59). Empty when the workspace is not governed. */
export function promptSection(state: {
  /** The intents a session may take up; `null` in a workspace without a sidecar. */
  intents: readonly Intent[] | null;
  active: Intent | null;
  protocol?: string;
  background?: Background;
}): string {
  const { intents, active, protocol = protocolSentence, background = {} } = state;
  if (intents === null) return "";
  const { kept, left } = fitting(
    intents.map(({ id, name, status }) => `- ${id}: ${name} (${status})`).map(visibleLine),
  );
  const listed = kept.length === 0 ? ["There is none yet. A person can add one: writ intent add"] : kept;
  return [
    "# Intents",
    protocol,
    "",
    "Available intents:",
    ...listed,
    ...(left > 0 ? [`- and ${left} more: call list_active_intents`] : []),
    "",
    ...(active === null ? ["No intent is active."] : ["Active intent:", toIntentXml(active, background)]),
  ].join("\n");
}
