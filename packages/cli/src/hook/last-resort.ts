import type { Problem, Reply } from "@writ/contracts";
import { toToolError } from "@writ/contracts";

/**
 * The one answer every command-hook agent takes as a refusal with its reason: all their dialects in one object,
 * the reason on stderr as well, exit code 2. For faults of our own and for input that cannot be placed.
 */
export function lastResort(problem: Problem): Reply {
  const reason = JSON.stringify(toToolError(problem));
  return {
    stdout: `${JSON.stringify({
      decision: "deny",
      reason,
      permissionDecision: "deny",
      permissionDecisionReason: reason,
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
    })}\n`,
    stderr: `${problem.message} ${problem.hint}\n`,
    exitCode: 2,
  };
}
