import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";
import { spellOf } from "../spell-of.ts";

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
  resume: (start) => [...gemini.command(start), "--resume", "latest"],
  isGovernedBelow: false,
  spell: spellOf({
    write: ["write_file", "file_path", "content"],
    edit: ["replace", "file_path", "old_string", "new_string", { instruction: "scripted" }],
    read: ["read_file", "file_path"],
    shell: ["run_shell_command", "command", { description: "scripted" }],
    mcp: "mcp_writ_",
  }),
  model: "gemini-2.5-flash",
  lacks: {},
};
