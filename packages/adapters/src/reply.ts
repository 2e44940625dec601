import type { Adapter, Event, EventName, Reply, Said } from "@writ/contracts";
import { cutContext } from "./cut.ts";
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
 * anything is at least told.
 */
export function contextFor({ name }: Event, { verdict, context }: Said, limits: ContextLimits): string | undefined {
  const most = limits[name];
  if (most === undefined) return undefined;
  const isTooLate = name !== "tool.before" && name !== "prompt.submit";
  const late =
    isTooLate && (verdict.kind === "deny" || verdict.kind === "ask") ? `Writ: ${personText(verdict.problem)}` : "";
  const given = context ?? ("context" in verdict ? verdict.context : undefined) ?? "";
  const text = [late, given].filter((part) => part.trim() !== "").join("\n");
  return text === "" ? undefined : cutContext(text, most);
}

/** Whether an agent asks its person here and now: only where it is known that one is there. */
export const asksAttended: Adapter["asks"] = ({ name, attended }) => name === "tool.before" && attended === true;
/** An agent that cannot ask, or does not say whether anybody is there. */
export const asksNobody: Adapter["asks"] = () => false;
/** What every hook is installed with, in milliseconds. */
export const usualPatience: Adapter["patience"] = () => 30_000;
