import type { FileFinding, Hook, StateStore } from "@writ/contracts";
import { switchedOff } from "@writ/engine";
import { discover } from "./discover.ts";
import { handlerOf, type Places } from "./handler-files.ts";
import { lookAtHookFiles } from "./hook-files.ts";
import { findLostGuards, type LostGuard } from "./lost-guards.ts";
import { readHookFile } from "./read-hook-file.ts";
import { isBuiltin } from "./registry.ts";
import { hashOf, type Standing, standingOf } from "./trust.ts";
import { writtenIn } from "./written.ts";

/** One hook, with all that decides whether it runs. */
export interface KnownHook {
  readonly hook: Hook;
  /** Why it is switched off in this environment; `null` when it is on. */
  readonly off: string | null;
  readonly standing: Standing;
  /** Why its handler cannot be run; `null` when it can. */
  readonly problem: string | null;
  /** One of Writ's own whose id a hook of the repository has. */
  readonly isReplaced: boolean;
  /** `command` as the file says it, and in which line. */
  readonly command: string | readonly string[];
  readonly commandLine: number;
}

/** Every hook of a repository, those that do not run too, for a person to look at. */
export interface KnownHooks {
  /** In the order they run; what is replaced comes last. */
  readonly hooks: readonly KnownHook[];
  readonly findings: readonly FileFinding[];
  /** Guards somebody relies on that are not there as they were trusted. */
  readonly lost: readonly LostGuard[];
}

/** Looks at all hooks as they are now. Reads every file, unlike what an event does. */
export async function lookAtHooks(
  places: Places,
  state: Pick<StateStore, "readTrusted">,
  environment: string,
): Promise<KnownHooks> {
  const files = lookAtHookFiles(places.root, places.builtins);
  const { hooks, findings } = await discover(files);
  const own = await discover({ entries: files.entries.filter(isBuiltin), findings: [] });
  const replaced = own.hooks.filter(({ id }) => hooks.some((hook) => hook.id === id && !isBuiltin(hook)));
  const known: KnownHook[] = [];
  for (const hook of [...hooks, ...replaced]) {
    const handler = handlerOf(hook, places);
    const entry = files.entries.find(({ source }) => source === hook.source);
    known.push({
      hook,
      off: switchedOff(hook, environment),
      standing: await standingOf(hook, hashOf(hook, handler, places), state),
      problem: handler.problem,
      isReplaced: replaced.includes(hook),
      command: entry === undefined ? hook.handler.command : await writtenIn(entry.path, hook.handler.command),
      commandLine: entry === undefined ? 0 : (await readHookFile(entry)).lineOf(["handler", "command"]),
    });
  }
  return { hooks: known, findings, lost: await findLostGuards({ hooks, findings }, places, state) };
}
