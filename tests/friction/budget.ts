import type { Said } from "./replay.ts";

/** What replayed sessions cost the people who sat before them. */
export interface Budget {
  readonly sessions: number;
  readonly calls: number;
  readonly questions: number;
  readonly medianQuestions: number;
  /** Questions nobody wants to be asked. */
  readonly unwanted: number;
  /** Every task is one its intent covers, so every refusal is a wrong one. */
  readonly refusals: number;
  readonly refusedShare: number;
}

/** Counts questions and refusals. */
export function budgetOf(said: readonly Said[]): Budget {
  const asked = said.filter(({ verdict }) => verdict === "ask");
  const refusals = said.filter(({ verdict }) => verdict === "deny").length;
  const names = [...new Set(said.map(({ session }) => session))];
  const counts = names.map((name) => asked.filter(({ session }) => session === name).length).sort((a, b) => a - b);
  return {
    sessions: names.length,
    calls: said.length,
    questions: asked.length,
    medianQuestions: counts[Math.floor(counts.length / 2)] ?? 0,
    unwanted: asked.filter(({ call }) => call.wanted === undefined).length,
    refusals,
    refusedShare: said.length === 0 ? 0 : refusals / said.length,
  };
}
