import type { Cue } from "./cue.ts";
import type { Evidence } from "./evidence.ts";

// Fitted to the tuning part of bench/suggest and rounded; `npm run bench:suggest` tells whether they still hold.
const weights = { covered: 1.6, amount: 2.1, likeness: 1.65, named: 1.85, keyword: 0.95, telling: 1.5, lone: -0.65 };
const start = -5.2;

/** Below this, nothing is suggested: most messages need no ability. */
export const threshold = 0.36;

/** How much less a clause counts that looks like this. */
export type CueCosts = Readonly<Record<Cue, number>>;

/** What abilities are suggested by. */
export const abilityCosts: CueCosts = { talk: 2, edit: 1.8, concept: 1.5, howto: 0.7 };

/** How sure it is that an entry is what the clause asks for, from 0 to 1. */
export function confidenceOf(evidence: Evidence, cue: Cue | undefined, costs: CueCosts): number {
  const sum =
    start +
    weights.covered * evidence.covered +
    weights.amount * (Math.min(evidence.amount, 2.5) / 2.5) +
    weights.likeness * evidence.likeness +
    weights.named * evidence.named +
    weights.keyword * (Math.min(evidence.keyword, 2) / 2) +
    weights.telling * (Math.min(evidence.telling, 3) / 3) +
    (evidence.telling < 2 ? weights.lone : 0) -
    (cue === undefined ? 0 : costOf(cue, evidence, costs));
  return 1 / (1 + Math.exp(-sum));
}

/** A message about code speaks less against an entry that is about the same words of code. */
const costOf = (cue: Cue, { strangeCode }: Evidence, costs: CueCosts): number =>
  cue === "edit" && !strangeCode ? costs.edit / 2 : costs[cue];
