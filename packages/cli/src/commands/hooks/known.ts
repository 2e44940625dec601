import { realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Hook, StateStore } from "@writ/contracts";
import { type KnownHooks, lookAtHooks, openMemoryState, type Places } from "@writ/runtime";
import type { Context } from "../../io.ts";
import { noWorkspace } from "../../no-workspace.ts";
import { shippedForHooks } from "../../setup/shipped.ts";

/** The hooks of the repository a command was started in. */
export interface HookWorld extends KnownHooks {
  readonly root: string;
  readonly places: Places;
  /** The program module handlers run in. */
  readonly host: string;
  readonly environment: string;
  /** Whether the layer is on: there is a folder `.system/`. */
  readonly isOn: boolean;
  /** What trust is kept in; empty where nothing guards the repository. */
  readonly state: Pick<StateStore, "readTrusted">;
}

/** What is said where the layer is off. */
export const layerOff =
  "Event hooks are off: there is no folder .system/ here. Begin with: writ hooks scaffold ID --event E";

/** Whether a hook is one of Writ's own. */
export const isBuiltin = ({ source }: Pick<Hook, "source">): boolean => source.startsWith("builtin:");

/** The environment hooks run in: what was asked for, what the variable says, or `dev`. */
function environmentIn({ env }: Pick<Context, "env">, asked?: string): string {
  return asked ?? (env.WRIT_ENVIRONMENT || "dev");
}

/** Looks at the hooks. They can be looked at also where nothing guards the repository; then nobody trusted any. */
export async function readHooks(context: Context, asked?: string): Promise<HookWorld> {
  const guarded = await context.findRoot();
  const found = guarded ?? (await folderWithHooks(context.cwd));
  if (found === null) throw await noWorkspace(context);
  const root = await realpath(found);
  const state = guarded === null ? openMemoryState() : (await context.openWritAt(guarded)).state;
  const { builtins, host } = await shippedForHooks(context);
  const places = { root, builtins, path: context.env.PATH };
  const environment = environmentIn(context, asked);
  const isOn = await isFolder(join(root, ".system"));
  return { ...(await lookAtHooks(places, state, environment)), root, places, host, environment, isOn, state };
}

async function folderWithHooks(folder: string): Promise<string | null> {
  if (await isFolder(join(folder, ".system", "hooks"))) return folder;
  return dirname(folder) === folder ? null : folderWithHooks(dirname(folder));
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
