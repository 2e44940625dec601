import { type ContentHash, type Criterion, criteriaOf, type Intent, type StateStore } from "@writ/contracts";
import { sha256 } from "../hash.ts";

/** What a person trusts when they trust the commands of an intent's criteria (`StateStore.trust`). */
export const runTrust = (intent: string): string => `run:${intent}`;

/** What a command is known by: its text. Another text is another command. */
export const runHash = (run: string): ContentHash => sha256(run);

/** A criterion with a command. */
export type RunCriterion = Criterion & { run: string };

/** The criteria of an intent whose commands nobody trusts as they are. */
export async function untrustedRuns(
  state: Pick<StateStore, "readTrusted">,
  intent: Pick<Intent, "id" | "criteria" | "acceptanceCriteria">,
): Promise<RunCriterion[]> {
  const runs = criteriaOf(intent).filter((criterion): criterion is RunCriterion => criterion.run !== undefined);
  if (runs.length === 0) return [];
  const trusted = new Set(await state.readTrusted(runTrust(intent.id)));
  return runs.filter(({ run }) => !trusted.has(runHash(run)));
}

/** Trusts these commands, and no others, as those of an intent. */
export async function trustRuns(
  state: Pick<StateStore, "trust">,
  intent: string,
  runs: readonly string[],
): Promise<void> {
  for (const run of runs) await state.trust(runTrust(intent), runHash(run));
}
