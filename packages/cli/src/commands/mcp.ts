import { fail } from "@writ/contracts";
import { defineCommand, text } from "../command.ts";

/** Only its help is read from here: the server is a bundle of its own. */
export default defineCommand({
  name: "mcp",
  summary: "Serve intents and file tools over MCP: agents run this, people do not",
  about:
    "Speaks the Model Context Protocol on standard input and output until the agent closes it. Agents with hooks take up their intent through it; agents without hooks also change files through it, so that every change is checked and recorded.",
  who: "anyone",
  args: {},
  options: { project: text("DIR", "the repository to work in, where the agent starts the server elsewhere") },
  examples: [
    ["mcp", "what an agent's settings run, in the repository"],
    ["mcp --project ~/repos/shop", "the same from anywhere"],
  ],
  more: [
    "Registered by hand, in an agent whose settings have mcpServers:",
    JSON.stringify({ mcpServers: { writ: { command: "writ", args: ["mcp"] } } }, null, 2),
    "Tools: list_active_intents, select_active_intent, request_scope_expansion, record_lesson, write_file, edit_file, apply_patch.",
  ].join("\n"),

  async run() {
    throw fail("USAGE", { message: "The server is started only as writ mcp.", fix: "See: writ mcp --help" });
  },
});
