import type { Wiring } from "@writ/contracts";
import { commandLine, powershellLine } from "../command-line.ts";
import { jsonFile } from "../settings/json-file.ts";

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

const lists = events.map((event) => ({
  at: ["hooks", event],
  entry: {
    command: commandLine("windsurf", event),
    powershell: powershellLine("windsurf", event),
    // After a tool, it is the only way to tell the person something.
    show_output: event.startsWith("post_") && event !== "post_cascade_response",
  },
}));

export const windsurfWiring: Wiring = {
  agent: "windsurf",
  title: "Windsurf",
  signs: { project: [".windsurf", ".windsurfrules"], home: [".codeium/windsurf"], commands: ["windsurf"] },
  files: () => [jsonFile({ path: ".windsurf/hooks.json", purpose: "hooks", lists })],
  trust: [],
  limits: [
    "Windsurf keeps MCP servers for all repositories in one place, so Writ's is not registered: the model takes up an intent with: writ intent select ID",
    "It tells the model nothing but refusals.",
  ],
  cannotAsk: "Windsurf",
  canary: null,
};
