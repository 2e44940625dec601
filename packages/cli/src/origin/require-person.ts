import { ProblemError, problem } from "@writ/contracts";
import type { Origin } from "./origin.ts";

/** What a user can do who was taken for an agent; an agent that reads it can do none of it. */
export const wayOut =
  "If you are that person: open a new terminal window, one the agent did not start. Where that is not enough, use a tab of a window that was there before the agent, the agent's own terminal after Ctrl-Z, or an SSH login from another machine.";

const lastWayOut =
  "Where even that is refused, and no agent is running any more, delete the session's file in .orchestration/.state/sessions/ by hand.";

/**
 * Throws when an agent, not a person, seems to be asking. A command whose answers are weighed by the config goes on
 * where only nothing shows who asks: its answers count as a script's.
 */
export function requirePerson(command: string, origin: Origin, isWeighed: boolean): void {
  if (origin.kind === "outside" || (origin.kind === "unclear" && isWeighed)) return;
  const found = problem("PERSON_ONLY", { action: `writ ${command}`, sign: origin.sign });
  throw new ProblemError({ ...found, hint: `${found.hint} ${wayOut} ${lastWayOut}` });
}
