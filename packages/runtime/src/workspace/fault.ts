import type { Verdict } from "@writ/contracts";
import { ProblemError, problem } from "@writ/contracts";

/** What a fault of ours looks like to the agent: a refusal, never a crash and never silence. */
export function faultVerdict(error: unknown, hook: string): Extract<Verdict, { kind: "deny" }> {
  if (error instanceof ProblemError) return { kind: "deny", problem: error.problem };
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: "deny", problem: problem("HOOK_INTERNAL_ERROR", { hook, reason }) };
}
