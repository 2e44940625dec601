import type { Wiring } from "@writ/contracts";
import { commandLine, powershellLine, userCommandLine } from "../command-line.ts";
import { jsonFile } from "../settings/json-file.ts";
import type { JsonObject } from "../settings/json-value.ts";

const events = [
  "pre_user_prompt",
  "pre_read_code",
  "pre_write_code",
  "pre_run_command",
  "pre_mcp_tool_use",
  "post_read_code",
  "post_write_code",
  "post_run_command",
  "post_mcp_tool_use",
  "post_cascade_response",
];

const hookOf = (event: string, lines: JsonObject) => ({
  at: ["hooks", event],
  // After a tool, it is the only way to tell the person something.
  entry: { ...lines, show_output: event.startsWith("post_") && event !== "post_cascade_response" },
});

const lists = events.map((event) =>
  hookOf(event, { command: commandLine("windsurf", event), powershell: powershellLine("windsurf", event) }),
);
const userLists = events.map((event) => hookOf(event, { command: userCommandLine("windsurf", event) }));

export const windsurfWiring: Wiring = {
  agent: "windsurf",
  title: "Windsurf",
  signs: { project: [".windsurf", ".windsurfrules"], home: [".codeium/windsurf"], commands: ["windsurf"] },
  files: () => [jsonFile({ path: ".windsurf/hooks.json", purpose: "hooks", lists })],
  userFiles: () => [jsonFile({ path: ".codeium/windsurf/hooks.json", purpose: "hooks", lists: userLists })],
  trust: [],
  limits: [
    "Windsurf keeps MCP servers for all repositories in one place, so Writ's is not registered: the model takes up an intent with: writ intent select ID",
    "It tells the model nothing but refusals.",
  ],
  cannotAsk: "Windsurf",
  canary: null,
};
