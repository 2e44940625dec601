import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";
import { spellOf } from "../spell-of.ts";

/** Droid: its own binary, a model of one's own over Chat Completions. */
export const droid: BedAgent = {
  id: "droid",
  title: "Droid",
  pin: pins.droid,
  required: false,
  home: ({ url }) => ({
    ".factory/settings.json": JSON.stringify({
      customModels: [
        {
          model: "scripted-model",
          id: "custom:scripted",
          displayName: "scripted",
          baseUrl: `${url}/v1`,
          apiKey: "test-key",
          provider: "generic-chat-completion-api",
        },
      ],
    }),
  }),
  env: () => ({ FACTORY_API_KEY: "test-key", FACTORY_AIRGAP_ENABLED: "true" }),
  command: ({ file, prompt }) => [file, "exec", "-m", "custom:scripted", "--auto", "high", "-o", "json", prompt],
  resume: (start, session) => [...droid.command(start).slice(0, -1), "-s", session, start.prompt],
  isGovernedBelow: true,
  spell: spellOf({
    write: ["Create", "file_path", "content"],
    edit: ["Edit", "file_path", "old_str", "new_str"],
    read: ["Read", "file_path"],
    shell: ["Execute", "command", { summary: "scripted", riskLevel: "low", riskLevelReason: "scripted" }],
    mcp: "writ___",
  }),
  model: "custom:scripted",
  lacks: {
    resume: "without a network it goes on with no session",
    prompts: "`droid exec` tells no hook of its prompt",
    messages: "without its screen it shows nobody what hooks say at the end of a turn",
  },
};
