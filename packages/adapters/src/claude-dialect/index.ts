import { type Adapter, type EventName, problem, type Said } from "@writ/contracts";
import { type Fields, fieldOf, objectField, textField } from "../fields.ts";
import { mcpName } from "../mcp-name.ts";
import { shownWith, showsBy } from "../messages.ts";
import { statusOfResponse } from "../outcome.ts";
import { type Reading, readEvent, type ToldCall } from "../reading.ts";
import { asksNobody, usualPatience } from "../reply.ts";
import type { ClaudeLike } from "./descriptor.ts";
import { toClaudeReply } from "./reply.ts";

/** What Claude Code's events are called; the others of its family have these names, or some of them. */
export const claudeEvents: Readonly<Record<string, EventName>> = {
  SessionStart: "session.start",
  UserPromptSubmit: "prompt.submit",
  PreToolUse: "tool.before",
  PostToolUse: "tool.after",
  PostToolUseFailure: "tool.failed",
  Stop: "turn.end",
  SessionEnd: "session.end",
};

/** An adapter for an agent whose command hooks are Claude Code's, but for what the descriptor says. */
export function claudeLike(descriptor: ClaudeLike): Adapter {
  const {
    agent,
    asks = asksNobody,
    callIn = claudeCall,
    patience = usualPatience,
    isAttended,
    outputIn,
    promptIn,
    statusIn,
    transcriptIn,
  } = descriptor;
  const reading: Reading = {
    agent,
    events: claudeEvents,
    eventIn: (payload) => textField(payload, "hook_event_name"),
    sessionIn: (payload) => textField(payload, "session_id"),
    callIn,
    statusIn: statusIn ?? ((payload) => statusOfResponse(fieldOf(payload, "tool_response"))),
    ...(isAttended === undefined ? {} : { isAttended }),
    ...(outputIn === undefined ? {} : { outputIn }),
    ...(promptIn === undefined ? {} : { promptIn }),
    ...(transcriptIn === undefined ? {} : { transcriptIn }),
  };
  const shows = showsBy(shownWith(...descriptor.shownWith), descriptor.contextLimits);
  return {
    agent,
    asks,
    shows,
    patience,
    toEvent: (payload, stamp) => readEvent(reading, payload, stamp),
    toReply: (event, said) =>
      toClaudeReply(
        { ...descriptor, asks, shows },
        event,
        descriptor.refusesFields === true ? withoutFields(said) : said,
      ),
  };
}

/** What is said to an agent that takes no further field: more scope is asked for with the tool. */
function withoutFields(said: Said): Said {
  const { verdict } = said;
  if (verdict.kind !== "deny" || verdict.problem.code !== "SCOPE_VIOLATION") return said;
  const { meta, hint } = verdict.problem;
  const hintBy = (details: typeof meta) => problem("SCOPE_VIOLATION", details).hint;
  const byTool = hintBy({ ...meta, expand_by: "tool" });
  // More may follow, such as files that are not in force.
  return {
    ...said,
    verdict: { ...verdict, problem: { ...verdict.problem, hint: hint.replace(hintBy(meta), () => byTool) } },
  };
}

/** The call in the fields the family calls it by. */
export function claudeCall(payload: Fields): ToldCall {
  return {
    tool: toolIn(payload),
    input: fieldOf(payload, "tool_input"),
    callId: textField(payload, "tool_use_id", "tool_call_id") ?? null,
  };
}

/** Where the payload tells the MCP server apart, its word counts, not what the tool is called. */
function toolIn(payload: Fields): string | undefined {
  const tool = textField(payload, "tool_name");
  const server = objectField(payload, "mcp_server");
  if (tool === undefined || server === undefined) return tool;
  const name = textField(server, "name")?.replace(/[^\w-]/g, "_");
  return name === undefined || tool.startsWith(mcpName(name, "")) ? tool : mcpName(name, tool);
}
