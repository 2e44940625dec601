import type { Adapter, EventName } from "@writ/contracts";
import { type Fields, fieldOf, objectField, textField } from "../fields.ts";
import { mcpName } from "../mcp-name.ts";
import { shownWith, showsBy } from "../messages.ts";
import { type Reading, readEvent, type ToldCall } from "../reading.ts";
import { asksNobody, usualPatience } from "../reply.ts";
import { toExitCode } from "../to-exit-code.ts";

const events: Readonly<Record<string, EventName>> = {
  pre_user_prompt: "prompt.submit",
  pre_read_code: "tool.before",
  pre_write_code: "tool.before",
  pre_run_command: "tool.before",
  pre_mcp_tool_use: "tool.before",
  post_read_code: "tool.after",
  post_write_code: "tool.after",
  post_run_command: "tool.after",
  post_mcp_tool_use: "tool.after",
  post_cascade_response: "turn.end",
};

const reading: Reading = {
  agent: "windsurf",
  events,
  eventIn: (payload) => textField(payload, "agent_action_name"),
  sessionIn: (payload) => textField(payload, "trajectory_id"),
  modelIn: (payload) => textField(payload, "model_name"),
  promptIn: (payload) => textField(objectField(payload, "tool_info") ?? {}, "user_prompt"),
  // `execution_id` is the turn's, not the call's.
  callIn: (payload, event) => callIn(fieldOf(payload, "tool_info"), objectField(payload, "tool_info"), event),
  // Post events come when it was done; how a command ended is not told.
  outputIn: (payload) => fieldOf(objectField(payload, "tool_info") ?? {}, "mcp_result"),
  statusIn: (_, { tool }) => (tool === "run_command" ? "unknown" : "ok"),
};

/** The event says which tool it is; before and after are the same call. */
function callIn(input: unknown, info: Fields | undefined, event: string): ToldCall {
  const tool = event.replace(/^(?:pre|post)_/, "");
  if (tool !== "mcp_tool_use" || info === undefined) return { tool, input, callId: null };
  const server = textField(info, "mcp_server_name");
  const name = textField(info, "mcp_tool_name");
  const given = fieldOf(info, "mcp_tool_arguments") ?? {};
  if (server !== undefined && name !== undefined) return { tool: mcpName(server, name), input: given, callId: null };
  return { tool, input: given, callId: null, invalid: "it does not name the MCP server and its tool" };
}

/** What hooks after a tool print stands in its chat; for prompts and ends of turns it never does. */
const shows = showsBy(shownWith("tool.after"), {});

/** Windsurf (Devin Desktop): refuses by exit code, takes no text for its model, never asks. */
export const windsurf: Adapter = {
  agent: "windsurf",
  asks: asksNobody,
  shows,
  patience: usualPatience,
  toEvent: (payload, stamp) => readEvent(reading, payload, stamp),
  toReply: (event, said) => toExitCode(event, said, {}, shows),
};
