import type { Event, Told } from "@writ/contracts";
import { pass } from "@writ/contracts";
import type { Heard } from "../writ.ts";
import { aboutEvent, noteStop } from "./about.ts";
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

/** What whoever listens has to say. One that breaks is no reason to keep a person from going on. */
async function told(workspace: Workspace, event: Event): Promise<() => Promise<Told | null>> {
  const { events } = workspace.ports;
  if (events?.listens(event) !== true) return async () => null;
  const about = await aboutEvent(workspace, event).catch(() => ({}));
  return async () => {
    const said = await events.hear(event, about).catch(() => null);
    if (event.name === "turn.end") await noteStop(workspace, event);
    return said;
  };
}

/** Any event but `tool.before`: first what it means for Writ itself, then whoever else listens. */
export async function hear(workspace: Workspace, event: Event): Promise<Heard> {
  const listeners = await told(workspace, event);
  const own = await keep(workspace, event);
  const said = await listeners();
  const context = [own, said?.context ?? ""].filter((text) => text !== "").join("\n\n");
  const verdict =
    said?.deny === undefined || event.name !== "prompt.submit" ? pass : ({ kind: "deny", problem: said.deny } as const);
  return {
    verdict,
    ...(context === "" ? {} : { context }),
    ...(said?.messages === undefined ? {} : { messages: said.messages }),
  };
}
