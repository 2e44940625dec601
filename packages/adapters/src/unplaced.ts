import type { Adapter, AgentId, Event, Reply, Said, Stamp } from "@writ/contracts";
import { asksNobody, silent, usualPatience } from "./reply.ts";
import { refusalText } from "./words.ts";

/**
 * For a payload that cannot be the agent's whose hook ran: its call is refused in every agent's words at once, since
 * nobody knows who listens. An answer in the wrong dialect would let the call through.
 */
export function unplaced(agent: AgentId): Adapter {
  return {
    agent,
    asks: asksNobody,
    shows: () => "nobody",
    patience: usualPatience,
    toEvent(payload: unknown, { at, cwd }: Stamp): Event {
      const invalid = `it came through the hook of ${agent}, which does not send such payloads`;
      const request = { tool: "unknown", input: payload, callId: null, invalid };
      return { name: "tool.before", at, session: { id: "unknown", agent }, cwd, request };
    },
    toReply: (_, said) => refused(said),
  };
}

function refused({ verdict }: Said): Reply {
  if (verdict.kind === "pass" || verdict.kind === "allow") return silent;
  const reason = refusalText(verdict.problem);
  const decision = { permissionDecision: "deny", permissionDecisionReason: reason };
  const answer = {
    ...{ decision: "deny", reason, permission: "deny", user_message: reason, agent_message: reason },
    ...decision,
    hookSpecificOutput: { hookEventName: "PreToolUse", ...decision },
  };
  return { stdout: `${JSON.stringify(answer)}\n`, stderr: `${reason}\n`, exitCode: 2 };
}
