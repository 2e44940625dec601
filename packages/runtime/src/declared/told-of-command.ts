import { defaultConfig, type Event } from "@writ/contracts";
import { toContext } from "@writ/engine";
import { callOf } from "../workspace/call.ts";

/** What handlers would be told of a command line, so that an event made by hand is like one of an agent. */
export async function toldOfCommand(root: string, command: string): Promise<Record<string, unknown>> {
  const event: Event = {
    name: "tool.before",
    at: "",
    session: { id: "by-hand", agent: "library" },
    cwd: root,
    request: { tool: "execute_command", input: { command }, callId: null },
  };
  const call = await callOf(event, defaultConfig, root, "by-hand");
  const { session_id, timestamp, agent, environment, event_type, ...told } = toContext(
    event,
    { call },
    { root, environment: "" },
  );
  return told;
}
