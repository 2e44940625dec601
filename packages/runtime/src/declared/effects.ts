import type { HookRun, MergedResult } from "@writ/contracts";
import { queueFollowUps } from "./follow-ups.ts";
import { type LogStamp, logRuns } from "./log.ts";
import { updateJson } from "./tools/update-json.ts";

/** What handlers said about which signals speak for an ability (R136). */
const matcherSuggestions = ".system/cache/matcher_suggestions.json";
const mostAbilities = 500;

/** The newest weight of each signal counts: `{ ability_id: { signal: weight } }`. */
async function keepSuggestions(root: string, suggestions: MergedResult["matcherSuggestions"]): Promise<void> {
  if (suggestions.length === 0) return;
  await updateJson(root, matcherSuggestions, (kept) => {
    const next = new Map(Object.entries(kept));
    for (const { ability_id, signal, weight } of suggestions) {
      const signals = next.get(ability_id);
      // What was used last stays longest.
      next.delete(ability_id);
      next.set(ability_id, { ...(typeof signals === "object" ? signals : {}), [signal]: weight });
    }
    return Object.fromEntries([...next].slice(-mostAbilities));
  });
}

/** What is written down because of what hooks said: the log, the queue of follow-ups, hints for the matcher. */
export async function keepEffects(
  root: string,
  stamp: LogStamp,
  runs: readonly HookRun[],
  merged: MergedResult,
): Promise<void> {
  await logRuns(root, stamp, runs, merged.logs);
  await queueFollowUps(root, merged.followUps, { session: stamp.session, at: stamp.time });
  await keepSuggestions(root, merged.matcherSuggestions);
}
