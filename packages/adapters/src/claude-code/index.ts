import type { Adapter, Event, EventName, Outcome, Reply, Said, SessionRef, Stamp, ToolRequest } from "@writ/contracts";
import { toToolError } from "@writ/contracts";
import { type Fields, isFields, textField } from "../fields.ts";

const events: Readonly<Record<string, EventName>> = {
  SessionStart: "session.start",
  UserPromptSubmit: "prompt.submit",
  PreToolUse: "tool.before",
  PostToolUse: "tool.after",
  PostToolUseFailure: "tool.failed",
  Stop: "turn.end",
  SessionEnd: "session.end",
};

const eventNamed = (said: string | undefined): EventName | undefined =>
  said !== undefined && Object.hasOwn(events, said) ? events[said] : undefined;

const outcomes: Partial<Record<EventName, Outcome["status"]>> = { "tool.after": "ok", "tool.failed": "failed" };

/** Reads what the call is. Whatever is missing or of the wrong type makes it a call that is refused. */
function requestOf(payload: Fields): ToolRequest {
  const tool = textField(payload, "tool_name");
  const input = Object.hasOwn(payload, "tool_input") ? payload.tool_input : undefined;
  const callId = textField(payload, "tool_use_id") ?? null;
  if (tool === undefined) return { tool: "unknown", input, callId, invalid: "tool_name is missing" };
  // Calls without a session would share one, and its intent.
  if (textField(payload, "session_id") === undefined) return { tool, input, callId, invalid: "session_id is missing" };
  if (!isFields(input)) return { tool, input, callId, invalid: "tool_input is not an object" };
  return { tool, input, callId };
}

function sessionOf(payload: Fields): SessionRef {
  const model = textField(payload, "model");
  return {
    id: textField(payload, "session_id") ?? "unknown",
    agent: "claude-code",
    ...(model === undefined ? {} : { model }),
  };
}

const silent: Reply = { stdout: "", stderr: "", exitCode: 0 };

const json = (value: unknown): Reply => ({ stdout: `${JSON.stringify(value)}\n`, stderr: "", exitCode: 0 });

function beforeTool({ verdict, context }: Said): Reply {
  const injected = context === undefined ? {} : { additionalContext: context };
  const hookEventName = "PreToolUse";
  switch (verdict.kind) {
    case "pass":
      return context === undefined ? silent : json({ hookSpecificOutput: { hookEventName, ...injected } });
    case "allow":
      return json({ hookSpecificOutput: { hookEventName, permissionDecision: "allow", ...injected } });
    case "ask": {
      const permissionDecisionReason = `${verdict.problem.message} ${verdict.problem.hint}`;
      return json({ hookSpecificOutput: { hookEventName, permissionDecision: "ask", permissionDecisionReason } });
    }
    case "deny": {
      const permissionDecisionReason = JSON.stringify(toToolError(verdict.problem));
      return json({ hookSpecificOutput: { hookEventName, permissionDecision: "deny", permissionDecisionReason } });
    }
  }
}

/** Claude Code's command hooks: JSON on stdin, a decision in `hookSpecificOutput`. */
export const claudeCode: Adapter = {
  agent: "claude-code",
  asks: ({ attended }) => attended === true,
  patience: () => 30_000,

  toEvent(payload: unknown, stamp: Stamp): Event | null {
    if (!isFields(payload)) {
      const request = { tool: "unknown", input: payload, callId: null, invalid: "the payload is not a JSON object" };
      return {
        name: "tool.before",
        at: stamp.at,
        session: { id: "unknown", agent: "claude-code" },
        cwd: stamp.cwd,
        request,
      };
    }
    const name = eventNamed(textField(payload, "hook_event_name")) ?? eventNamed(stamp.event);
    if (name === undefined) return null;
    const status = outcomes[name];
    return {
      name,
      at: stamp.at,
      session: sessionOf(payload),
      cwd: textField(payload, "cwd") ?? stamp.cwd,
      ...(name.startsWith("tool.") ? { request: requestOf(payload) } : {}),
      ...(status === undefined ? {} : { outcome: { status } }),
    };
  },

  toReply(event: Event, said: Said): Reply {
    if (event.name === "tool.before") return beforeTool(said);
    if (said.context === undefined || said.context === "") return silent;
    const hookEventName = event.name === "session.start" ? "SessionStart" : "UserPromptSubmit";
    return event.name === "session.start" || event.name === "prompt.submit"
      ? json({ hookSpecificOutput: { hookEventName, additionalContext: said.context } })
      : silent;
  },
};
