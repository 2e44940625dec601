import type { Entry, Place } from "./entry.ts";
import { type Lexicon, openLexicon } from "./lexicon.ts";
import { stopWords, weakWords } from "./stop-words.ts";
import { stemOf } from "./words.ts";

/** One text of an entry, as stems. */
export interface Phrase {
  readonly place: Place;
  readonly text: string;
  readonly stems: readonly string[];
  /** How much all its stems say. */
  readonly weight: number;
  /** How many of its words say something at all, from 0 to 1. */
  readonly dense: number;
}

/** An entry, ready to be compared. */
export interface Indexed {
  readonly entry: Entry;
  readonly phrases: readonly Phrase[];
  /** The places each stem stands in, the telling one first. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
}

export interface EntryIndex {
  readonly lexicon: Lexicon;
  readonly entries: readonly Indexed[];
  /** Which entries a stem stands in, by their place in the list. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
  /** How many entries a stem stands in. */
  count(stem: string): number;
  /** How much a stem says, from 0 to 1. */
  weightOf(stem: string): number;
}

const order: readonly Place[] = ["name", "keywords", "examples", "summary", "use"];
const weakStems = new Set([...weakWords].map(stemOf));

/** Longer texts are descriptions of something else. */
const longestText = 1_000;

/** Reads all entries once. */
export function openIndex(entries: readonly Entry[]): EntryIndex {
  const size = entries.length;
  const texts = entries.map((entry) =>
    entry.texts.map(({ place, text }) => ({ place, text: text.slice(0, longestText) })),
  );
  const lexicon = openLexicon(texts.flatMap((list) => list.map(({ text }) => text)));
  const read = texts.map((list) => list.map(({ place, text }) => ({ place, text, ...stemsOf(text, lexicon) })));
  const holders = new Map<string, number[]>();
  for (const [at, phrases] of read.entries()) {
    for (const stem of new Set(phrases.flatMap((phrase) => phrase.stems))) {
      const list = holders.get(stem);
      if (list === undefined) holders.set(stem, [at]);
      else list.push(at);
    }
  }
  const count = (stem: string): number => holders.get(stem)?.length ?? 0;
  const weightOf = (stem: string): number => {
    const rare = Math.log(1 + size / Math.max(count(stem), 1)) / Math.log(1 + size);
    return weakStems.has(stem) ? 0.3 * rare : 0.35 + 0.65 * rare;
  };
  const indexed = entries.map((entry, at): Indexed => {
    const phrases = (read[at] ?? []).map((phrase) => ({
      ...phrase,
      weight: phrase.stems.reduce((sum, stem) => sum + weightOf(stem), 0),
    }));
    return { entry, phrases, places: placesOf(phrases) };
  });
  return { lexicon, entries: indexed, holders, count, weightOf };
}

function stemsOf(text: string, lexicon: Lexicon): Pick<Phrase, "stems" | "dense"> {
  const units = lexicon.unitsOf(text);
  const telling = units.filter((unit) => !stopWords.has(unit.text.toLowerCase()));
  return {
    stems: [...new Set(telling.map((unit) => unit.stem))],
    dense: units.length === 0 ? 0 : telling.length / units.length,
  };
}

function placesOf(phrases: readonly Phrase[]): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const place of order) {
    for (const phrase of phrases) {
      if (phrase.place !== place) continue;
      for (const stem of phrase.stems) {
        const list = places.get(stem);
        if (list === undefined) places.set(stem, [place]);
        else if (!list.includes(place)) list.push(place);
      }
    }
  }
  return places;
}
