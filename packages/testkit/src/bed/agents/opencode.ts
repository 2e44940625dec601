import { join } from "node:path";
import type { Spell } from "../../model/script.ts";
import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";

/** The scripted model, as opencode and Kilo are told of a provider. */
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
 * opencode and Kilo fetch their plugin package into every folder they are configured in, and wait for it for more than a
 * minute when there is no network. This is how a folder looks once they have it.
 */
export const withPluginPackage = (folder: string, name: string): Record<string, string> => ({
  [`${folder}/node_modules/.fetched`]: "",
  [`${folder}/package-lock.json`]: JSON.stringify({ packages: { "": { dependencies: { [name]: "*" } } } }),
});

const plugin = "@opencode-ai/plugin";

/** opencode: Chat Completions, hooks by a plugin inside it. */
export const opencode: BedAgent = {
  id: "opencode",
  title: "opencode",
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
  spell: (root) => opencodeSpell((path) => join(root, path)),
  model: "scripted/scripted-model",
  lacks: {},
};

/** The tools of opencode, and of Kilo that comes from it. */
export const opencodeSpell =
  (at: (path: string) => string): Spell =>
  (act) => {
    switch (act.do) {
      case "write":
        return { tool: "write", input: { filePath: at(act.path), content: act.content } };
      case "edit":
        return { tool: "edit", input: { filePath: at(act.path), oldString: act.old, newString: act.now } };
      case "read":
        return { tool: "read", input: { filePath: at(act.path) } };
      case "shell":
        return { tool: "bash", input: { command: act.command, description: "scripted" } };
      case "mcp":
        return { tool: `writ_${act.tool}`, input: act.input };
    }
  };
