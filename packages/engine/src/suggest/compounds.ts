import { stemOf } from "./words.ts";

/** A word, or two or three that make one. */
export interface Unit {
  readonly text: string;
  readonly stem: string;
}

/** Words written as one here and as two there. */
export interface Compounds {
  /** Makes one of words that are written as one elsewhere: `sign up`, `roll the release back`. */
  merge(words: readonly string[]): Unit[];
  /** Takes a word apart that is written as several elsewhere. */
  partsOf(word: string): readonly string[] | undefined;
}

const shortest = 5;
const particles = new Set(["back", "down", "in", "off", "on", "out", "over", "up"]);
const furthest = 4;

/** Knows what is written as one word (`spelled`), and which words stand side by side in the texts. */
export function openCompounds(texts: readonly (readonly string[])[], spelled: ReadonlyMap<string, string>): Compounds {
  let joined: ReadonlyMap<string, readonly string[]> | undefined;
  const isOne = (word: string): boolean =>
    word.length >= shortest && (spelled.has(word) || (word.endsWith("s") && spelled.has(word.slice(0, -1))));
  return {
    merge(words) {
      const small = words.map((word) => word.toLowerCase());
      const hasParticle = small.some((word) => particles.has(word));
      const units: Unit[] = [];
      for (let at = 0; at < words.length; ) {
        const size = sizeOf(small, at, isOne);
        const verb = size === 1 && hasParticle ? withParticle(small, at, spelled) : undefined;
        const whole = small.slice(at, at + size).join("");
        units.push({ text: words.slice(at, at + size).join(" "), stem: stemOf(verb ?? whole) });
        at += size;
      }
      return units;
    },
    partsOf(word) {
      joined ??= join(texts);
      const parts = joined.get(word) ?? (word.endsWith("s") ? joined.get(word.slice(0, -1)) : joined.get(`${word}s`));
      return parts?.map(stemOf);
    },
  };
}

/** How many words from here make one. */
function sizeOf(words: readonly string[], at: number, isOne: (word: string) => boolean): number {
  const [first = "", second, third] = [words[at], words[at + 1], words[at + 2]];
  if (second === undefined) return 1;
  if (third !== undefined && isOne(first + second + third)) return 3;
  return isOne(first + second) ? 2 : 1;
}

/** A verb and what belongs to it, a few words later: `rollback` of `rolled the release back`. */
function withParticle(words: readonly string[], at: number, spelled: ReadonlyMap<string, string>): string | undefined {
  const verb = stemOf(words[at] ?? "");
  if (verb.length < 3) return undefined;
  for (const word of words.slice(at + 1, at + 1 + furthest)) {
    if (particles.has(word) && spelled.has(verb + word)) return verb + word;
  }
  return undefined;
}

function join(texts: readonly (readonly string[])[]): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, readonly string[]>();
  for (const words of texts) {
    for (let at = 0; at + 1 < words.length; at += 1) {
      for (const parts of [words.slice(at, at + 2), words.slice(at, at + 3)]) {
        const whole = parts.join("").toLowerCase();
        if (whole.length >= shortest && (parts[0] ?? "").length > 1 && !joined.has(whole)) joined.set(whole, parts);
      }
    }
  }
  return joined;
}
