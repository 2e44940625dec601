import { join } from "node:path";
import type { Spell } from "../../model/script.ts";
import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";

/** Gemini CLI: generateContent. */
export const gemini: BedAgent = {
  id: "gemini",
  title: "Gemini CLI",
  pin: pins.gemini,
  required: true,
  home: ({ place }) => ({
    // What a person answers when Gemini asks. The flag `--skip-trust` is no substitute: it leaves out the hooks.
    ".gemini/trustedFolders.json": JSON.stringify({ [place.root]: "TRUST_FOLDER" }),
    ".gemini/settings.json": JSON.stringify({
      security: { auth: { selectedType: "gemini-api-key" } },
      telemetry: { enabled: false },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    }),
  }),
  env: ({ url }) => ({
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: "test-key",
    GEMINI_TELEMETRY_ENABLED: "false",
    GEMINI_CLI_NO_RELAUNCH: "true",
  }),
  command: ({ node, file, prompt }) => [node, file, "-p", prompt, "--yolo", "-m", "gemini-2.5-flash", "-o", "json"],
  spell: (root) => spell((path) => join(root, path)),
  model: null,
  lacks: {},
};

const spell =
  (at: (path: string) => string): Spell =>
  (act) => {
    switch (act.do) {
      case "write":
        return { tool: "write_file", input: { file_path: at(act.path), content: act.content } };
      case "edit":
        return {
          tool: "replace",
          input: { file_path: at(act.path), instruction: "scripted", old_string: act.old, new_string: act.now },
        };
      case "read":
        return { tool: "read_file", input: { file_path: at(act.path) } };
      case "shell":
        return { tool: "run_shell_command", input: { command: act.command, description: "scripted" } };
      case "mcp":
        return { tool: `mcp_writ_${act.tool}`, input: act.input };
    }
  };
