import type { FileClass, MutationClass } from "@writ/contracts";
import { mutationClass } from "@writ/engine";
import { classifyChanges } from "../../packages/runtime/src/mutation/classify.ts";
import { openParser } from "../../packages/runtime/src/mutation/parser.ts";
import type { Pair } from "./set.ts";

/** What the two ways of telling said of one pair. */
export interface Answer {
  readonly pair: Pair;
  readonly trees: MutationClass;
  readonly tokens: MutationClass;
  readonly ms: number;
  readonly files: ReadonlyMap<string, FileClass>;
}

/** Asks both ways of telling, by trees and by tokens, for every pair. */
export async function measure(pairs: readonly Pair[]): Promise<Answer[]> {
  await openParser();
  const answers: Answer[] = [];
  for (const pair of pairs) {
    const start = performance.now();
    const found = await classifyChanges(pair.changed);
    const ms = performance.now() - start;
    answers.push({ pair, trees: found.class, tokens: mutationClass(pair.changed), ms, files: found.files });
  }
  return answers;
}

/** How many of a set were told rightly. */
export interface Score {
  readonly count: number;
  readonly trees: number;
  readonly tokens: number;
  /** Behaviour that changed, taken for form: the mistake that matters. */
  readonly missed: number;
}

export function scoreOf(answers: readonly Answer[]): Score {
  const right = (by: "trees" | "tokens"): number => answers.filter((one) => one[by] === one.pair.expected).length;
  const missed = answers.filter(({ pair, trees }) => pair.expected === "INTENT_EVOLUTION" && trees !== pair.expected);
  return { count: answers.length, trees: right("trees"), tokens: right("tokens"), missed: missed.length };
}
