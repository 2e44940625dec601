import type { Wiring } from "@writ/contracts";
import { pluginFile } from "../settings/plugin-file.ts";

export const piWiring: Wiring = {
  agent: "pi",
  title: "Pi",
  signs: { project: [".pi"], home: [".pi"], commands: ["pi"] },
  files: (_, shipped) => [pluginFile("pi", ".pi/extensions/writ.js", shipped)],
  userFiles: (shipped) => [pluginFile("pi", ".pi/agent/extensions/writ-user.js", shipped)],
  trust: [],
  limits: [
    "Pi knows no MCP: its extension brings the intent tools itself, and one that cannot be loaded is skipped without a word.",
  ],
  canary: 'pi -p "Say hello."',
};
