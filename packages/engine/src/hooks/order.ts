import type { Hook } from "@writ/contracts";
import { errorAt, type HookFault, shown, warningAt } from "./fault.ts";

/** Hooks in the order they run, and what is wrong with the order they ask for. */
export interface Ordered {
  /** Without those that wait for each other. */
  readonly hooks: Hook[];
  readonly faults: (HookFault & { readonly hook: Hook })[];
}

/**
 * Puts every hook behind those its `after` names; otherwise the order stays as it was. Ids are expected to be unique.
 * Hooks that wait for each other in a circle are left out.
 */
export function order(hooks: readonly Hook[]): Ordered {
  const known = new Map(hooks.map((hook) => [hook.id, hook]));
  const faults: Ordered["faults"] = [];
  for (const hook of hooks) {
    for (const id of hook.after.filter((one) => !known.has(one))) {
      faults.push({ hook, ...warningAt(["after"], `there is no hook ${shown(id)} to wait for`) });
    }
  }
  const circles = new Map(hooks.flatMap((hook) => [[hook, circleOf(hook, known)] as const]));
  for (const [hook, circle] of circles) {
    if (circle === null) continue;
    const way = circle.map(({ id }) => id).join(" waits for ");
    faults.push({ hook, ...errorAt(["after"], `hooks wait for each other: ${way}`) });
  }
  return { hooks: placed(hooks.filter((hook) => circles.get(hook) === null)), faults };
}

/** Takes, again and again, the first hook that has nobody left to wait for. */
function placed(hooks: readonly Hook[]): Hook[] {
  const waiting = new Map(hooks.map((hook) => [hook.id, hook]));
  const done: Hook[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ after }) => !after.some((id) => waiting.has(id)));
    // There is always one, as no circle is left.
    if (next === undefined) break;
    waiting.delete(next.id);
    done.push(next);
  }
  return done;
}

/** The way from a hook over those it waits for back to itself, the shortest one; `null` when there is none. */
function circleOf(start: Hook, known: ReadonlyMap<string, Hook>): Hook[] | null {
  const cameFrom = new Map<Hook, Hook>();
  const queue: Hook[] = [start];
  for (let hook = queue.shift(); hook !== undefined; hook = queue.shift()) {
    for (const id of hook.after) {
      const next = known.get(id);
      if (next === undefined || cameFrom.has(next)) continue;
      cameFrom.set(next, hook);
      if (next === start) return wayTo(start, cameFrom);
      queue.push(next);
    }
  }
  return null;
}

function wayTo(start: Hook, cameFrom: ReadonlyMap<Hook, Hook>): Hook[] {
  const way = [start];
  for (let hook = cameFrom.get(start); hook !== undefined && hook !== start; hook = cameFrom.get(hook))
    way.unshift(hook);
  return [start, ...way];
}
