import { join } from "node:path";
import type { Spell } from "../../model/script.ts";
import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";

/** Pi: Chat Completions. It has no MCP: the extension with the hooks brings the tools. */
export const pi: BedAgent = {
  id: "pi",
  title: "Pi",
  pin: pins.pi,
  required: false,
  home: ({ url }) => ({
    ".pi/agent/models.json": JSON.stringify({
      providers: {
        scripted: {
          baseUrl: `${url}/v1`,
          api: "openai-completions",
          apiKey: "test-key",
          models: [{ id: "scripted-model" }],
        },
      },
    }),
  }),
  env: () => ({ PI_OFFLINE: "1", PI_TELEMETRY: "0" }),
  command: ({ node, file, prompt }) => [
    node,
    file,
    "-p",
    "--offline",
    "--provider",
    "scripted",
    "--model",
    "scripted-model",
    prompt,
  ],
  spell: (root) => spell((path) => join(root, path)),
  model: "scripted/scripted-model",
  lacks: {},
};

const spell =
  (at: (path: string) => string): Spell =>
  (act) => {
    switch (act.do) {
      case "write":
        return { tool: "write", input: { path: at(act.path), content: act.content } };
      case "edit":
        return { tool: "edit", input: { path: at(act.path), edits: [{ oldText: act.old, newText: act.now }] } };
      case "read":
        return { tool: "read", input: { path: at(act.path) } };
      case "shell":
        return { tool: "bash", input: { command: act.command } };
      case "mcp":
        return { tool: act.tool, input: act.input };
    }
  };
