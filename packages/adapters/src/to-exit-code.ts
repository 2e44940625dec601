import type { Event, Reply, Said } from "@writ/contracts";
import { type ContextLimits, contextFor, exitTwo, silent } from "./reply.ts";
import { personText, refusalText } from "./words.ts";

/** The answer for agents that know only exit codes: 2 with a reason refuses, and plain text may reach the model. */
export function toExitCode(event: Event, said: Said, limits: ContextLimits): Reply {
  const { verdict } = said;
  const isRefused = verdict.kind === "deny" || verdict.kind === "ask";
  if (isRefused && event.name === "tool.before") return exitTwo(refusalText(verdict.problem));
  if (isRefused && event.name === "prompt.submit") return exitTwo(personText(verdict.problem));
  const context = contextFor(event, said, limits);
  return context === undefined ? silent : { ...silent, stdout: `${context}\n` };
}
