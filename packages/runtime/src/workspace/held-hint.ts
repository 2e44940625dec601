import type { Verdict } from "@writ/contracts";
import { decidingFiles } from "../snapshot/alarms/accepted-copies.ts";
import { sightAgain } from "../snapshot/alarms/sighting.ts";

type Deny = Extract<Verdict, { kind: "deny" }>;

/** A denial, with the files that are not in force, as long as a user has not acknowledged their change. */
export async function hintOfHeld(root: string, verdict: Deny): Promise<Deny> {
  const held = await sightAgain(root).then(
    (sighting) => sighting.held,
    () => new Map<string, unknown>(),
  );
  const files = decidingFiles.filter((path) => held.has(path));
  if (files.length === 0) return verdict;
  const { problem } = verdict;
  const action = `Changed outside Writ and not in force: ${files.join(", ")}. A user looks at the change and runs: writ alarms acknowledge --all`;
  // Without intents in force there is nothing the model could do first.
  const { available } = problem.meta;
  const isBlocked = Array.isArray(available) && available.length === 0;
  return { kind: "deny", problem: { ...problem, hint: isBlocked ? action : `${problem.hint} ${action}` } };
}
