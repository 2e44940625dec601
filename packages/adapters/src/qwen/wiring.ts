import type { Wiring } from "@writ/contracts";
import { claudeEvents } from "../claude-dialect/index.ts";
import { userCommandLine } from "../command-line.ts";
import { hookGroups, mcpServer, usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";

/** In milliseconds: 30 would be milliseconds too for older ones, and every hook would be late. */
const fields = () => ({ timeout: usualTimeout * 1000 });
const lists = hookGroups("qwen", Object.keys(claudeEvents), fields);
const userLists = hookGroups("qwen", Object.keys(claudeEvents), fields, ["hooks"], userCommandLine);

export const qwenWiring: Wiring = {
  agent: "qwen",
  title: "Qwen Code",
  signs: { project: [".qwen", "QWEN.md"], home: [".qwen"], commands: ["qwen"] },
  files: () => [
    jsonFile({
      path: ".qwen/settings.json",
      purpose: "hooks and MCP server",
      lists,
      named: mcpServer(["mcpServers"]),
      // Qwen adds it to a file that has none, and git would see a change.
      besides: { $version: 4 },
    }),
  ],
  userFiles: () => [
    jsonFile({ path: ".qwen/settings.json", purpose: "hooks", lists: userLists, besides: { $version: 4 } }),
  ],
  trust: ["Where you have folder trust switched on, start qwen here and trust the folder; it loads no hooks before."],
  limits: [],
  cannotAsk: "Qwen Code",
  canary: 'qwen -p "Say hello."',
};
