import type { Adapter, Event, EventName, Reply, Said } from "@writ/contracts";
import { fieldOf, objectField, textField } from "../fields.ts";
import { mcpName } from "../mcp-name.ts";
import { messageFor, refusedPromptText, shownWith, showsBy } from "../messages.ts";
import { statusOfResponse, statusOfText } from "../outcome.ts";
import { type Reading, readEvent } from "../reading.ts";
import { asksNobody, type ContextLimits, contextFor, json, usualPatience } from "../reply.ts";
import { refusalText } from "../words.ts";

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

/** Not at the end of a session: it does not wait for those hooks. */
const shows = showsBy(
  shownWith("session.start", "prompt.submit", "tool.before", "tool.after", "turn.end"),
  contextLimits,
);

const answerNames: Partial<Record<EventName, string>> = {
  "session.start": "SessionStart",
  "prompt.submit": "BeforeAgent",
  "tool.after": "AfterTool",
};

function toReply(event: Event, said: Said): Reply {
  const { verdict } = said;
  const isBefore = event.name === "tool.before";
  const isRefused = verdict.kind === "deny" || verdict.kind === "ask";
  // Here a message would be shown in place of the reason.
  if (isRefused && event.name === "prompt.submit") return json({ decision: "deny", reason: refusedPromptText(said) });
  const systemMessage = messageFor(event, said, shows);
  const shown = systemMessage === undefined ? {} : { systemMessage };
  // `ask` hangs without a person, and the payload does not say whether there is one.
  if (isRefused && isBefore) return json({ decision: "deny", reason: refusalText(verdict.problem), ...shown });
  const decision = isBefore && verdict.kind === "allow" ? { decision: "allow" } : {};
  const additionalContext = contextFor(event, said, contextLimits, shows);
  if (additionalContext === undefined) return json({ ...decision, ...shown });
  const hookSpecificOutput = { hookEventName: answerNames[event.name], additionalContext };
  return json({ ...decision, hookSpecificOutput, ...shown });
}

/** Gemini CLI: its own events and its own answers; Claude Code's would let every call through. */
export const gemini: Adapter = {
  agent: "gemini",
  asks: asksNobody,
  shows,
  patience: usualPatience,
  toEvent: (payload, stamp) => readEvent(reading, payload, stamp),
  toReply,
};
