import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";
import { spellOf } from "../spell-of.ts";

/** Copilot CLI: its own binary, a provider of one's own over Chat Completions. */
export const copilot: BedAgent = {
  id: "copilot",
  title: "Copilot CLI",
  pin: pins.copilot,
  required: true,
  home: () => ({}),
  env: ({ url }) => ({
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: "test-key",
    COPILOT_MODEL: "scripted-model",
    COPILOT_AUTO_UPDATE: "false",
  }),
  command: ({ file, prompt }) => [
    file,
    "-p",
    prompt,
    "--allow-all-tools",
    "--allow-all-paths",
    "--trust-folder",
    "--no-auto-update",
    "--disable-client-telemetry",
    "--no-color",
  ],
  // It does not take both at once, so a folder without stored trust stays untrusted.
  resume: (start) => [...copilot.command(start).filter((word) => word !== "--trust-folder"), "--continue"],
  isGovernedBelow: false,
  spell: spellOf({
    write: ["create", "path", "file_text"],
    edit: ["edit", "path", "old_str", "new_str"],
    read: ["view", "path"],
    shell: ["bash", "command", { description: "scripted" }],
    mcp: "writ-",
  }),
  model: "scripted-model",
  lacks: { messages: "without its screen it shows nobody what hooks say at the end of a turn" },
};
