import type { Adapter, Event, EventName, Outcome, Reply, Said } from "@writ/contracts";
import { claudeEvents } from "../claude-dialect/index.ts";
import { type Fields, fieldOf, parsedText, textField } from "../fields.ts";
import { mcpName } from "../mcp-name.ts";
import { refusedPromptText, showsBy } from "../messages.ts";
import { statusOfResponse } from "../outcome.ts";
import { type Reading, readEvent, type ToldCall } from "../reading.ts";
import { asksNobody, type ContextLimits, contextFor, json, usualPatience } from "../reply.ts";
import { refusalText } from "../words.ts";

const events: Readonly<Record<string, EventName>> = {
  sessionStart: "session.start",
  beforeSubmitPrompt: "prompt.submit",
  preToolUse: "tool.before",
  beforeShellExecution: "tool.before",
  beforeMCPExecution: "tool.before",
  postToolUse: "tool.after",
  afterShellExecution: "tool.after",
  afterMCPExecution: "tool.after",
  postToolUseFailure: "tool.failed",
  stop: "turn.end",
  sessionEnd: "session.end",
};

const reading: Reading = {
  agent: "cursor",
  events,
  borrowedEvents: claudeEvents,
  eventIn: (payload) => textField(payload, "hook_event_name"),
  sessionIn: (payload) => textField(payload, "conversation_id", "session_id"),
  parentIn: (payload) => textField(payload, "parent_conversation_id"),
  modelIn: (payload) => textField(payload, "model_id", "model"),
  cwdIn: (payload) => textField(payload, "cwd") ?? firstRoot(payload),
  callIn(payload, event) {
    if (/ShellExecution$/.test(event)) return shellCall(payload);
    if (/MCPExecution$/.test(event)) return mcpCall(payload);
    const callId = textField(payload, "tool_use_id") ?? null;
    return { tool: textField(payload, "tool_name"), input: fieldOf(payload, "tool_input"), callId };
  },
  statusIn,
  outputIn: (payload) => resultIn(payload) ?? fieldOf(payload, "output") ?? fieldOf(payload, "error_message"),
};

function firstRoot(payload: Fields): string | undefined {
  const roots = fieldOf(payload, "workspace_roots");
  const first: unknown = Array.isArray(roots) ? roots[0] : undefined;
  return typeof first === "string" && first !== "" ? first : undefined;
}

/** Without the folder, which only the event before the command tells: both must be the same call. */
function shellCall(payload: Fields): ToldCall {
  const command = textField(payload, "command");
  const told: ToldCall = { tool: "Shell", input: { command }, callId: null };
  return command === undefined ? { ...told, invalid: "it does not name the command" } : told;
}

/** The only events that name the server; `preToolUse` calls the tool `MCP:name`, whosever it is. */
function mcpCall(payload: Fields): ToldCall {
  const server = textField(payload, "mcp_server_name");
  const tool = textField(payload, "tool_name");
  const input = parsedText(fieldOf(payload, "tool_input"));
  if (server !== undefined && tool !== undefined) return { tool: mcpName(server, tool), input, callId: null };
  return { tool: `MCP:${tool ?? ""}`, input, callId: null, invalid: "it does not name the MCP server and its tool" };
}

function statusIn(payload: Fields): Outcome["status"] {
  const failure = textField(payload, "failure_type");
  if (failure === "permission_denied") return "blocked";
  if (failure !== undefined) return "failed";
  return statusOfResponse(resultIn(payload));
}

/** Objects come as JSON text in these. */
function resultIn(payload: Fields): unknown {
  return parsedText(fieldOf(payload, "tool_output") ?? fieldOf(payload, "result_json"));
}

/** Longer text is dropped, so it is cut a little before. */
const most = 9_900;
const contextLimits: ContextLimits = {
  "session.start": most,
  "prompt.submit": most,
  "tool.before": most,
  "tool.after": most,
  "tool.failed": most,
};

/** It shows its person why something was refused, and nothing else. */
const shows = showsBy(() => false, contextLimits);

/** Always an object: nothing at all counts as a broken hook. */
function toReply(event: Event, said: Said): Reply {
  const { verdict } = said;
  const isRefused = verdict.kind === "deny" || verdict.kind === "ask";
  if (event.name === "prompt.submit" && isRefused) {
    return json({ continue: false, user_message: refusedPromptText(said) });
  }
  const context = contextFor(event, said, contextLimits, shows);
  const added = context === undefined ? {} : { additional_context: context };
  if (event.name !== "tool.before") return json(added);
  if (verdict.kind === "allow") return json({ permission: "allow", ...added });
  // The model is shown what is meant for the person.
  const reason = isRefused ? refusalText(verdict.problem) : "";
  return json(isRefused ? { permission: "deny", user_message: reason, agent_message: reason, ...added } : added);
}

/** Cursor: what it is asked to ask before a tool it ignores, so it is never asked to. */
export const cursor: Adapter = {
  agent: "cursor",
  asks: asksNobody,
  shows,
  patience: usualPatience,
  toEvent: (payload, stamp) => readEvent(reading, payload, stamp),
  toReply,
};
