import type { Hook } from "@writ/contracts";
import type { KnownHook } from "@writ/runtime";

/** How a hook stands: whether it runs, and if not, why. `replaced`: one of Writ's own whose id another hook has. */
export type HookState = "on" | "off" | "untrusted" | "changed" | "unusable" | "replaced";

/** How a hook stands. What is switched off is off, whatever else is the matter with it. */
export function stateOf({ off, standing, problem, isReplaced }: KnownHook): HookState {
  if (isReplaced) return "replaced";
  if (off !== null) return "off";
  if (problem !== null) return "unusable";
  return standing === "untrusted" || standing === "changed" ? standing : "on";
}

/** The same with its reason, for one line. */
export function sayState(known: KnownHook): string {
  const state = stateOf(known);
  if (state === "unusable") return `unusable: ${known.problem}`;
  return state === "off" && known.hook.enabled ? `off: ${known.off}` : state;
}

/** What must hold for a hook to run, in a few words. */
export function sayMatch({ match }: Pick<Hook, "match">): string {
  const list = (values: readonly string[] | undefined) => values?.join(",");
  const said: readonly (readonly [string, string | undefined])[] = [
    ["scope", list(match.abilityScope)],
    ["operation", list(match.operationKey)],
    ["min", match.minDurationMs === undefined ? undefined : `${match.minDurationMs} ms`],
    ["changed", list(match.onlyIfChangedPaths)],
    ["status", list(match.status)],
    ["tools", list(match.tools)],
    ["agents", list(match.agents)],
    ["environments", list(match.environments)],
    ["stages", list(match.stages)],
  ];
  const parts = said.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  return parts.length === 0 ? "all" : parts.join("; ");
}
