import type { Call, Config, Event, ToolRequest } from "@writ/contracts";
import { canonicalJson, readCall, unlooked } from "@writ/engine";
import { sha256 } from "../hash.ts";

/** The id that ties before to after where the agent gives none: same session, same tool, same input. */
function deriveCallId(session: string, request: ToolRequest): string {
  return `derived-${sha256(canonicalJson([session, request.tool, request.input])).slice(7, 39)}`;
}

/** The call inside an event, with what it does worked out. */
export async function callOf(event: Event, config: Config, root: string, id: string): Promise<Call> {
  const request = event.request ?? { tool: "", input: null, callId: null, invalid: "the event carries no tool call" };
  const callId = request.callId ?? deriveCallId(event.session.id, request);
  const { runners, tools, commands: rules } = config;
  const options = { id, callId, runners, tools, rules, cwd: event.cwd, root, typed: request.typed };
  const call = readCall(request, { ...options, analyse: unlooked });
  if (call.kind !== "command") return call;
  const { toCall } = await import("./shell.ts");
  return toCall(request, options);
}

/** Whether the call is one that Writ's own MCP server runs. */
export const isServed = ({ mcp }: Call): boolean => mcp?.server === "writ";

/** Whether a call only reads, so that it may go on even where nothing can be decided or written down. */
export function isHarmless({ invalid, kind, command }: Call): boolean {
  return invalid === undefined && (kind === "safe" || command?.class === "safe");
}
