import type { EventName, Problem, Reply } from "@writ/contracts";
import { toToolError } from "@writ/contracts";

const told = ({ message, hint }: Problem): string => `${message} ${hint}\n`;

/**
 * The one answer every command-hook agent takes as a refusal with its reason: all their dialects in one object,
 * the reason on stderr as well, exit code 2.
 */
function refuse(problem: Problem): Reply {
  const reason = JSON.stringify(toToolError(problem));
  return {
    stdout: `${JSON.stringify({
      decision: "deny",
      reason,
      permissionDecision: "deny",
      permissionDecisionReason: reason,
      permission: "deny",
      user_message: reason,
      deny: reason,
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
    })}\n`,
    stderr: told(problem),
    exitCode: 2,
  };
}

/** The tool has run: the model hears that this is not on record. */
const report = (problem: Problem): Reply => ({ stdout: "", stderr: told(problem), exitCode: 2 });

/** Exit code 2 would keep a turn from ending, or throw away what a person typed: nobody is locked out by our fault. */
const letGo = (problem: Problem): Reply => ({ stdout: "", stderr: told(problem), exitCode: 0 });

const answers: Record<EventName, (problem: Problem) => Reply> = {
  "session.start": letGo,
  "prompt.submit": letGo,
  "tool.before": refuse,
  "tool.after": report,
  "tool.failed": report,
  "turn.end": letGo,
  "session.end": letGo,
};

/** The answer where there is no verdict to give: for faults of our own, and for input that cannot be placed. */
export function lastResort(problem: Problem, event: EventName): Reply {
  return answers[event](problem);
}
