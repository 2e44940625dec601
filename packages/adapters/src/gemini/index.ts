import type { Adapter, Event, EventName, Reply, Said } from "@writ/contracts";
import { fieldOf, objectField, textField } from "../fields.ts";
import { mcpName } from "../mcp-name.ts";
import { statusOfResponse, statusOfText } from "../outcome.ts";
import { type Reading, readEvent } from "../reading.ts";
import { asksNobody, type ContextLimits, contextFor, json, usualPatience } from "../reply.ts";
import { personText, refusalText } from "../words.ts";

const events: Readonly<Record<string, EventName>> = {
  SessionStart: "session.start",
  BeforeAgent: "prompt.submit",
  BeforeTool: "tool.before",
  AfterTool: "tool.after",
  AfterAgent: "turn.end",
  SessionEnd: "session.end",
};

const reading: Reading = {
  agent: "gemini",
  events,
  eventIn: (payload) => textField(payload, "hook_event_name"),
  sessionIn: (payload) => textField(payload, "session_id"),
  callIn(payload) {
    const input = fieldOf(payload, "tool_input");
    const mcp = objectField(payload, "mcp_context");
    if (mcp === undefined) return { tool: textField(payload, "tool_name"), input, callId: null };
    const server = textField(mcp, "server_name");
    const tool = textField(mcp, "tool_name");
    if (server !== undefined && tool !== undefined) return { tool: mcpName(server, tool), input, callId: null };
    return { tool: "mcp", input, callId: null, invalid: "it does not name the MCP server and its tool" };
  },
  statusIn(payload, { tool }) {
    const response = objectField(payload, "tool_response") ?? {};
    const text = fieldOf(response, "llmContent");
    if (tool !== "run_shell_command" || typeof text !== "string") return statusOfResponse(response);
    // A failed command ends like any other; its exit code stands in the text, below what it printed.
    return statusOfText(
      text.slice(-500),
      /\n(?:Exit Code|Signal): ([^\n]+)(?:\n[A-Z][^\n]*)*(?:\n<\/untrusted_context>)?\s*$/,
    );
  },
};

const most = 50_000;
/** Not before a tool: what is said there does not reach the model. */
const contextLimits: ContextLimits = { "session.start": most, "prompt.submit": most, "tool.after": most };

const answerNames: Partial<Record<EventName, string>> = {
  "session.start": "SessionStart",
  "prompt.submit": "BeforeAgent",
  "tool.after": "AfterTool",
};

function toReply(event: Event, said: Said): Reply {
  const { verdict } = said;
  const isBefore = event.name === "tool.before";
  // `ask` hangs without a person, and the payload does not say whether there is one.
  if ((isBefore || event.name === "prompt.submit") && (verdict.kind === "deny" || verdict.kind === "ask")) {
    return json({ decision: "deny", reason: (isBefore ? refusalText : personText)(verdict.problem) });
  }
  const decision = isBefore && verdict.kind === "allow" ? { decision: "allow" } : {};
  const additionalContext = contextFor(event, said, contextLimits);
  if (additionalContext === undefined) return json(decision);
  return json({ ...decision, hookSpecificOutput: { hookEventName: answerNames[event.name], additionalContext } });
}

/** Gemini CLI: its own events and its own answers; Claude Code's would let every call through. */
export const gemini: Adapter = {
  agent: "gemini",
  asks: asksNobody,
  patience: usualPatience,
  toEvent: (payload, stamp) => readEvent(reading, payload, stamp),
  toReply,
};
