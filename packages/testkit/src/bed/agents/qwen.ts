import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";
import { spellOf } from "../spell-of.ts";

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
    "text",
  ],
  resume: (start) => [...qwen.command(start), "--continue"],
  isGovernedBelow: false,
  spell: spellOf({
    write: ["write_file", "file_path", "content"],
    edit: ["edit", "file_path", "old_string", "new_string"],
    read: ["read_file", "file_path"],
    shell: ["run_shell_command", "command", { description: "scripted", is_background: false }],
    mcp: "mcp__writ__",
  }),
  model: "scripted-model",
  lacks: {},
};
