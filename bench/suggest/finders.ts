import { openDocumentSuggester, openSuggester } from "@writ/engine/suggest";
import type { Finders } from "./quality.ts";
import { readAbilities, readDocuments } from "./set.ts";
import { substringAbilities, substringDocuments } from "./substring.ts";

const idsOf = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id);

/** Ours, over the abilities and documents of the set. */
export function openOurs(
  folder: string,
  { examples = true, atLeast }: { examples?: boolean; atLeast?: number } = {},
): Finders {
  const abilities = readAbilities(folder).map((ability) => (examples ? ability : { ...ability, examples: [] }));
  const suggester = openSuggester(abilities);
  const documents = openDocumentSuggester(readDocuments(folder));
  const options = atLeast === undefined ? {} : { atLeast };
  return {
    abilities: (message) => idsOf(suggester.suggest(message, options)),
    documents: (message) => idsOf(documents.suggest(message, options)),
  };
}

/** The substring matcher over the same. */
export const openSubstrings = (folder: string): Finders => ({
  abilities: substringAbilities(readAbilities(folder)),
  documents: substringDocuments(readDocuments(folder)),
});
