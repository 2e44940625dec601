import type { Alarm, TreeChange, TreeState } from "@writ/contracts";
import type { Stray } from "../strays/strays.ts";
import { isLocalSettings } from "./local-settings.ts";

/** Protected files at places that are not watched, which the call changed all the same. */
export const unwatched = (strays: readonly Stray[], trees: readonly TreeState[]): Pick<Alarm, "path" | "what">[] =>
  strays
    .filter(({ why, change }) => why === "protected" && trees.every(({ guarded }) => !guarded.has(change.path)))
    .map(({ change: { path, op } }) => ({
      path,
      what: op === "create" ? "created" : op === "delete" ? "deleted" : "changed",
    }));

/**
 * The strays a person must hear of: what Writ wrote itself, or a person by one of its commands, is no alarm and no stray
 * either. "Do not ask again" is written by the agent itself, and allowed.
 */
export function alarmedIn(
  strays: readonly Stray[],
  alarms: readonly Alarm[],
): { strays: Stray[]; allowed: TreeChange[] } {
  const alarmed = new Set(alarms.map(({ path }) => path));
  const allowed = strays.map(({ change }) => change).filter(({ path }) => isLocalSettings(path) && !alarmed.has(path));
  return { strays: strays.filter(({ why, change }) => why !== "protected" || alarmed.has(change.path)), allowed };
}
