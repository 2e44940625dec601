import { bomb } from "./bombs.ts";
import { openRandom, type Random } from "./random.ts";
import { sentence, type Vocabulary } from "./sentences.ts";

/** A random command line. */
export interface FuzzedLine {
  readonly command: string;
  /** It has a destructive command at its top, in plain sight: no reading of it may be harmless. */
  readonly destroys: boolean;
}

/** Makes random lines: sentences of the grammar, and known lines with their bits taken out, doubled, swapped and mixed. */
export function openFuzzer(seed: number, vocabulary: Vocabulary, known: readonly string[]): () => FuzzedLine {
  const random = openRandom(seed);
  return () => {
    const kind = random.below(10);
    if (kind < 2) return { command: sentence(random, vocabulary), destroys: false };
    if (kind < 4) return { command: inPlainSight(random, vocabulary), destroys: true };
    if (kind === 4 && random.once(20)) return { command: bomb(random), destroys: false };
    return { command: mutated(random, vocabulary, known), destroys: false };
  };
}

function inPlainSight(random: Random, vocabulary: Vocabulary): string {
  const parts = [random.pick(vocabulary.destructive)];
  if (!random.once(3)) parts.unshift(sentence(random, vocabulary), random.pick(["\n", "; ", "\n\n", " &\n"]));
  if (!random.once(3)) parts.push(random.pick(["\n", "; ", " && ", " || ", " | "]), sentence(random, vocabulary));
  return parts.join("");
}

function mutated(random: Random, { fragments }: Vocabulary, known: readonly string[]): string {
  let line = random.pick(known);
  const rounds = 1 + random.below(6);
  for (let round = 0; round < rounds; round += 1) line = random.pick(mutations)(line, random, { fragments, known });
  return line.slice(0, 20_000);
}

interface Stock {
  readonly fragments: readonly string[];
  readonly known: readonly string[];
}

type Mutation = (line: string, random: Random, stock: Stock) => string;

const put: Mutation = (line, random, { fragments }) => insert(line, placeIn(line, random), random.pick(fragments));

const mutations: readonly Mutation[] = [
  put,
  put,
  (line, random) => {
    const at = placeIn(line, random);
    return line.slice(0, at) + line.slice(at + 1 + random.below(4));
  },
  (line, random) => {
    const at = placeIn(line, random);
    const part = line.slice(at, at + 1 + random.below(20));
    return insert(line, at, part.repeat(1 + random.below(8)));
  },
  (line, random, { known }) => {
    const other = random.pick(known);
    return line.slice(0, placeIn(line, random)) + other.slice(placeIn(other, random));
  },
  (line, random, { known }) => `${line}${random.pick(["; ", " && ", " | ", "\n", " "])}${random.pick(known)}`,
  (line, random) => random.pick(["bash -c '", 'eval "', "( ", "{ ", "$( ", "x=$( ", "sudo ", "env A=1 ", "if "]) + line,
];

function placeIn(line: string, random: Random): number {
  return random.below(line.length + 1);
}

function insert(line: string, at: number, part: string): string {
  return line.slice(0, at) + part + line.slice(at);
}
