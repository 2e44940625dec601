import type { Ability } from "@writ/contracts";
import type { BenchDocument } from "./set.ts";

/** A way to find what a message asks for: the ids, best first. */
export type Finder = (message: string) => string[];

/**
 * What people use today, as `skill-rules.json` does it: an entry fits when the message holds one of its keywords, letter
 * for letter but for their size. The more keywords, the better; of equals, the one declared first.
 */
function openSubstring(entries: readonly { readonly id: string; readonly keywords: readonly string[] }[]): Finder {
  return (message) => {
    const small = message.toLowerCase();
    return entries
      .map(({ id, keywords }) => ({ id, hits: keywords.filter((word) => small.includes(word.toLowerCase())).length }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits)
      .slice(0, 3)
      .map(({ id }) => id);
  };
}

export const substringAbilities = (abilities: readonly Ability[]): Finder => openSubstring(abilities);

export const substringDocuments = (documents: readonly BenchDocument[]): Finder =>
  openSubstring(
    documents.map(({ id, topics }) => ({ id, keywords: topics.map((topic) => topic.replaceAll("_", " ")) })),
  );
