import type { Event, EventName, Reply, Said } from "@writ/contracts";
import { contextFor, exitTwo, json, silent } from "../reply.ts";
import { personText, refusalText } from "../words.ts";
import type { ClaudeLike } from "./descriptor.ts";

/** The name an answer must carry to count for an event. */
export const answerNames: Partial<Record<EventName, string>> = {
  "session.start": "SessionStart",
  "prompt.submit": "UserPromptSubmit",
  "tool.before": "PreToolUse",
  "tool.after": "PostToolUse",
  "tool.failed": "PostToolUseFailure",
};

type Decided = Pick<ClaudeLike, "contextLimits" | "knowsAllow" | "refusesBy">;

/** The answer as `hookSpecificOutput`, nothing unknown in it: one field too many voids it for Codex. */
export function toClaudeReply(agent: Decided, event: Event, said: Said, isAsking: boolean): Reply {
  const context = contextFor(event, said, agent.contextLimits);
  if (event.name === "prompt.submit" && isRefusal(said)) return refusedPrompt(agent, said);
  const decision = event.name === "tool.before" ? decisionOf(agent, said, isAsking) : {};
  const hookSpecificOutput = { ...decision, ...(context === undefined ? {} : { additionalContext: context }) };
  if (Object.keys(hookSpecificOutput).length === 0) return silent;
  const answer = json({ hookSpecificOutput: { hookEventName: answerNames[event.name], ...hookSpecificOutput } });
  const isDenied = "permissionDecision" in decision && decision.permissionDecision === "deny";
  return isDenied && agent.refusesBy === "exit-code" ? refusedByExit(decision.permissionDecisionReason) : answer;
}

interface Decision {
  permissionDecision?: "allow" | "ask" | "deny";
  permissionDecisionReason?: string;
}

/** What there is to decide; nothing for no objection, so that the agent's own questions stay in force. */
export function decisionOf(
  { knowsAllow }: Pick<Decided, "knowsAllow">,
  { verdict }: Said,
  isAsking: boolean,
): Decision {
  switch (verdict.kind) {
    case "pass":
      return {};
    case "allow":
      return knowsAllow ? { permissionDecision: "allow" } : {};
    case "ask":
      return isAsking
        ? { permissionDecision: "ask", permissionDecisionReason: personText(verdict.problem) }
        : { permissionDecision: "deny", permissionDecisionReason: refusalText(verdict.problem) };
    case "deny":
      return { permissionDecision: "deny", permissionDecisionReason: refusalText(verdict.problem) };
  }
}

/** Whether something stands against it. */
export function isRefusal({ verdict }: Said): boolean {
  return verdict.kind === "deny" || verdict.kind === "ask";
}

function refusedPrompt({ refusesBy }: Decided, { verdict }: Said): Reply {
  const reason = "problem" in verdict ? personText(verdict.problem) : "";
  return refusesBy === "exit-code" ? refusedByExit(reason) : json({ decision: "block", reason });
}

const refusedByExit = (reason = ""): Reply => exitTwo(reason, json({ decision: "block", reason }).stdout);
