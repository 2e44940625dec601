/** The name of an MCP tool in the one spelling that leaves nothing to guess, for agents that tell the server apart. */
export function mcpName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}
