import type { Adapter, Event, EventName, Said } from "@writ/contracts";
import { bytesOf, cutText } from "./cut.ts";
import { oneLine, personText } from "./words.ts";

/** How much of all messages of one event is told, in bytes: a person reads no more, and the model has other things to read. */
const most = 4_000;
const mostMessages = 20;
const notice = "There is more: .system/logs/hooks.log has all messages.";

/** The messages in order, each on one line, as far as there is room; what is left out is not passed over in silence. */
function linesOf({ messages = [] }: Said): string[] {
  const whole = messages.map(oneLine).filter((line) => line !== "");
  const size = whole.reduce((bytes, line) => bytes + bytesOf(line), 0);
  if (whole.length <= mostMessages && size <= most) return whole;
  const lines: string[] = [];
  let room = most - notice.length;
  for (const message of whole.slice(0, mostMessages - 1)) {
    const line = cutText(message, room);
    if (line === "") break;
    lines.push(line);
    room -= bytesOf(line);
  }
  return [...lines, notice];
}

/** Who reads messages: the person with the events that are shown, the model wherever else it takes text. */
export function showsBy(
  isShown: (event: Event) => boolean,
  limits: Partial<Record<EventName, number>>,
): Adapter["shows"] {
  return (event) => (isShown(event) ? "person" : limits[event.name] === undefined ? "nobody" : "model");
}

/** An agent that shows its person something with these events, whoever sits there. */
export function shownWith(...names: readonly EventName[]): (event: Event) => boolean {
  return ({ name }) => names.includes(name);
}

/** What the person is shown, each a paragraph of its own; nothing where the agent does not show it. */
export function messagesFor(event: Event, said: Said, shows: Adapter["shows"]): string[] {
  return shows(event) === "person" ? linesOf(said) : [];
}

/** The same as one text. */
export function messageFor(event: Event, said: Said, shows: Adapter["shows"]): string | undefined {
  const lines = messagesFor(event, said, shows);
  return lines.length === 0 ? undefined : lines.join("\n\n");
}

/** What the model is asked to pass on; empty where the person reads it themselves. */
export function toPassOn(event: Event, said: Said, shows: Adapter["shows"]): string {
  if (shows(event) !== "model") return "";
  return linesOf(said)
    .map((line) => `Tell your person: ${line}`)
    .join("\n");
}

/** Why a prompt is refused. That text is for the person, so whatever else there is to tell them stands below it. */
export function refusedPromptText(said: Said): string {
  const reason = "problem" in said.verdict ? personText(said.verdict.problem) : "";
  return [reason, ...linesOf(said)].join("\n");
}
