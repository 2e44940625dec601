import type { Wiring } from "@writ/contracts";
import { userCommandLine } from "../command-line.ts";
import { hookGroups, mcpServer, usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";

const events = ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "SessionEnd"];

/** In milliseconds. */
const fields = () => ({ timeout: usualTimeout * 1000 });
const lists = hookGroups("gemini", events, fields);
const userLists = hookGroups("gemini", events, fields, ["hooks"], userCommandLine);

export const geminiWiring: Wiring = {
  agent: "gemini",
  title: "Gemini CLI",
  signs: { project: [".gemini", "GEMINI.md"], home: [".gemini"], commands: ["gemini"] },
  files: () => [
    jsonFile({
      path: ".gemini/settings.json",
      purpose: "hooks and MCP server",
      lists,
      named: mcpServer(["mcpServers"]),
    }),
  ],
  userFiles: () => [jsonFile({ path: ".gemini/settings.json", purpose: "hooks", lists: userLists })],
  trust: ["Start gemini here and trust the folder. Until then it reads no settings from it."],
  limits: [
    "With --skip-trust Gemini CLI works in a folder it does not trust, and reads no hooks from it: trust the folder instead, or set GEMINI_CLI_TRUST_WORKSPACE=true.",
  ],
  cannotAsk: "Gemini CLI",
  canary: 'gemini -p "Say hello."',
};
