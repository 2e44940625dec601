import type { HookContext, HookRun } from "@writ/contracts";
import type { PreparedHook } from "./prepare.ts";

/** How many handlers run at the same time. */
const mostAtOnce = 4;

/** What one event's hooks have to go by. */
export interface EventRun {
  readonly context: HookContext;
  /** What all of them may take together. */
  readonly budgetMs: number;
  run(prepared: PreparedHook, context: HookContext, timeoutMs: number): Promise<HookRun>;
}

const outOfTime = (hook: string): HookRun => ({
  hook,
  status: "timeout",
  durationMs: 0,
  reason: "the hooks before it used up the time there is for one event",
});

/** Runs hooks side by side, each behind those its `after` names. What they say comes back in the order of the list. */
export async function runPlan(
  hooks: readonly PreparedHook[],
  { context, budgetMs, run }: EventRun,
): Promise<HookRun[]> {
  const end = performance.now() + budgetMs;
  const runs = new Map<string, HookRun>();
  // Guards first: what only looks on must not use up the time of what decides.
  const isGuard = ({ hook }: PreparedHook): boolean => hook.onFailure === "deny";
  const waiting = new Set([...hooks.filter(isGuard), ...hooks.filter((one) => !isGuard(one))]);
  const running = new Set<Promise<void>>();
  const isWaited = (id: string): boolean => hooks.some(({ hook }) => hook.id === id) && !runs.has(id);

  while (waiting.size > 0 || running.size > 0) {
    for (const prepared of waiting) {
      if (running.size >= mostAtOnce) break;
      const { hook } = prepared;
      if (hook.after.some(isWaited)) continue;
      waiting.delete(prepared);
      const left = Math.floor(end - performance.now());
      const work =
        left <= 0 ? Promise.resolve(outOfTime(hook.id)) : run(prepared, context, Math.min(hook.timeoutMs, left));
      const done = work.then((ended) => {
        runs.set(hook.id, ended);
        running.delete(done);
      });
      running.add(done);
    }
    await Promise.race(running);
  }
  return hooks.flatMap(({ hook }) => runs.get(hook.id) ?? []);
}
