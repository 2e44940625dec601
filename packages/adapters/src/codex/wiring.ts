import type { Wiring } from "@writ/contracts";
import { commandLine, commandLineWindows, mcpCommand, userCommandLine } from "../command-line.ts";
import { usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";
import type { JsonObject } from "../settings/json-value.ts";
import { tomlFile } from "../settings/toml-file.ts";

const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"];
/** Codex allows the end of a session no more, in seconds. */
const longestEnd = 3;

const hookOf = (event: string, lines: JsonObject) => ({
  at: ["hooks", event],
  entry: { hooks: [{ type: "command", ...lines, timeout: event === "SessionEnd" ? longestEnd : usualTimeout }] },
});

const lists = events.map((event) =>
  hookOf(event, { command: commandLine("codex", event), commandWindows: commandLineWindows("codex", event) }),
);
const userLists = events.map((event) => hookOf(event, { command: userCommandLine("codex", event) }));

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
  userFiles: () => [jsonFile({ path: ".codex/hooks.json", purpose: "hooks", lists: userLists })],
  userFolders: { CODEX_HOME: ".codex" },
  trust: [
    "Start codex here, trust the folder, and trust the hooks when it says that they need review. Until then it skips them without a word.",
  ],
  limits: [
    "Codex tells no hook what it types into a running command (write_stdin), so pagers, editors and interpreters without a script need your approval there.",
  ],
  cannotAsk: "Codex",
  canary: 'codex exec "Say hello."',
};
