import type { Wiring } from "@writ/contracts";
import { commandLine, userCommandLine } from "../command-line.ts";
import { mcpServer, usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";

/** Those of tools leave MCP to the events that name its server: otherwise nobody knows whose tool it is. */
const withoutMcp = { matcher: "^(?!MCP:)" };

const events: Readonly<Record<string, object>> = {
  sessionStart: {},
  beforeSubmitPrompt: {},
  preToolUse: { ...withoutMcp, failClosed: true },
  beforeMCPExecution: { failClosed: true },
  postToolUse: withoutMcp,
  postToolUseFailure: withoutMcp,
  afterMCPExecution: {},
  stop: {},
  sessionEnd: {},
};

const hooksFile = (line: typeof commandLine) => {
  const lists = Object.entries(events).map(([event, more]) => ({
    at: ["hooks", event],
    entry: { command: line("cursor", event), timeout: usualTimeout, ...more },
  }));
  return jsonFile({ path: ".cursor/hooks.json", purpose: "hooks", lists, besides: { version: 1 }, needs: ["version"] });
};

export const cursorWiring: Wiring = {
  agent: "cursor",
  title: "Cursor",
  signs: { project: [".cursor", ".cursorrules"], home: [".cursor"], commands: ["cursor", "cursor-agent"] },
  files: () => [
    hooksFile(commandLine),
    jsonFile({ path: ".cursor/mcp.json", purpose: "MCP server", named: mcpServer(["mcpServers"]) }),
  ],
  userFiles: () => [hooksFile(userCommandLine)],
  trust: ["Trust the workspace when Cursor asks."],
  trustServer: "Switch the MCP server writ on in the settings of Cursor.",
  limits: [],
  cannotAsk: "Cursor",
  canary: null,
};
