import type { Adapter, Event, EventName, Reply, Said } from "@writ/contracts";
import { bytesOf, cutContext } from "./cut.ts";
import { toPassOn } from "./messages.ts";
import { personText } from "./words.ts";

/** No objection, for agents that take an empty answer for one. */
export const silent: Reply = { stdout: "", stderr: "", exitCode: 0 };

/** One JSON object, and nothing else. */
export const json = (value: object): Reply => ({ stdout: `${JSON.stringify(value)}\n`, stderr: "", exitCode: 0 });

/** A refusal by exit code, with its reason where such agents look for it. Without one most of them run the tool. */
export const exitTwo = (reason: string, stdout = ""): Reply => ({ stdout, stderr: `${reason}\n`, exitCode: 2 });

/** How much text an agent takes for its model, in bytes, by event; nothing where it takes none. */
export type ContextLimits = Partial<Record<EventName, number>>;

/**
 * The text for the model, as far as the agent takes any with this event. A refusal that comes too late to refuse
 * anything is at least told, and so are messages that the agent does not show its person.
 */
export function contextFor(
  event: Event,
  said: Said,
  limits: ContextLimits,
  shows: Adapter["shows"],
): string | undefined {
  const { name } = event;
  const { verdict, context } = said;
  const most = limits[name];
  if (most === undefined) return undefined;
  const isTooLate = name !== "tool.before" && name !== "prompt.submit";
  const late =
    isTooLate && (verdict.kind === "deny" || verdict.kind === "ask") ? `Writ: ${personText(verdict.problem)}` : "";
  const given = context ?? ("context" in verdict ? verdict.context : undefined) ?? "";
  const passedOn = toPassOn(event, said, shows);
  const rest = joined(late, given);
  const room = most - (passedOn === "" ? 0 : bytesOf(passedOn) + 1);
  return joined(rest === "" ? "" : cutContext(rest, room), passedOn) || undefined;
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part.trim() !== "").join("\n");

/** Whether an agent asks its person here and now: only where it is known that one is there. */
export const asksAttended: Adapter["asks"] = ({ name, attended }) => name === "tool.before" && attended === true;
/** An agent that cannot ask, or does not say whether anybody is there. */
export const asksNobody: Adapter["asks"] = () => false;
/** What every hook is installed with, in milliseconds. */
export const usualPatience: Adapter["patience"] = () => 30_000;
