import type { Wiring } from "@writ/contracts";
import { commandLine, commandLineWindows, mcpCommand } from "../command-line.ts";
import { usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";
import { tomlFile } from "../settings/toml-file.ts";

const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"];
/** Codex allows the end of a session no more, in seconds. */
const longestEnd = 3;

const lists = events.map((event) => ({
  at: ["hooks", event],
  entry: {
    hooks: [
      {
        type: "command",
        command: commandLine("codex", event),
        commandWindows: commandLineWindows("codex", event),
        timeout: event === "SessionEnd" ? longestEnd : usualTimeout,
      },
    ],
  },
}));

export const codexWiring: Wiring = {
  agent: "codex",
  title: "Codex",
  signs: { project: [".codex"], home: [".codex"], commands: ["codex"] },
  files: () => [
    jsonFile({ path: ".codex/hooks.json", purpose: "hooks", lists }),
    tomlFile({
      path: ".codex/config.toml",
      purpose: "MCP server",
      table: ["mcp_servers", "writ"],
      entry: { ...mcpCommand() },
    }),
  ],
  trust: [
    "Start codex here, trust the folder, and trust the hooks when it says that they need review. Until then it skips them without a word.",
  ],
  limits: ["What is typed into a shell that already runs (write_stdin) is not checked before."],
  cannotAsk: "Codex",
  canary: 'codex exec "Say hello."',
};
