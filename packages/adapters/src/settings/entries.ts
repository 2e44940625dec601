import type { AgentId } from "@writ/contracts";
import { commandLine, mcpCommand } from "../command-line.ts";
import type { JsonObject } from "./json-value.ts";

/** How long an agent waits for a hook, in the seconds most of them count in. */
export const usualTimeout = 30;

/**
 * Hooks in the form of Claude Code's settings, one group an event. Without a matcher: it means every tool everywhere,
 * and lists in matchers have been known never to match.
 */
export function hookGroups(
  agent: AgentId,
  events: readonly string[],
  fields: (event: string) => JsonObject,
  within: readonly string[] = ["hooks"],
  line: typeof commandLine = commandLine,
) {
  return events.map((event) => ({
    at: [...within, event],
    entry: { hooks: [{ type: "command", command: line(agent, event), ...fields(event) }] },
  }));
}

/** The MCP server under the name everybody knows it by. */
export function mcpServer(at: readonly string[], fields: JsonObject = {}, more: JsonObject = {}) {
  return [{ at, name: "writ", entry: { ...fields, ...mcpCommand(), ...more } }];
}
