import { join } from "node:path";
import type { Spell } from "../../model/script.ts";
import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";

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
  spell: (root) => spell((path) => join(root, path)),
  model: null,
  lacks: {},
};

const spell =
  (at: (path: string) => string): Spell =>
  (act) => {
    switch (act.do) {
      case "write":
        return { tool: "create", input: { path: at(act.path), file_text: act.content } };
      case "edit":
        return { tool: "edit", input: { path: at(act.path), old_str: act.old, new_str: act.now } };
      case "read":
        return { tool: "view", input: { path: at(act.path) } };
      case "shell":
        return { tool: "bash", input: { command: act.command, description: "scripted" } };
      case "mcp":
        return { tool: `writ-${act.tool}`, input: act.input };
    }
  };
