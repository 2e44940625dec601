import type { Wiring } from "@writ/contracts";
import { localServer, namedPlugin } from "../opencode/wiring.ts";
import { jsonFile } from "../settings/json-file.ts";
import { pluginFile } from "../settings/plugin-file.ts";

const purpose = "plugin and MCP server";
const { path: plugin, lists } = namedPlugin("kilo");
/** Kilo adds it to a file that has none, and git would see a change. */
const besides = { $schema: "https://app.kilo.ai/config.json" };

export const kiloWiring: Wiring = {
  agent: "kilo",
  title: "Kilo",
  signs: {
    project: [".kilo", ".kilocode", "kilo.json", "kilo.jsonc"],
    home: [".config/kilo", ".kilo"],
    commands: ["kilo"],
  },
  files: (_, shipped) => [
    jsonFile({
      path: "kilo.json",
      purpose,
      lists,
      named: localServer,
      besides,
      others: [jsonFile({ path: "kilo.jsonc", purpose, lists, named: localServer, besides })],
    }),
    pluginFile("kilo", plugin, shipped),
  ],
  userFiles: (shipped) => [pluginFile("kilo", ".config/kilo/plugin/writ-user.js", shipped)],
  userFolders: { XDG_CONFIG_HOME: ".config" },
  trust: [],
  limits: ["With KILO_PURE=1 Kilo loads no plugins, and one that cannot be loaded is skipped without a word."],
  cannotAsk: "Kilo",
  canary: 'kilo run --auto "Say hello."',
};
