import type { LedgerIndex } from "@writ/contracts";
import { type FileStep, isImported, stepsIn } from "@writ/engine";

/** Names lead to earlier names; a ledger made to lead on for ever is not followed that far. */
const mostNames = 20;

/**
 * The steps that changed a file without its lines being followed, since it was too large or no text then, also under
 * the names it had before. What such a step wrote is among the lines that are new since.
 */
export async function unfollowedSteps(index: LedgerIndex, path: string): Promise<FileStep[]> {
  const found: FileStep[] = [];
  const names = new Set([path]);
  for (const name of names) {
    // What other tools wrote before Writ came is in nobody's chain.
    const traces = (await index.traces({ files: [name] })).filter(
      (trace) => !isImported(trace) && trace.metadata?.writer !== "",
    );
    for (const step of traces.flatMap(stepsIn)) {
      if (step.path !== name) continue;
      if (names.size < mostNames) names.add(step.from);
      if (step.change === null && step.after !== null && step.after !== step.before) found.push(step);
    }
  }
  return found;
}
