import { fail, type Intent, ProblemError, problem } from "@writ/contracts";
import { trustRuns, type Writ } from "@writ/runtime";
import { recordAnswer, vouch } from "../../answers.ts";
import { readIntents } from "../../intents.ts";
import type { Context } from "../../io.ts";

/** Commands as typed. */
export function requireRuns(runs: readonly string[]): string[] {
  if (runs.some((run) => run.trim() === ""))
    throw fail("USAGE", { message: "A command cannot be empty.", fix: 'For example: --run "npm test"' });
  return runs.map((run) => run.trim());
}

/** Ids as typed, of intents that are there and do not wait for `waiting` themselves. */
export async function requireIntents(writ: Writ, ids: readonly string[], waiting?: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const intents = await readIntents(writ);
  const available = intents.map(({ id }) => id);
  for (const id of ids) {
    if (!available.includes(id)) {
      const found = problem("INTENT_NOT_FOUND", { intent: id, available });
      throw new ProblemError({ ...found, hint: "An intent can depend only on one that is there." });
    }
    if (waiting !== undefined && waitsFor(intents, id, waiting))
      throw fail("USAGE", {
        message: id === waiting ? `${id} cannot depend on itself.` : `${id} depends on ${waiting} already.`,
        fix: "Two intents that wait for each other could never be done. See who waits for whom: writ intent show ID",
      });
  }
  return [...new Set(ids)];
}

/** Whether one intent is another, or depends on it, at whatever distance. */
export function waitsFor(intents: readonly Intent[], from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const id of reached) {
    if (id === to) return true;
    for (const next of intents.find((intent) => intent.id === id)?.dependsOn ?? []) reached.add(next);
  }
  return false;
}

/** Whoever types a command has seen it: it needs no second look. */
export async function trustTyped(writ: Writ, context: Context, intent: string, runs: readonly string[]): Promise<void> {
  if (runs.length === 0) return;
  await trustRuns(writ.state, intent, runs);
  await recordAnswer(writ, context, "trusted", await vouch(writ, context), { intent, reason: `commands of ${intent}` });
}
