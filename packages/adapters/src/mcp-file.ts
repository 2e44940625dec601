import type { WiredFile } from "@writ/contracts";
import { mcpServer } from "./settings/entries.ts";
import { jsonFile } from "./settings/json-file.ts";

/**
 * Read by Claude Code and by Copilot CLI alike, so that one entry serves both. `alwaysLoad`: without it Claude Code
 * keeps the tools back until the model looks for them.
 */
export const sharedMcpFile: WiredFile = jsonFile({
  path: ".mcp.json",
  purpose: "MCP server",
  named: mcpServer(["mcpServers"], { type: "stdio" }, { alwaysLoad: true }),
});
