import type { Call, Config, Event, ToolRequest } from "@writ/contracts";
import { canonicalJson, toCall } from "@writ/engine";
import { sha256 } from "../hash.ts";

/** The id that ties before to after where the agent gives none: same session, same tool, same input. */
function deriveCallId(session: string, request: ToolRequest): string {
  return `derived-${sha256(canonicalJson([session, request.tool, request.input])).slice(7, 39)}`;
}

/** The call inside an event, with what it does worked out. */
export function callOf(event: Event, config: Config, root: string, id: string): Call {
  const request = event.request ?? { tool: "", input: null, callId: null, invalid: "the event carries no tool call" };
  const callId = request.callId ?? deriveCallId(event.session.id, request);
  return toCall(request, { id, callId, runners: config.runners, tools: config.tools, cwd: event.cwd, root });
}
