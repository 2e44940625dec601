import { join } from "node:path";
import type { Spell } from "../../model/script.ts";
import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";

/** Qwen Code: Chat Completions, a Node of its own. */
export const qwen: BedAgent = {
  id: "qwen",
  title: "Qwen Code",
  pin: pins.qwen,
  required: false,
  home: () => ({
    ".qwen/settings.json": JSON.stringify({
      telemetry: { enabled: false },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
    }),
  }),
  env: ({ url }) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "test-key", OPENAI_MODEL: "scripted-model" }),
  command: ({ node, file, prompt }) => [
    node,
    file,
    "-p",
    prompt,
    "--auth-type",
    "openai",
    "--approval-mode",
    "yolo",
    "-o",
    "json",
  ],
  spell: (root) => spell((path) => join(root, path)),
  model: "scripted-model",
  lacks: {},
};

const spell =
  (at: (path: string) => string): Spell =>
  (act) => {
    switch (act.do) {
      case "write":
        return { tool: "write_file", input: { file_path: at(act.path), content: act.content } };
      case "edit":
        return { tool: "edit", input: { file_path: at(act.path), old_string: act.old, new_string: act.now } };
      case "read":
        return { tool: "read_file", input: { file_path: at(act.path) } };
      case "shell":
        return {
          tool: "run_shell_command",
          input: { command: act.command, description: "scripted", is_background: false },
        };
      case "mcp":
        return { tool: `mcp__writ__${act.tool}`, input: act.input };
    }
  };
