import type { Wiring } from "@writ/contracts";
import { localServer } from "../opencode/wiring.ts";
import { jsonFile } from "../settings/json-file.ts";
import { pluginFile } from "../settings/plugin-file.ts";

const purpose = "MCP server";
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
    pluginFile("kilo", ".kilo/plugin/writ.js", shipped),
    jsonFile({
      path: "kilo.json",
      purpose,
      named: localServer,
      besides,
      others: [jsonFile({ path: "kilo.jsonc", purpose, named: localServer, besides })],
    }),
  ],
  trust: [],
  limits: [
    "With KILO_PURE=1 Kilo loads no plugins, and one that cannot be loaded is skipped without a word.",
    "Kilo fetches a package of its own into .kilo/ at its first start, and waits for it where there is no network.",
  ],
  canary: 'kilo run --auto "Say hello."',
};
