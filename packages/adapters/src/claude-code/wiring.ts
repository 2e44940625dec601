import type { Wiring } from "@writ/contracts";
import { claudeEvents } from "../claude-dialect/index.ts";
import { sharedMcpFile } from "../mcp-file.ts";
import { hookGroups, usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";

/** In seconds, and said for each: the end of a session would get only a moment. */
const lists = hookGroups("claude-code", Object.keys(claudeEvents), (event) => ({
  timeout: usualTimeout,
  // Older ones do not know the word; for them the command line itself refuses.
  ...(event === "PreToolUse" ? { onFailure: "block" } : {}),
}));

export const claudeCodeWiring: Wiring = {
  agent: "claude-code",
  title: "Claude Code",
  signs: { project: [".claude", "CLAUDE.md"], home: [".claude", ".claude.json"], commands: ["claude"] },
  files: (audience) => [
    jsonFile({
      path: audience === "team" ? ".claude/settings.json" : ".claude/settings.local.json",
      purpose: "hooks",
      lists,
    }),
    sharedMcpFile,
  ],
  trust: [],
  trustServer: "When Claude Code asks about the MCP server writ at its next start, say yes.",
  limits: ["With --bare, --safe-mode or disableAllHooks Claude Code runs no hooks at all."],
  canary: 'claude -p "Say hello."',
};
