import type { Adapter, Event, EventName, Reply, Said } from "@writ/contracts";
import { messageFor, refusedPromptText } from "../messages.ts";
import { contextFor, exitTwo, json, silent } from "../reply.ts";
import { questionText, refusalText } from "../words.ts";
import type { ClaudeLike } from "./descriptor.ts";

/** The name an answer must carry to count for an event. */
export const answerNames: Partial<Record<EventName, string>> = {
  "session.start": "SessionStart",
  "prompt.submit": "UserPromptSubmit",
  "tool.before": "PreToolUse",
  "tool.after": "PostToolUse",
  "tool.failed": "PostToolUseFailure",
};

type Decided = Pick<ClaudeLike, "contextLimits" | "knowsAllow" | "refusesBy"> & Pick<Adapter, "asks" | "shows">;

/**
 * The answer as `hookSpecificOutput`, nothing unknown in it: one field too many voids it for Codex, which knows
 * `systemMessage` with every event it shows one for.
 */
export function toClaudeReply(agent: Decided, event: Event, said: Said): Reply {
  const context = contextFor(event, said, agent.contextLimits, agent.shows);
  if (event.name === "prompt.submit" && isRefusal(said)) return refusedPrompt(agent, said);
  const decision = event.name === "tool.before" ? decisionOf(agent, said, agent.asks(event)) : {};
  const hookSpecificOutput = { ...decision, ...(context === undefined ? {} : { additionalContext: context }) };
  const systemMessage = messageFor(event, said, agent.shows);
  const shown = systemMessage === undefined ? {} : { systemMessage };
  if (Object.keys(hookSpecificOutput).length === 0) return systemMessage === undefined ? silent : json(shown);
  const answer = json({
    hookSpecificOutput: { hookEventName: answerNames[event.name], ...hookSpecificOutput },
    ...shown,
  });
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
        ? { permissionDecision: "ask", permissionDecisionReason: questionText(verdict.question) }
        : { permissionDecision: "deny", permissionDecisionReason: refusalText(verdict.problem) };
    case "deny":
      return { permissionDecision: "deny", permissionDecisionReason: refusalText(verdict.problem) };
  }
}

/** Whether something stands against it. */
export function isRefusal({ verdict }: Said): boolean {
  return verdict.kind === "deny" || verdict.kind === "ask";
}

function refusedPrompt({ refusesBy }: Decided, said: Said): Reply {
  const reason = refusedPromptText(said);
  return refusesBy === "exit-code" ? refusedByExit(reason) : json({ decision: "block", reason });
}

const refusedByExit = (reason = ""): Reply => exitTwo(reason, json({ decision: "block", reason }).stdout);
