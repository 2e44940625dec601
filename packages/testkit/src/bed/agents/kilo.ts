import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";
import { opencodeSpell, provider, withPluginPackage } from "./opencode.ts";

const plugin = "@kilocode/plugin";

/** Kilo: an OpenCode of its own name. */
export const kilo: BedAgent = {
  id: "kilo",
  title: "Kilo",
  pin: pins.kilo,
  required: false,
  home: ({ url }) => ({ ".config/kilo/kilo.json": provider(url), ...withPluginPackage(".config/kilo", plugin) }),
  env: () => ({
    KILO_DISABLE_AUTOUPDATE: "1",
    KILO_DISABLE_MODELS_FETCH: "1",
    KILO_DISABLE_SHARE: "1",
    KILO_DISABLE_LSP_DOWNLOAD: "1",
    KILO_DISABLE_DEFAULT_PLUGINS: "1",
    KILO_DISABLE_PRESENCE: "1",
    KILO_DISABLE_SESSION_INGEST: "1",
    KILO_DISABLE_CODEBASE_INDEXING: "1",
  }),
  command: ({ file, prompt }) => [file, "run", "--format", "json", "--auto", "-m", "scripted/scripted-model", prompt],
  resume: (start) => [...kilo.command(start), "--continue"],
  isGovernedBelow: true,
  spell: opencodeSpell,
  model: "scripted/scripted-model",
  lacks: { messages: "without its screen it shows nobody what hooks say at the end of a turn" },
};
