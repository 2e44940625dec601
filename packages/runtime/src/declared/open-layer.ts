import { realpathSync } from "node:fs";
import type { About, Event, EventLayer, HookContext, StateStore, Told } from "@writ/contracts";
import { hookEventOf } from "@writ/contracts";
import { openFileState } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";
import { acceptedTrust } from "../snapshot/alarms/held.ts";
import { requireOwnState } from "../workspace/own-state.ts";
import { guardedBy } from "./guarded.ts";
import { readGuards } from "./guards.ts";
import { hasBox, hasLate } from "./late-box.ts";
import { openModuleHost } from "./module-host.ts";
import { type OpenRegistry, openRegistry } from "./open-registry.ts";
import { isBuiltin } from "./registry.ts";
import { openResultCache } from "./result-cache.ts";
import type { Crew, EventReport, Hearing } from "./run-event.ts";
import { barredFiles } from "./tools/barred.ts";

/** What the layer is made of, beside the repository. */
export interface LayerOptions {
  /** The folder of Writ's own hooks; `null` for none. */
  readonly builtins: string | null;
  /** The program module handlers run in (`serveModule`). */
  readonly host: string;
  /** The program that runs what outlives an event (`runLate`). */
  readonly late: string;
  /** What trust is kept in; the repository's own unless told. */
  readonly state?: Pick<StateStore, "readTrusted">;
  /** The variables handlers' surroundings are chosen from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => string;
}

/** How the layer hears the events of one agent. */
export interface LayerHearing extends Hearing {
  /** Whether the agent shows what it is told now; otherwise it waits for the session's next event. */
  readonly tells?: boolean;
}

/** The hooks of one repository, kept open: what was read and the children that are warm serve every event. */
export interface DeclaredHooks {
  /** Reads the files anew where they changed, and gives the layer for one caller; closing it closes nothing else. */
  layer(hearing: LayerHearing): Promise<EventLayer>;
  /** Runs one event and gives everything that came of it; nothing is written down and nobody is told. */
  run(context: HookContext, hearing: Hearing): Promise<EventReport>;
  readonly registry: OpenRegistry;
  close(): Promise<void>;
}

/** Opens them. Nothing is read or started before it is needed. */
export function openDeclaredHooks(given: string, options: LayerOptions): DeclaredHooks {
  const root = realpathSync.native(given);
  const { builtins, host: program, late, env, now } = options;
  const state = options.state ?? acceptedTrust(root, openFileState(sidecarPaths(root).state));
  const registry = openRegistry(root, builtins);
  const host = openModuleHost({ program });
  const crew: Crew = {
    root,
    builtins,
    registry,
    state,
    env,
    host,
    cache: openResultCache(),
    programs: { host: program, late },
  };
  /** Why a hook was not run is written down once, not for every event. */
  const mentioned = new Set<string>();
  return {
    registry,
    run: async (context, hearing) => (await import("./run-event.ts")).runEvent(crew, context, hearing),
    async layer(hearing) {
      // Trust that came with the repository is nobody's.
      await requireOwnState(root);
      await registry.read();
      return {
        listens: (event) => isHeard(root, registry, event, hearing),
        guarded: () => guardedBy(root, registry.last.hooks),
        hear: async (event: Event, about: About): Promise<Told | null> =>
          (await import("./hear-event.ts")).hearEvent({ crew, now, mentioned }, event, about, hearing),
        close: async () => {},
      };
    },
    close: async () => host.close(),
  };
}

/** Whether anybody listens, or something waits to be said. From what was read: no hook file is opened. */
function isHeard(
  root: string,
  { last }: OpenRegistry,
  { name, session }: Event,
  { depth, tells }: LayerHearing,
): boolean {
  const event = hookEventOf[name];
  if (depth >= 1 && event !== "PreAbilityCall") return false;
  if (last.hooks.some(({ enabled, events }) => enabled && events.includes(event))) return true;
  // One that was edited away is heard of too.
  if (readGuards(root).some(({ hook }) => event === "SessionStart" || hook.events.includes(event))) return true;
  if (event === "SessionStart" && (last.findings.length > 0 || last.hooks.some((hook) => !isBuiltin(hook))))
    return true;
  if (event === "SessionStart" && barredFiles(root).length > 0) return true;
  if (event === "SessionEnd" && hasBox(root, session.id)) return true;
  return tells !== false && hasLate(root, session.id);
}

/** The layer for one caller alone, for as long as it likes: closing it ends everything it started. */
export async function openEventLayer(root: string, options: LayerOptions & LayerHearing): Promise<EventLayer> {
  const hooks = openDeclaredHooks(root, options);
  const layer = await hooks.layer(options);
  return {
    ...layer,
    // Files that changed are read when the event is heard.
    listens: (event) => !hooks.registry.isCurrent() || layer.listens(event),
    close: () => hooks.close(),
  };
}
