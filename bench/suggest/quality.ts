import type { Part, Prompt } from "./set.ts";
import type { Finder } from "./substring.ts";

/** Two ways to find things: abilities, and documents. */
export interface Finders {
  readonly abilities: Finder;
  readonly documents: Finder;
}

/** How well prompts were answered. Shares, from 0 to 1. */
export interface Quality {
  readonly prompts: number;
  /** The first suggestion is right. */
  readonly precisionAt1: number;
  /** One of the first three is right. */
  readonly recallAt3: number;
  /** An ability was suggested where none should be. */
  readonly falseSuggestions: number;
  /** The same of documents. */
  readonly falseDocuments: number;
}

/** Asks for every prompt of a part, and counts. */
export function qualityOf(prompts: readonly Prompt[], finders: Finders): Quality {
  let [first, three, wrong, wrongDocuments] = [0, 0, 0, 0];
  for (const { text, abilities, documents } of prompts) {
    if (abilities.length + documents.length === 0) {
      if (finders.abilities(text).length > 0) wrong += 1;
      if (finders.documents(text).length > 0) wrongDocuments += 1;
      continue;
    }
    const [want, find] = documents.length > 0 ? [documents, finders.documents] : [abilities, finders.abilities];
    const found = find(text).slice(0, 3);
    if (want.includes(found[0] ?? "")) first += 1;
    if (found.some((id) => want.includes(id))) three += 1;
  }
  const share = (count: number): number => (prompts.length === 0 ? 0 : count / prompts.length);
  return {
    prompts: prompts.length,
    precisionAt1: share(first),
    recallAt3: share(three),
    falseSuggestions: share(wrong),
    falseDocuments: share(wrongDocuments),
  };
}

/** What must hold, of any set of prompts: each a sentence when it does not. */
export function missedBars(ours: Record<Part, Quality>, substring: Record<Part, Quality>): string[] {
  const missed: string[] = [];
  const hold = (holds: boolean, sentence: string): void => {
    if (!holds) missed.push(sentence);
  };
  for (const part of ["plain", "typos"] as const) {
    hold(ours[part].recallAt3 >= 0.95, `${part}: recall@3 is below 0.95`);
    hold(ours[part].precisionAt1 >= 0.85, `${part}: precision@1 is below 0.85`);
  }
  const { recallAt3 } = ours.paraphrases;
  hold(
    recallAt3 > 0 && recallAt3 >= 2 * substring.paraphrases.recallAt3,
    "paraphrases: recall@3 is not twice the substring matcher's",
  );
  hold(ours.nothing.falseSuggestions <= 0.05, "nothing: more than 5 % false suggestions of abilities");
  hold(ours.nothing.falseDocuments <= 0.05, "nothing: more than 5 % false suggestions of documents");
  return missed;
}
