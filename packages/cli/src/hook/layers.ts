import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { Adapter, Event, EventLayer } from "@writ/contracts";
import { type DeclaredHooks, depthIn, openDeclaredHooks, shippedIn } from "@writ/runtime";

/** What hooks get of the time Writ has; the rest is for what it does itself. */
const share = 0.8;

/** The hooks of the repositories this process answers for. */
export interface Layers {
  /** The layer for one event of one agent. */
  open(root: string, event: Event, adapter: Adapter, marks: Readonly<Record<string, string>>): Promise<EventLayer>;
  close(): Promise<void>;
}

/** Opens none yet; what is opened stays open until all are closed. `script` is the command that runs. */
export function openLayers(script: string, env: NodeJS.ProcessEnv): Layers {
  const shipped = shippedIn(dirname(dirname(realpathSync(script))));
  const opened = new Map<string, DeclaredHooks>();
  return {
    async open(root, event, adapter, marks) {
      let hooks = opened.get(root);
      if (hooks === undefined) {
        hooks = openDeclaredHooks(root, { ...shipped, env, now: () => new Date().toISOString() });
        opened.set(root, hooks);
      }
      return hooks.layer({
        environment: marks.WRIT_ENVIRONMENT ?? "dev",
        depth: depthIn(marks),
        budgetMs: (adapter.patience(event.name) / 2) * share,
        tells: adapter.shows(event) !== "nobody",
      });
    },
    async close() {
      for (const hooks of opened.values()) await hooks.close();
      opened.clear();
    },
  };
}
