import type { Hook, HookContext, Problem, StateStore } from "@writ/contracts";
import { problem } from "@writ/contracts";
import { merge, type Plan, plan, type RanHook, refusable, sayMessages } from "@writ/engine";
import { findLostGuards, lossWords, lostOver } from "./lost-guards.ts";
import type { OpenRegistry } from "./open-registry.ts";
import { isLostGuard, type PreparedHook, prepareHook } from "./prepare.ts";
import { type Runner, runHook } from "./run-hook.ts";
import { runPlan } from "./run-plan.ts";
import { mayBeLate, startLate } from "./start-late.ts";

/** What all hooks of one event may take together: Writ answers in 15 s, and has work of its own. */
export const eventBudgetMs = 12_000;
/** A handler that starts agents whose handlers start agents: from here on nothing is started any more. */
const deepest = 3;

/** What running events takes. */
export interface Crew extends Omit<Runner, "depth"> {
  readonly builtins: string | null;
  readonly registry: OpenRegistry;
  readonly state: Pick<StateStore, "readTrusted">;
  /** The programs that run modules, and what outlives an event. */
  readonly programs: { readonly host: string; readonly late: string };
}

/** How one event is heard. */
export interface Hearing {
  readonly environment: string;
  /** How many handlers deep the event happened. */
  readonly depth: number;
  readonly budgetMs?: number;
  /** Only this hook, whatever else listens. */
  readonly only?: string;
}

/** Everything that came of one event. */
export interface EventReport {
  readonly runs: readonly RanHook[];
  readonly skipped: Plan["skipped"];
  /** Hooks a process of its own ran to the end, and wrote down. */
  readonly kept: ReadonlySet<string>;
  readonly deny: Problem | null;
}

const tooDeep = (): Problem =>
  problem("BLOCKED_BY_POLICY", {
    by: "writ",
    message: `Hooks have started agents, and those hooks again, ${deepest} deep; here it ends.`,
  });

const untrusted = (hook: string, how: string): Problem => problem("HOOK_UNTRUSTED", { hook, how });

/** Why nothing is run at all this deep; `null` when something may be. */
function depthProblem({ event_type: event }: HookContext, depth: number, count: number): Problem | "quiet" | null {
  if (depth >= 1 && event !== "PreAbilityCall") return "quiet";
  return depth >= deepest && count > 0 ? tooDeep() : null;
}

function denialOf(runs: readonly RanHook[], { event_type: event }: HookContext): Problem | null {
  const { blocked } = merge(runs, event);
  if (blocked === null) return null;
  const { hook, code } = blocked;
  const message = sayMessages(blocked.message.split("\n")).join("\n");
  return { ...problem(code, { hook, by: hook, message }), message };
}

/** Chooses the hooks for a context and runs them. Never throws for what a handler does. */
export async function runEvent(crew: Crew, context: HookContext, hearing: Hearing): Promise<EventReport> {
  const registry = await crew.registry.read();
  const isWanted = ({ id }: Pick<Hook, "id">): boolean => hearing.only === undefined || id === hearing.only;
  const wanted = registry.hooks.filter(isWanted);
  const { run, skipped } = plan(wanted, context, hearing.environment);
  const nothing = { runs: [], skipped, kept: new Set<string>() };
  const deep = depthProblem(context, hearing.depth, run.length);
  if (deep !== null) return { ...nothing, deny: deep === "quiet" ? null : deep };
  const places = { root: crew.root, builtins: crew.builtins, path: crew.env.PATH };
  // By what was trusted: who edits a guard must not decide whether it is still asked.
  const guards = (await findLostGuards(registry, places, crew.state)).filter(({ hook }) => isWanted(hook));
  const gone = lostOver(guards, context, hearing.environment);
  if (gone !== null) return { ...nothing, deny: untrusted(gone.hook.id, lossWords[gone.loss]) };
  const prepared = await Promise.all(run.map((hook) => prepareHook(hook, places, crew.state)));
  const lost = refusable.includes(context.event_type) ? prepared.find(isLostGuard) : undefined;
  if (lost !== undefined) return { ...nothing, deny: untrusted(lost.hook.id, lossWords.changed) };
  return { ...nothing, ...(await runAll(crew, prepared, context, hearing)) };
}

async function runAll(
  crew: Crew,
  prepared: readonly PreparedHook[],
  context: HookContext,
  { depth, budgetMs = eventBudgetMs }: Hearing,
): Promise<Pick<EventReport, "runs" | "kept" | "deny">> {
  const kept = new Set<string>();
  const ended = await runPlan(prepared, {
    context,
    budgetMs,
    run: async (one, given, timeoutMs) => {
      const { hook, hash, standing } = one;
      const isReady = one.handler.problem === null && (standing === "trusted" || standing === "builtin");
      if (!isReady || hash === null || !mayBeLate(hook, given.event_type, budgetMs))
        return runHook({ ...crew, depth }, one, given, timeoutMs);
      const { root, builtins, env, programs } = crew;
      const job = { root, builtins, host: programs.host, hook, hash, context: given, depth };
      const run = await startLate({ ...job, program: programs.late, env, waitMs: timeoutMs });
      if (run.status !== "late" && run.status !== "skipped") kept.add(hook.id);
      return run;
    },
  });
  const runs = prepared.flatMap(({ hook }, at) => {
    const run = ended[at];
    return run === undefined ? [] : [{ hook, run }];
  });
  return { runs, kept, deny: denialOf(runs, context) };
}
