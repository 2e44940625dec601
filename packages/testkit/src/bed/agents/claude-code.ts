import { join } from "node:path";
import type { Spell } from "../../model/script.ts";
import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";

/** Claude Code: its own binary, Anthropic Messages. */
export const claudeCode: BedAgent = {
  id: "claude-code",
  title: "Claude Code",
  pin: pins["claude-code"],
  required: true,
  home: () => ({}),
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "test-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
  }),
  command: ({ file, prompt }) => [
    file,
    "-p",
    prompt,
    "--output-format",
    "json",
    "--permission-mode",
    "acceptEdits",
    "--allowedTools",
    "Read,Write,Edit,Bash,mcp__writ",
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
        return { tool: "Write", input: { file_path: at(act.path), content: act.content } };
      case "edit":
        return { tool: "Edit", input: { file_path: at(act.path), old_string: act.old, new_string: act.now } };
      case "read":
        return { tool: "Read", input: { file_path: at(act.path) } };
      case "shell":
        return { tool: "Bash", input: { command: act.command, description: "scripted" } };
      case "mcp":
        return { tool: `mcp__writ__${act.tool}`, input: act.input };
    }
  };
