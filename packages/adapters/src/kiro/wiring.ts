import type { Wiring } from "@writ/contracts";
import { commandLine } from "../command-line.ts";
import { mcpServer, usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";

const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"];

const lists = events.map((event) => ({
  at: ["hooks"],
  entry: {
    name: `writ ${event}`,
    trigger: event,
    action: { type: "command", command: commandLine("kiro", event) },
    timeout: usualTimeout,
    enabled: true,
  },
}));

export const kiroWiring: Wiring = {
  agent: "kiro",
  title: "Kiro",
  signs: { project: [".kiro"], home: [".kiro"], commands: ["kiro", "kiro-cli"] },
  files: () => [
    jsonFile({
      path: ".kiro/hooks/writ.json",
      purpose: "hooks",
      lists,
      besides: { version: "v1" },
      needs: ["version"],
    }),
    jsonFile({ path: ".kiro/settings/mcp.json", purpose: "MCP server", named: mcpServer(["mcpServers"]) }),
  ],
  trust: [],
  limits: [
    "Kiro's command line before version 3 keeps hooks in the files of its agents, which Writ does not edit: it is not guarded.",
  ],
  cannotAsk: "Kiro",
  canary: null,
};
