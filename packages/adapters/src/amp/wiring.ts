import type { Wiring } from "@writ/contracts";
import { mcpServer } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";
import { pluginFile } from "../settings/plugin-file.ts";

export const ampWiring: Wiring = {
  agent: "amp",
  title: "Amp",
  signs: { project: [".amp"], home: [".config/amp"], commands: ["amp"] },
  files: (_, shipped) => [
    pluginFile("amp", ".amp/plugins/writ.ts", shipped),
    jsonFile({
      path: ".amp/settings.json",
      purpose: "MCP server",
      named: mcpServer(["amp.mcpServers"]),
      others: [jsonFile({ path: ".amp/settings.jsonc", purpose: "MCP server", named: mcpServer(["amp.mcpServers"]) })],
    }),
  ],
  userFiles: (shipped) => [pluginFile("amp", ".config/amp/plugins/writ-user.ts", shipped)],
  userFolders: { XDG_CONFIG_HOME: ".config" },
  trust: [],
  trustServer: "Allow the MCP server once: amp mcp approve writ",
  limits: [],
  canary: 'amp -x "Say hello."',
};
