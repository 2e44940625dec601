import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";
import { spellOf } from "../spell-of.ts";

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
  resume: (start) => [...pi.command(start), "--continue"],
  isGovernedBelow: false,
  spell: spellOf({
    write: ["write", "path", "content"],
    edit: (path, oldText, newText) => ({ tool: "edit", input: { path, edits: [{ oldText, newText }] } }),
    read: ["read", "path"],
    shell: ["bash", "command"],
    mcp: "",
  }),
  model: "scripted/scripted-model",
  lacks: { messages: "without its screen it shows nobody what hooks say at the end of a turn" },
};
