import type { Wiring } from "@writ/contracts";
import { pluginFile } from "../settings/plugin-file.ts";

export const clineWiring: Wiring = {
  agent: "cline",
  title: "Cline",
  signs: { project: [".cline", ".clinerules"], home: [".cline"], commands: ["cline"] },
  files: (_, shipped) => [pluginFile("cline", ".cline/plugins/writ.js", shipped)],
  // A plugin in its user's folder was not seen to work.
  userFiles: () => [],
  trust: [],
  limits: [
    "Only the command line is guarded: Cline in VS Code and JetBrains loads no plugins.",
    "Cline keeps MCP servers for all repositories in one place, so the plugin brings the intent tools itself.",
  ],
  canary: 'cline "Say hello to me."',
};
