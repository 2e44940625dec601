import type { Place } from "./entry.ts";
import type { EntryIndex, Indexed, Phrase } from "./entry-index.ts";
import type { Term, Way } from "./terms.ts";

/** One word of a message that speaks for an entry. */
export interface Hit {
  readonly text: string;
  readonly stem: string;
  readonly way: Way;
  /** Whether it says more than words that fit almost anything. */
  readonly telling: boolean;
  readonly places: readonly Place[];
}

/** What speaks for an entry, as numbers from 0 to 1 unless said otherwise. */
export interface Evidence {
  readonly hits: readonly Hit[];
  /** Whether the message is about code in words the entry does not use. */
  readonly strangeCode: boolean;
  /** How much of what the message says the entry says as well. */
  readonly covered: number;
  /** How much that is, at any length of the message; a telling word is about 1. */
  readonly amount: number;
  /** How like the message the most similar single text is. */
  readonly likeness: number;
  /** That text. */
  readonly like: Phrase | undefined;
  /** How much of the entry's name the message says. */
  readonly named: number;
  /** How many different words speak for it that do not fit almost anything. */
  readonly telling: number;
  /** The telling words of a keyword that is there in full. */
  readonly keyword: number;
}

const tellingWeight = 0.32;

/** A name of one word says less than one of two. */
const fullName = 1.2;

const worth: Record<Place, number> = { name: 1, keywords: 1, examples: 0.95, summary: 0.9, use: 0.8 };

/** Weighs what the words of a clause say for one entry. */
export function evidenceFor(terms: readonly Term[], indexed: Indexed, index: EntryIndex): Evidence {
  const said = new Map<string, number>();
  const hits: Hit[] = [];
  const telling = new Set<string>();
  let total = 0;
  let amount = 0;
  let strangeCode = !terms.some((term) => term.aboutCode);
  for (const { text, weight, aboutCode, readings } of terms) {
    total += weight;
    let best = 0;
    let hit: Hit | undefined;
    for (const [stem, { sure, way }] of readings) {
      const places = indexed.places.get(stem);
      const [place] = places ?? [];
      if (places === undefined || place === undefined) continue;
      said.set(stem, Math.max(said.get(stem) ?? 0, sure));
      if (sure * worth[place] <= best) continue;
      best = sure * worth[place];
      hit = { text, stem, way, telling: weight >= tellingWeight, places };
    }
    amount += weight * best;
    if (hit === undefined) {
      strangeCode ||= aboutCode;
      continue;
    }
    hits.push(hit);
    if (hit.telling) telling.add(hit.stem);
  }
  const shareOf = ({ stems, weight }: Phrase): number => (weight === 0 ? 0 : told(stems, said, index) / weight);
  let likeness = 0;
  let like: Phrase | undefined;
  for (const phrase of indexed.phrases) {
    if (phrase.place === "name" || phrase.place === "keywords") continue;
    const similar = (2 * told(phrase.stems, said, index)) / (total + phrase.weight);
    if (similar > likeness) [likeness, like] = [similar, phrase];
  }
  const of = (place: Place): Phrase[] => indexed.phrases.filter((phrase) => phrase.place === place);
  const names = of("name");
  const whole = of("keywords").filter((phrase) => shareOf(phrase) > 0.8);
  // Words that fit almost anything say something together, if the author put them together.
  const together = [...names, ...whole].some(({ stems }) => stems.length > 1 && stems.every((stem) => said.has(stem)));
  return {
    hits,
    strangeCode,
    covered: total === 0 ? 0 : amount / total,
    amount,
    likeness: Math.min(likeness, 1),
    like,
    named: Math.max(0, ...names.map(({ stems, weight }) => told(stems, said, index) / Math.max(weight, fullName))),
    telling: together ? Math.max(telling.size, 2) : telling.size,
    // Of `right to be forgotten`, `forgotten` alone is little.
    keyword: Math.max(0, ...whole.map(({ stems, dense }) => dense * told(stems, said, index))),
  };
}

function told(stems: readonly string[], said: ReadonlyMap<string, number>, index: EntryIndex): number {
  return stems.reduce((sum, stem) => sum + (said.get(stem) ?? 0) * index.weightOf(stem), 0);
}
