import { openCompounds, type Unit } from "./compounds.ts";
import { stopWords } from "./stop-words.ts";
import { thesaurus } from "./thesaurus.ts";
import { type Near, nearestOf } from "./typo.ts";
import { stemOf, wordsOf } from "./words.ts";

/** The words a set of texts is written in, and how a message's words are led back to them. */
export interface Lexicon {
  /** The words of a text, with `sign up` and `sign-up` made one where `signup` is a word. */
  unitsOf(text: string): Unit[];
  has(stem: string): boolean;
  /** A word of a stem, to show to people. */
  wordOf(stem: string): string;
  /** The stems of the words a word is made of that its writer ran together, as `featureflag`. */
  partsOf(word: string): readonly string[] | undefined;
  /** What somebody probably meant who wrote a word that is not known. */
  nearest(word: string): Near | undefined;
}

const mostRemembered = 5_000;

/** Learns the words of all texts, and those of the thesaurus. */
export function openLexicon(texts: readonly string[]): Lexicon {
  const known = new Set<string>();
  const learned = new Set<string>();
  const shown = new Map<string, string>();
  const spelled = new Map<string, string>();
  for (const word of stopWords) spelled.set(word, stemOf(word));
  const learn = (word: string): void => {
    const small = word.toLowerCase();
    if (learned.has(small)) return;
    learned.add(small);
    const stem = stemOf(small);
    known.add(stem);
    spelled.set(small, stem);
    if (!shown.has(stem)) shown.set(stem, small);
  };
  // The texts first: what they say is what people are shown.
  const words = texts.map(wordsOf);
  for (const list of words) list.forEach(learn);
  for (const group of thesaurus) group.forEach(learn);
  const stems = new Map([...known].map((stem) => [stem, stem]));
  const compounds = openCompounds(words, spelled);
  const remembered = new Map<string, Near | undefined>();
  return {
    unitsOf: (text) => compounds.merge(wordsOf(text)),
    has: (stem) => known.has(stem),
    wordOf: (stem) => shown.get(stem) ?? stem,
    partsOf: (word) => compounds.partsOf(word.toLowerCase()),
    nearest(word) {
      const small = word.toLowerCase();
      if (remembered.has(small)) return remembered.get(small);
      // `scaning` is far from `scan`, its stem is not.
      const stem = stemOf(small);
      const found = nearestOf(small, spelled) ?? (stem === small ? undefined : nearestOf(stem, stems));
      if (remembered.size > mostRemembered) remembered.clear();
      remembered.set(small, found);
      return found;
    },
  };
}
