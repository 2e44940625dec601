import type { Hook, HookContext } from "@writ/contracts";
import { matchesAny } from "../globs.ts";
import { mismatch } from "./match.ts";

/** Which hooks run for an event, in order, and why the others that listen to it do not. */
export interface Plan {
  readonly run: Hook[];
  readonly skipped: { readonly hook: Hook; readonly reason: string }[];
}

/** Chooses among the hooks that listen to the event of this context; the others are not spoken of. */
export function plan(hooks: readonly Hook[], context: HookContext, environment: string): Plan {
  const listening = hooks.filter(({ events }) => events.includes(context.event_type));
  const judged = listening.map((hook) => ({ hook, reason: whyNot(hook, context, environment) }));
  return {
    run: judged.flatMap(({ hook, reason }) => (reason === null ? [hook] : [])),
    skipped: judged.flatMap(({ hook, reason }) => (reason === null ? [] : [{ hook, reason }])),
  };
}

/** Why a hook is switched off here, whatever the event; `null` when it is on. */
export function switchedOff({ enabled, environments }: Hook, environment: string): string | null {
  if (!enabled) return "is switched off (enabled: false)";
  if (environments.length === 0 || matchesAny(environments, environment)) return null;
  return `runs only in ${environments.join(", ")}, and this is ${environment}`;
}

function whyNot(hook: Hook, context: HookContext, environment: string): string | null {
  return switchedOff(hook, environment) ?? mismatch(hook, context);
}
