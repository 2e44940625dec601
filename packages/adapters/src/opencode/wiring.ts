import type { Wiring } from "@writ/contracts";
import { mcpCommand } from "../command-line.ts";
import { jsonFile } from "../settings/json-file.ts";
import { pluginFile } from "../settings/plugin-file.ts";

const { command, args } = mcpCommand();

/** The server in the form of OpenCode and of Kilo, which is made from it. */
export const localServer = [
  { at: ["mcp"], name: "writ", entry: { type: "local", command: [command, ...args], enabled: true } },
];

const purpose = "MCP server";
/** OpenCode adds it to a file that has none, and git would see a change. */
const besides = { $schema: "https://opencode.ai/config.json" };

export const opencodeWiring: Wiring = {
  agent: "opencode",
  title: "OpenCode",
  signs: {
    project: [".opencode", "opencode.json", "opencode.jsonc"],
    home: [".config/opencode", ".opencode"],
    commands: ["opencode"],
  },
  files: (_, shipped) => [
    pluginFile("opencode", ".opencode/plugin/writ.js", shipped),
    jsonFile({
      path: "opencode.json",
      purpose,
      named: localServer,
      besides,
      others: [jsonFile({ path: "opencode.jsonc", purpose, named: localServer, besides })],
    }),
  ],
  trust: [],
  limits: [
    "A plugin that cannot be loaded is skipped without a word.",
    "OpenCode fetches a package of its own into .opencode/ at its first start, and waits for it where there is no network.",
  ],
  canary: 'opencode run "Say hello."',
};
