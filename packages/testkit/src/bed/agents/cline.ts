import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";
import { spellOf } from "../spell-of.ts";

/** Cline: Chat Completions. */
export const cline: BedAgent = {
  id: "cline",
  title: "Cline",
  pin: pins.cline,
  required: false,
  home: ({ url }) => ({
    ".cline/data/settings/providers.json": JSON.stringify({
      version: 1,
      lastUsedProvider: "openai-compatible",
      modes: {},
      providers: {
        "openai-compatible": {
          settings: {
            provider: "openai-compatible",
            apiKey: "test-key",
            model: "scripted-model",
            baseUrl: `${url}/v1`,
          },
          updatedAt: "2026-11-15T00:00:00.000Z",
          tokenSource: "manual",
        },
      },
    }),
  }),
  // It goes on without plugins that take longer to load than four seconds, as they do on a busy machine.
  env: () => ({ CLINE_PLUGIN_IMPORT_TIMEOUT_MS: "60000" }),
  command: ({ file, prompt }) => [
    file,
    "--json",
    // It gives up after a few refusals in a row, and a day has more.
    "--retries",
    "100",
    "-P",
    "openai-compatible",
    "-m",
    "scripted-model",
    prompt,
  ],
  resume: (start) => cline.command(start),
  isGovernedBelow: true,
  spell: spellOf({
    write: ["editor", "path", "new_text"],
    edit: ["editor", "path", "old_text", "new_text"],
    read: (path) => ({ tool: "read_files", input: { files: [{ path }] } }),
    shell: (command) => ({ tool: "run_commands", input: { commands: [command] } }),
    mcp: null,
  }),
  model: "openai-compatible/scripted-model",
  lacks: {
    resume: "it is governed by its repository's plugin only",
    user: "a plugin in its user's folder was not seen to work",
    mcp: "Cline keeps MCP servers outside of repositories",
    messages: "without its screen it shows nobody what hooks say at the end of a turn",
  },
};
