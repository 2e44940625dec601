import { openSuggester } from "@writ/engine/suggest";
import { percentile } from "../row.ts";
import { openOurs, openSubstrings } from "./finders.ts";
import { type Finders, type Quality, qualityOf } from "./quality.ts";
import { type Part, type Prompt, readAbilities, readPrompts } from "./set.ts";

/** The quality of each part. */
export type Qualities = Record<Part, Quality>;

/** Asks a finder for all prompts, part by part. */
export function measureQuality(prompts: readonly Prompt[], finders: Finders): Qualities {
  const of = (part: Part): Quality =>
    qualityOf(
      prompts.filter((prompt) => prompt.part === part),
      finders,
    );
  return { plain: of("plain"), typos: of("typos"), paraphrases: of("paraphrases"), nothing: of("nothing") };
}

/** Milliseconds of a warm suggestion, and of reading the abilities for the first time. */
export function measureTime(folder: string, rounds = 20): { p50: number; p99: number; build: number } {
  const abilities = readAbilities(folder);
  const start = performance.now();
  const suggester = openSuggester(abilities);
  const build = performance.now() - start;
  const times = readPrompts(folder).map(({ text }) => {
    // The best of each: whatever else the machine does only adds to it.
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round += 1) {
      const before = performance.now();
      suggester.suggest(text);
      best = Math.min(best, performance.now() - before);
    }
    return best;
  });
  return { p50: percentile(times, 50), p99: percentile(times, 99), build };
}

/** A repository has a dozen abilities rather than two hundred: what is asked for is then rarely there. */
export function measureSmall(folder: string): { found: number; falseSuggestions: number } {
  const abilities = readAbilities(folder);
  const step = 17;
  let [own, found, others, wrong] = [0, 0, 0, 0];
  for (let offset = 0; offset < step; offset += 1) {
    const some = abilities.filter((_, at) => at % step === offset);
    const ids = new Set(some.map(({ id }) => id));
    const suggester = openSuggester(some);
    for (const { part, text, abilities: want } of readPrompts(folder)) {
      if (part === "paraphrases" || (part !== "nothing" && want.length === 0)) continue;
      const first = suggester.suggest(text)[0]?.id;
      if (want.some((id) => ids.has(id))) {
        own += 1;
        if (first !== undefined && want.includes(first)) found += 1;
      } else {
        others += 1;
        if (first !== undefined) wrong += 1;
      }
    }
  }
  return { found: found / own, falseSuggestions: wrong / others };
}

/** The matchers that are compared. */
export const openAll = (folder: string): Record<"writ" | "asked" | "noExamples" | "substring", Finders> => ({
  writ: openOurs(folder),
  // Somebody asks which one fits, so the best guess is welcome too.
  asked: openOurs(folder, { atLeast: 0 }),
  noExamples: openOurs(folder, { examples: false }),
  substring: openSubstrings(folder),
});
