import type { Wiring } from "@writ/contracts";
import { mcpCommand } from "../command-line.ts";
import { jsonFile } from "../settings/json-file.ts";
import { pluginFolder } from "../settings/own.ts";
import { pluginFile } from "../settings/plugin-file.ts";

const { command, args } = mcpCommand();

/** The server in the form of OpenCode and of Kilo, which is made from it. */
export const localServer = [
  { at: ["mcp"], name: "writ", entry: { type: "local", command: [command, ...args], enabled: true } },
];

/**
 * The settings name the plugin where it lies in Writ's own folder. In a folder of the agent's it would be found without,
 * but such a folder makes it fetch a package first, and wait for it where there is no network.
 */
export const namedPlugin = (agent: "opencode" | "kilo") => ({
  path: `${pluginFolder}/${agent}.js`,
  lists: [{ at: ["plugin"], entry: `./${pluginFolder}/${agent}.js` }],
});

const purpose = "plugin and MCP server";
const { path: plugin, lists } = namedPlugin("opencode");
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
    jsonFile({
      path: "opencode.json",
      purpose,
      lists,
      named: localServer,
      besides,
      others: [jsonFile({ path: "opencode.jsonc", purpose, lists, named: localServer, besides })],
    }),
    pluginFile("opencode", plugin, shipped),
  ],
  userFiles: (shipped) => [pluginFile("opencode", ".config/opencode/plugin/writ-user.js", shipped)],
  userFolders: { XDG_CONFIG_HOME: ".config" },
  trust: [],
  limits: ["A plugin that cannot be loaded is skipped without a word."],
  cannotAsk: "OpenCode",
  canary: 'opencode run "Say hello."',
};
