import type { Hook, HookContext, HookRun, MergedResult, StateStore } from "@writ/contracts";
import { merge, plan, refusable } from "@writ/engine";
import { depthIn } from "./environment.ts";
import type { Places } from "./handler-files.ts";
import { type LostGuard, lossWords, lostOver } from "./lost-guards.ts";
import { openModuleHost } from "./module-host.ts";
import { distrustOf, isLostGuard, type PreparedHook, prepareHook } from "./prepare.ts";
import { openResultCache } from "./result-cache.ts";
import { runHook } from "./run-hook.ts";
import { runPlan } from "./run-plan.ts";

/** What came of an event that a person played to the hooks. */
export interface Played {
  /** Every hook that listens to it, in order; those that did not run with the reason. */
  readonly runs: readonly HookRun[];
  readonly merged: MergedResult;
}

/** What playing an event takes. */
export interface Player {
  readonly places: Places;
  readonly state: Pick<StateStore, "readTrusted">;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program module handlers run in. */
  readonly host: string;
  /** Guards that are not there as a person trusted them. */
  readonly lost: readonly LostGuard[];
  /** Only look which would run. */
  readonly dry: boolean;
}

/**
 * Plays an event to these hooks. Each gets the time its own definition gives it, since no agent is waiting; nothing is
 * logged, queued or said to anybody.
 */
export async function playEvent(hooks: readonly Hook[], context: HookContext, player: Player): Promise<Played> {
  const { run: chosen, skipped } = plan(hooks, context, context.environment);
  const prepared = await Promise.all(chosen.map((hook) => prepareHook(hook, player.places, player.state)));
  const done = player.dry ? prepared.map(foretold) : await runAll(prepared, context, player);
  const at = ({ hook }: HookRun): number => hooks.findIndex(({ id }) => id === hook);
  const runs = [...done, ...skipped.map(({ hook, reason }) => skip(hook, reason))];
  const ran = prepared.flatMap(({ hook }) => {
    const run = done.find((one) => one.hook === hook.id);
    return run === undefined ? [] : [{ hook, run }];
  });
  return {
    runs: runs.sort((one, other) => at(one) - at(other)),
    merged: withLostGuard(merge(ran, context.event_type), prepared, context, player.lost),
  };
}

const skip = ({ id }: Hook, reason: string): HookRun => ({ hook: id, status: "skipped", durationMs: 0, reason });

function foretold(prepared: PreparedHook): HookRun {
  const { hook, handler } = prepared;
  const obstacle = handler.problem ?? distrustOf(prepared);
  return obstacle === null ? { hook: hook.id, status: "would run", durationMs: 0 } : skip(hook, obstacle);
}

async function runAll(prepared: readonly PreparedHook[], context: HookContext, player: Player): Promise<HookRun[]> {
  const { places, env, host: program } = player;
  const host = openModuleHost({ program });
  const runner = { root: places.root, env, depth: depthIn(env), host, cache: openResultCache() };
  try {
    return await runPlan(prepared, {
      context,
      budgetMs: Number.POSITIVE_INFINITY,
      run: (one, told, timeoutMs) => runHook(runner, one, told, timeoutMs),
    });
  } finally {
    host.close();
  }
}

/** A guard that is not what a person trusted does not run, and what it guarded is refused. */
function withLostGuard(
  merged: MergedResult,
  prepared: readonly PreparedHook[],
  context: HookContext,
  lost: readonly LostGuard[],
): MergedResult {
  if (merged.blocked !== null || !refusable.includes(context.event_type)) return merged;
  const changed = prepared.find(isLostGuard);
  const found =
    lostOver(lost, context, context.environment) ??
    (changed === undefined ? null : { hook: changed.hook, loss: "changed" as const });
  if (found === null) return merged;
  const message = `It ${lossWords[found.loss]}, so what it guards is refused until a person runs: writ trust`;
  return { ...merged, blocked: { hook: found.hook.id, code: "HOOK_UNTRUSTED", message } };
}
