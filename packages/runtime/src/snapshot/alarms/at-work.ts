import type { EventName, Session, SessionRef } from "@writ/contracts";
import type { Workspace } from "../../workspace/types.ts";
import { hasJobs } from "../strays/background.ts";
import { isAlive } from "./is-alive.ts";
import { knownSessions } from "./known-sessions.ts";

/** The event at which something was found, and whose it is. */
export interface Occasion extends Pick<SessionRef, "id" | "agent"> {
  event?: EventName;
}

/**
 * Whether a governed session may have made a change found now: one is alive, a call of one is under way, or something
 * one started may still run. Without that, a change is the user's.
 */
export async function isAgentAtWork(workspace: Workspace, occasion: Occasion | null): Promise<boolean> {
  const now = Date.parse(workspace.ports.now());
  const sessions = await knownSessions(workspace);
  // The first event of a session comes from an agent that has done nothing yet.
  const isNew = (one: Session) => occasion?.event === "session.start" && one.id === occasion.id && !one.process;
  if (sessions.some((one) => !isNew(one) && isAlive(one, now))) return true;
  return hasJobs(workspace);
}
