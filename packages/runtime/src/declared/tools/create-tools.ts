import type { HandlerTools } from "@writ/contracts";
import { append } from "./append.ts";
import { run } from "./run.ts";
import { updateJson } from "./update-json.ts";

/** What a module handler is handed beside its context. Every path it names must stay below the root. */
export function createTools(root: string, signal: AbortSignal, environment: string): HandlerTools {
  return {
    root,
    signal,
    async suggestAbilities(message) {
      // Most handlers suggest nothing, so they do not load it.
      const { suggestAbilities } = await import("../../abilities/suggest.ts");
      return await suggestAbilities(root, message, { environment });
    },
    append: (path, text, options) => append(root, path, text, options),
    updateJson: (path, change) => updateJson(root, path, change),
    run: (command, options) => run(root, signal, command, options),
  };
}
