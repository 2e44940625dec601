import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";
import { spellOf } from "../spell-of.ts";

/** The scripted model, as OpenCode and Kilo are told of a provider. */
export const provider = (url: string): string =>
  JSON.stringify({
    model: "scripted/scripted-model",
    small_model: "scripted/scripted-model",
    autoupdate: false,
    share: "disabled",
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible",
        name: "scripted",
        options: { baseURL: `${url}/v1`, apiKey: "test-key" },
        models: { "scripted-model": { name: "scripted" } },
      },
    },
    permission: { edit: "allow", bash: "allow", webfetch: "deny" },
  });

/**
 * OpenCode and Kilo fetch their plugin package into every folder they are configured in, and wait for it for more than a
 * minute when there is no network. This is how a folder looks once they have it.
 */
export const withPluginPackage = (folder: string, name: string): Record<string, string> => ({
  [`${folder}/node_modules/.fetched`]: "",
  [`${folder}/package-lock.json`]: JSON.stringify({ packages: { "": { dependencies: { [name]: "*" } } } }),
});

/** The tools of OpenCode, and of Kilo that comes from it. */
export const opencodeSpell = spellOf({
  write: ["write", "filePath", "content"],
  edit: ["edit", "filePath", "oldString", "newString"],
  read: ["read", "filePath"],
  shell: ["bash", "command", { description: "scripted" }],
  mcp: "writ_",
});

const plugin = "@opencode-ai/plugin";

/** OpenCode: Chat Completions, hooks by a plugin inside it. */
export const opencode: BedAgent = {
  id: "opencode",
  title: "OpenCode",
  pin: pins.opencode,
  required: true,
  home: ({ url }) => ({
    ".config/opencode/opencode.json": provider(url),
    ...withPluginPackage(".config/opencode", plugin),
  }),
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_SHARE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_PRESENCE: "1",
    OPENCODE_DISABLE_SESSION_INGEST: "1",
    OPENCODE_DISABLE_CODEBASE_INDEXING: "1",
  }),
  command: ({ file, prompt }) => [file, "run", "--format", "json", "--auto", "-m", "scripted/scripted-model", prompt],
  resume: (start) => [...opencode.command(start), "--continue"],
  isGovernedBelow: true,
  spell: opencodeSpell,
  model: "scripted/scripted-model",
  lacks: { messages: "without its screen it shows nobody what hooks say at the end of a turn" },
};
