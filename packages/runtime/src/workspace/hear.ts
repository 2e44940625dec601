import type { Event } from "@writ/contracts";
import { pass } from "@writ/contracts";
import type { Heard } from "../writ.ts";
import { after } from "./after.ts";
import { endSession, endTurn, startSession } from "./life.ts";
import type { Workspace } from "./types.ts";

/** Agents that announce no session start, and sessions that were there before Writ, hear the protocol with their first prompt. */
async function submitPrompt(workspace: Workspace, event: Event): Promise<string> {
  const known = await workspace.sessions.read(event.session.id);
  return known === null ? (await startSession(workspace, event)).context : "";
}

/** What the event means for the session and the records; gives what the model should know. */
async function keep(workspace: Workspace, event: Event): Promise<string> {
  switch (event.name) {
    case "session.start":
      return (await startSession(workspace, event)).context;
    case "prompt.submit":
      return submitPrompt(workspace, event);
    case "tool.after":
    case "tool.failed":
      await after(workspace, event);
      return "";
    case "turn.end":
      await endTurn(workspace, event);
      return "";
    case "session.end":
      await endSession(workspace, event);
      return "";
    case "tool.before":
      throw new Error("a call is decided by `before`");
  }
}

/** Any event but `tool.before`: first what it means for Writ itself, then whoever else listens. */
export async function hear(workspace: Workspace, event: Event): Promise<Heard> {
  const own = await keep(workspace, event);
  // A listener that breaks is no reason to keep a person from going on.
  const said = await workspace.ports.events?.hear(event).catch(() => null);
  const context = [own, said?.context ?? ""].filter((text) => text !== "").join("\n\n");
  const verdict =
    said?.deny === undefined || event.name !== "prompt.submit" ? pass : ({ kind: "deny", problem: said.deny } as const);
  return { verdict, ...(context === "" ? {} : { context }) };
}
