import type { Adapter, Event, Reply, Said } from "@writ/contracts";
import { messageFor, refusedPromptText } from "./messages.ts";
import { type ContextLimits, contextFor, exitTwo, silent } from "./reply.ts";
import { refusalText } from "./words.ts";

/** The answer for agents that know only exit codes: 2 with a reason refuses, and plain text may be read. */
export function toExitCode(event: Event, said: Said, limits: ContextLimits, shows: Adapter["shows"]): Reply {
  const { verdict } = said;
  const isRefused = verdict.kind === "deny" || verdict.kind === "ask";
  if (isRefused && event.name === "tool.before") return exitTwo(refusalText(verdict.problem));
  if (isRefused && event.name === "prompt.submit") return exitTwo(refusedPromptText(said));
  // No agent shows the same text to both.
  const text = contextFor(event, said, limits, shows) ?? messageFor(event, said, shows);
  return text === undefined ? silent : { ...silent, stdout: `${text}\n` };
}
