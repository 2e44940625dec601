import type { Wiring } from "@writ/contracts";
import { commandLine, powershellLine, userCommandLine } from "../command-line.ts";
import { sharedMcpFile } from "../mcp-file.ts";
import { mcpServer, usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";

/** In the spelling of the CLI, which decides how it speaks; VS Code and the cloud agent read it too. */
const events = [
  "sessionStart",
  "userPromptSubmitted",
  "preToolUse",
  "postToolUse",
  "postToolUseFailure",
  "agentStop",
  "sessionEnd",
];

const lists = events.map((event) => ({
  at: ["hooks", event],
  entry: {
    type: "command",
    bash: commandLine("copilot", event),
    powershell: powershellLine("copilot", event),
    timeoutSec: usualTimeout,
  },
}));

const userLists = events.map((event) => ({
  at: ["hooks", event],
  entry: { type: "command", bash: userCommandLine("copilot", event), timeoutSec: usualTimeout },
}));

const ownFile = { purpose: "hooks", besides: { version: 1 }, needs: ["version"] };

export const copilotWiring: Wiring = {
  agent: "copilot",
  title: "GitHub Copilot",
  signs: {
    project: [".github/copilot-instructions.md", ".github/copilot", ".github/hooks", ".github/mcp.json"],
    home: [".copilot"],
    commands: ["copilot"],
  },
  files: () => [
    jsonFile({ path: ".github/hooks/writ.json", lists, ...ownFile }),
    sharedMcpFile,
    jsonFile({
      path: ".vscode/mcp.json",
      purpose: "MCP server, for VS Code",
      named: mcpServer(["servers"], { type: "stdio" }),
    }),
  ],
  userFiles: () => [jsonFile({ path: ".copilot/hooks/writ.json", lists: userLists, ...ownFile })],
  userFolders: { COPILOT_HOME: ".copilot" },
  trust: [
    "Start copilot here and trust the folder; in runs without a screen say --trust-folder. Until then it skips the hooks without a word.",
  ],
  limits: [],
  cannotAsk: "GitHub Copilot outside VS Code",
  canary: 'copilot --trust-folder -p "Say hello."',
};
