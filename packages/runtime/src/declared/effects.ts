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

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What is to be said in the log of each of these hooks, since something it asked for was not kept. */
function lost(hooks: readonly string[], what: string, reason: string): MergedResult["logs"] {
  return [...new Set(hooks)].map((hook) => ({ hook, level: "error", message: `${what} not kept: ${reason}` }));
}

/**
 * What is written down because of what hooks said: the queue of follow-ups, hints for the matcher, the log. Each is
 * kept whatever happens to the others; the log, which comes last, says what was not. Throws when the log is not kept.
 */
export async function keepEffects(
  root: string,
  stamp: LogStamp,
  runs: readonly HookRun[],
  merged: MergedResult,
): Promise<void> {
  const { followUps, matcherSuggestions: hints } = merged;
  const asking = runs.flatMap(({ hook, result }) => (result?.update_matcher_suggestions === undefined ? [] : [hook]));
  const [unqueued, unkept] = await Promise.all([
    queueFollowUps(root, followUps, { session: stamp.session, at: stamp.time }).then(
      (tooLarge) => tooLarge.flatMap(({ hook, kind }) => lost([hook], `A follow-up (${kind}) was`, "it is too large")),
      (error: unknown) =>
        lost(
          followUps.map(({ hook }) => hook),
          "Its follow-ups were",
          why(error),
        ),
    ),
    keepSuggestions(root, hints).then(
      () => [],
      (error: unknown) => lost(asking, "Its hints for the matcher were", why(error)),
    ),
  ]);
  await logRuns(root, stamp, runs, [...merged.logs, ...unqueued, ...unkept]);
}
