import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";
import { spellOf } from "../spell-of.ts";

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
    "--model",
    "claude-opus-5-5",
    "--permission-mode",
    "acceptEdits",
    "--allowedTools",
    "Read,Write,Edit,Bash,mcp__writ",
  ],
  resume: (start) => [...claudeCode.command(start), "--continue"],
  isGovernedBelow: false,
  spell: spellOf({
    write: ["Write", "file_path", "content"],
    edit: ["Edit", "file_path", "old_string", "new_string"],
    read: ["Read", "file_path"],
    shell: ["Bash", "command", { description: "scripted" }],
    mcp: "mcp__writ__",
  }),
  model: "claude-opus-5-5",
  lacks: { messages: "without its screen it shows nobody what hooks say at the end of a turn" },
};
