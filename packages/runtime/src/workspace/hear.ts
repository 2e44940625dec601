import type { About, Event, Told } from "@writ/contracts";
import { pass, problem } from "@writ/contracts";
import type { Heard } from "../writ.ts";
import { aboutEvent, noteStop } from "./about.ts";
import { after } from "./after.ts";
import { endSession, endTurn, lookForDrift, startSession } from "./life.ts";
import { noticed } from "./noticed.ts";
import type { Workspace } from "./types.ts";

/** What there is to say before anybody else is heard. */
type Said = Pick<Told, "context" | "messages">;

/** Agents that announce no session start, and sessions that were there before Writ, hear the protocol with their first prompt. */
async function submitPrompt(workspace: Workspace, event: Event): Promise<Said> {
  const known = await workspace.sessions.read(event.session.id);
  if (known === null) return startSession(workspace, event);
  await lookForDrift(workspace, event);
  return {};
}

/** What the event means for the session and the records; gives what the model and the person should know. */
async function keep(workspace: Workspace, event: Event): Promise<Said> {
  switch (event.name) {
    case "session.start":
      return startSession(workspace, event);
    case "prompt.submit":
      return submitPrompt(workspace, event);
    case "tool.after":
    case "tool.failed":
      return after(workspace, event);
    case "turn.end":
      return { messages: await endTurn(workspace, event) };
    case "session.end":
      return { messages: await endSession(workspace, event) };
    case "tool.before":
      throw new Error("a call is decided by `before`");
  }
}

/** One that breaks is no reason to keep a person from going on; but a guard over prompts may be among them. */
function broken(event: Event, error: unknown): Told | null {
  if (event.name !== "prompt.submit") return null;
  const reason = error instanceof Error ? error.message : String(error);
  return { deny: problem("HOOK_INTERNAL_ERROR", { hook: "events", reason }) };
}

/** What whoever listens has to say. */
async function told(workspace: Workspace, event: Event): Promise<() => Promise<Told | null>> {
  const { events, now } = workspace.ports;
  if (events?.listens(event) !== true) return async () => null;
  const about: About = await aboutEvent(workspace, event).catch(() => ({}));
  // Nobody is told of Writ's own tools before they run, nor afterwards.
  if (about.call?.kind === "handshake") return async () => null;
  return async () => {
    // What is recorded while they listen is news at the next stop.
    const at = now();
    const said = await events.hear(event, about).catch((error: unknown) => broken(event, error));
    if (event.name === "turn.end" && said?.unheard !== true) await noteStop(workspace, event, at);
    return said;
  };
}

/** Any event but `tool.before`: first what it means for Writ itself, then whoever else listens. */
export const hear = (workspace: Workspace, event: Event): Promise<Heard> =>
  noticed(workspace, event, (watched) => hearOn(watched, event));

async function hearOn(workspace: Workspace, event: Event): Promise<Heard> {
  const listeners = await told(workspace, event);
  const own = await keep(workspace, event);
  const said = await listeners();
  const context = [own.context ?? "", said?.context ?? ""].filter((text) => text !== "").join("\n\n");
  const messages = [...(own.messages ?? []), ...(said?.messages ?? [])];
  const verdict =
    said?.deny === undefined || event.name !== "prompt.submit" ? pass : ({ kind: "deny", problem: said.deny } as const);
  return {
    verdict,
    ...(context === "" ? {} : { context }),
    ...(messages.length === 0 ? {} : { messages }),
  };
}
