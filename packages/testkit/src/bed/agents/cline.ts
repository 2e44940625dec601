import { join } from "node:path";
import type { Spell } from "../../model/script.ts";
import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";

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
  env: () => ({}),
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
  spell: (root) => spell((path) => join(root, path)),
  model: "openai-compatible/scripted-model",
  lacks: { mcp: "Cline keeps MCP servers outside of repositories" },
};

const spell =
  (at: (path: string) => string): Spell =>
  (act) => {
    switch (act.do) {
      case "write":
        return { tool: "editor", input: { path: at(act.path), new_text: act.content } };
      case "edit":
        return { tool: "editor", input: { path: at(act.path), old_text: act.old, new_text: act.now } };
      case "read":
        return { tool: "read_files", input: { files: [{ path: at(act.path) }] } };
      case "shell":
        return { tool: "run_commands", input: { commands: [act.command] } };
      case "mcp":
        return { tool: `writ__${act.tool}`, input: act.input };
    }
  };
