import type { Wiring } from "@writ/contracts";
import { commandLine, userCommandLine } from "../command-line.ts";
import { mcpServer, usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";

const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"];

const hooksFile = (line: typeof commandLine) => {
  const lists = events.map((event) => ({
    at: ["hooks"],
    entry: {
      name: `writ ${event}`,
      trigger: event,
      action: { type: "command", command: line("kiro", event) },
      timeout: usualTimeout,
      enabled: true,
    },
  }));
  const path = ".kiro/hooks/writ.json";
  return jsonFile({ path, purpose: "hooks", lists, besides: { version: "v1" }, needs: ["version"] });
};

export const kiroWiring: Wiring = {
  agent: "kiro",
  title: "Kiro",
  signs: { project: [".kiro"], home: [".kiro"], commands: ["kiro", "kiro-cli"] },
  files: () => [
    hooksFile(commandLine),
    jsonFile({ path: ".kiro/settings/mcp.json", purpose: "MCP server", named: mcpServer(["mcpServers"]) }),
  ],
  userFiles: () => [hooksFile(userCommandLine)],
  trust: [],
  limits: [
    "Kiro's command line before version 3 keeps hooks in the files of its agents, which Writ does not edit: it is not guarded.",
  ],
  cannotAsk: "Kiro",
  canary: null,
};
