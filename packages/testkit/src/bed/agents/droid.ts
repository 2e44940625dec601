import { join } from "node:path";
import type { Spell } from "../../model/script.ts";
import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";

/** Factory Droid: its own binary, a model of one's own over Chat Completions. */
export const droid: BedAgent = {
  id: "droid",
  title: "Droid",
  pin: pins.droid,
  required: false,
  home: ({ url }) => ({
    ".factory/settings.json": JSON.stringify({
      customModels: [
        {
          model: "scripted-model",
          id: "custom:scripted",
          displayName: "scripted",
          baseUrl: `${url}/v1`,
          apiKey: "test-key",
          provider: "generic-chat-completion-api",
        },
      ],
    }),
  }),
  env: () => ({ FACTORY_API_KEY: "test-key", FACTORY_AIRGAP_ENABLED: "true" }),
  command: ({ file, prompt }) => [file, "exec", "-m", "custom:scripted", "--auto", "high", "-o", "json", prompt],
  spell: (root) => spell((path) => join(root, path)),
  model: null,
  lacks: {},
};

const spell =
  (at: (path: string) => string): Spell =>
  (act) => {
    switch (act.do) {
      case "write":
        return { tool: "Create", input: { file_path: at(act.path), content: act.content } };
      case "edit":
        return { tool: "Edit", input: { file_path: at(act.path), old_str: act.old, new_str: act.now } };
      case "read":
        return { tool: "Read", input: { file_path: at(act.path) } };
      case "shell":
        return {
          tool: "Execute",
          input: { command: act.command, summary: "scripted", riskLevel: "low", riskLevelReason: "scripted" },
        };
      case "mcp":
        return { tool: `writ___${act.tool}`, input: act.input };
    }
  };
