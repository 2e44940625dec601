import { codeStems } from "./cue.ts";
import type { EntryIndex } from "./entry-index.ts";
import { stopWords, weakWords } from "./stop-words.ts";
import { synonymsOf } from "./synonyms.ts";
import { stemOf } from "./words.ts";

/** How a message's word was led to an entry's word. */
export type Way = "same" | "typo" | "synonym";

/** One word of a message that says something. */
export interface Term {
  /** As it stands in the message. */
  readonly text: string;
  /** How much it says, from 0 to about 1. */
  readonly weight: number;
  /** Whether it is a word about the text of a program. */
  readonly aboutCode: boolean;
  /** The stems it may stand for, how sure that is, and why. */
  readonly readings: ReadonlyMap<string, { readonly sure: number; readonly way: Way }>;
}

const stems = (words: ReadonlySet<string>): ReadonlySet<string> => new Set([...words].map(stemOf));
const weakStems = stems(weakWords);

const stopStems = stems(stopWords);

const sureOfTypo = 0.85;
const sureOfSynonym = 0.6;
const shortestSure = 6;

/** The words of a clause that say something, each with what it may stand for. */
export function termsOf(clause: string, index: EntryIndex): Term[] {
  const { lexicon } = index;
  const terms: Term[] = [];
  for (const [at, { text, stem }] of lexicon.unitsOf(clause).entries()) {
    const small = text.toLowerCase();
    if (stopWords.has(small) || (small.length < 2 && !/\p{Lo}/u.test(small))) continue;
    const parts = index.count(stem) === 0 ? lexicon.partsOf(text) : undefined;
    if (parts !== undefined) {
      for (const part of parts) if (!stopStems.has(part)) terms.push(termOf(text, part, at, index));
      continue;
    }
    const near = lexicon.has(stem) ? undefined : lexicon.nearest(text);
    // A slip in a word that says nothing still says nothing.
    if (near?.stems.some((found) => stopStems.has(found))) continue;
    terms.push(termOf(text, stem, at, index));
  }
  return terms;
}

function termOf(text: string, stem: string, at: number, index: EntryIndex): Term {
  const readings = readingsOf(text, stem, index);
  return { text, weight: weightOf(text, stem, at, readings, index), aboutCode: codeStems.has(stem), readings };
}

function readingsOf(text: string, stem: string, { lexicon, count }: EntryIndex): Term["readings"] {
  const readings = new Map<string, { sure: number; way: Way }>();
  const add = (reading: string, sure: number, way: Way): void => {
    if (count(reading) > 0 && (readings.get(reading)?.sure ?? 0) < sure) readings.set(reading, { sure, way });
  };
  const around = (from: string, sure: number, way: Way): void => {
    add(from, sure, way);
    for (const other of synonymsOf(from)) add(other, sure * sureOfSynonym, way === "same" ? "synonym" : way);
  };
  // A return is no refund: words about code mean what they say.
  if (codeStems.has(stem)) add(stem, 1, "same");
  else around(stem, 1, "same");
  if (lexicon.has(stem) || weakStems.has(stem) || codeStems.has(stem)) return readings;
  const near = lexicon.nearest(text);
  for (const found of near?.stems ?? []) {
    const sure = sureOfTypo ** (near?.slips ?? 1);
    // A short word is one slip away from too many others to go on from there.
    if (text.length < shortestSure) add(found, sure, "typo");
    else around(found, sure, "typo");
  }
  return readings;
}

function weightOf(text: string, stem: string, at: number, readings: Term["readings"], index: EntryIndex): number {
  const isKnown = index.count(stem) > 0;
  if (readings.size === 0 && /^\p{N}/u.test(text)) return 0.1;
  if (codeStems.has(stem) && !isKnown) return 1.2;
  // A name: it says whom the request is about, not what is wanted.
  if (readings.size === 0 && at > 0 && /^\p{Lu}/u.test(text)) return 0.2;
  if (readings.size === 0 && !weakStems.has(stem)) return 0.7;
  const meant = isKnown ? [] : [...readings].filter(([, { way }]) => way === "typo").map(([reading]) => reading);
  return Math.min(index.weightOf(stem), ...meant.map(index.weightOf));
}
