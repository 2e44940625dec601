import type { Place } from "./entry.ts";
import type { Hit } from "./evidence.ts";
import type { Match, Matcher } from "./matcher.ts";

/** What people call the places of an entry. */
export type PlaceNames = Readonly<Record<Place, string>>;

/** Those of an ability. */
const abilityPlaces: PlaceNames = {
  name: "name",
  keywords: "keywords",
  examples: "examples",
  summary: "summary",
  use: "“when to use”",
};
const mostWords = 6;
const closeEnough = 0.6;

/** Says in one sentence, for a person, which words of the message led to a match and where they stand. */
export function reasonOf({ evidence, pattern }: Match, matcher: Matcher, names: PlaceNames = abilityPlaces): string {
  const unique = evidence.hits.filter((hit, at) => evidence.hits.findIndex(({ text }) => text === hit.text) === at);
  const telling = unique.filter((hit) => hit.telling);
  const hits = telling.length > 0 ? telling : unique;
  if (hits.length === 0) return pattern ? "Fits one of its patterns." : "Fits.";
  const words = hits.slice(0, mostWords).map((hit) => wordOf(hit, matcher));
  const places = [...new Set(hits.flatMap((hit) => hit.places.slice(0, 1)).map((place) => names[place]))];
  const { like, likeness } = evidence;
  const example =
    like?.place === "examples" && likeness >= closeEnough ? `; close to its example “${plain(like.text)}”` : "";
  return `Matches ${listed(words)} in its ${listed(places)}${example}${pattern ? "; fits one of its patterns" : ""}.`;
}

/** The word as it was written, and what it was taken for. */
function wordOf({ text, stem, way }: Hit, matcher: Matcher): string {
  return way === "same" ? `“${text}”` : `“${text}” (${matcher.wordOf(stem)})`;
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** One line of a registry's text, short. */
const plain = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 80);
