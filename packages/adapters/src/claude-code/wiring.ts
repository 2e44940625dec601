import type { Wiring } from "@writ/contracts";
import { claudeEvents } from "../claude-dialect/index.ts";
import { userCommandLine } from "../command-line.ts";
import { sharedMcpFile } from "../mcp-file.ts";
import { hookGroups, usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";

/** In seconds, and said for each: the end of a session would get only a moment. */
const fields = (event: string) => ({
  timeout: usualTimeout,
  // Older ones do not know the word; for them the command line itself refuses.
  ...(event === "PreToolUse" ? { onFailure: "block" } : {}),
});
const events = Object.keys(claudeEvents);
const lists = hookGroups("claude-code", events, fields);
const userLists = hookGroups("claude-code", events, fields, ["hooks"], userCommandLine);

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
  userFiles: () => [jsonFile({ path: ".claude/settings.json", purpose: "hooks", lists: userLists })],
  userFolders: { CLAUDE_CONFIG_DIR: ".claude" },
  trust: [],
  trustServer: "When Claude Code asks about the MCP server writ at its next start, say yes.",
  limits: ["With --bare, --safe-mode or disableAllHooks Claude Code runs no hooks at all."],
  canary: 'claude -p "Say hello."',
};
