import { type Spelling, spellingOf } from "./flag-letters.ts";
import { type CommandWord, type Match, readPattern, type Words } from "./rule-words.ts";

/**
 * Whether a command is what a pattern with options means, however they are spelled and wherever they stand: `rm -rf **`
 * is also `rm -r x --force`. Only for rules that ask or deny.
 */
export function matchesFlags(words: Words, pattern: string): Match {
  const { wanted, open } = readPattern(pattern);
  const asked = wanted.filter(isFlag);
  if (asked.length === 0 || wanted.includes("--")) return "no";
  const names = wanted.filter((word) => !isFlag(word));
  const ends = words.findIndex(({ literal }) => literal === "--");
  const before = ends === -1 ? words : words.slice(0, ends);
  const spelling = spellingOf(names);
  const standing = placesOf(words, before, names, open);
  if (standing === "no") return "no";
  const options = optionsOf(asked, before, spelling);
  if (options === "no") return before.some(mayBeFlag) ? "maybe" : "no";
  // A rule that is closed speaks of these options and no more.
  const isMore = !open && before.some(({ literal }) => literal !== null && isFlag(literal) && !asked.includes(literal));
  const isSame = !isMore || optionsOf(textsOf(before), asked.map(known), spelling) === "yes";
  return standing === "yes" && options === "yes" && isSame ? "yes" : "maybe";
}

const isFlag = (text: string): boolean => /^--?[A-Za-z0-9]/.test(text);
const known = (literal: string): CommandWord => ({ literal, single: true });
const textsOf = (words: Words): string[] => words.flatMap(({ literal }) => literal ?? []).filter(isFlag);

/** Whether a word nobody knows may be an option. What follows an option is taken for its value. */
function mayBeFlag({ literal, head = "", single }: CommandWord, index: number, words: Words): boolean {
  if (literal !== null) return false;
  if (!single || head.startsWith("-")) return true;
  return head === "" && !isFlag(words[index - 1]?.literal ?? "");
}

/** Whether the words that are no options are those of the pattern, in its order. */
function placesOf(words: Words, before: Words, names: readonly string[], open: boolean): Match {
  let sure = true;
  let next = 0;
  for (const [at, word] of words.entries()) {
    if (at < before.length && word.literal !== null && isFlag(word.literal)) continue;
    if (word.literal === "--" && at === before.length) continue;
    const want = names[next];
    const isValue = at > 0 && at < before.length && isFlag(words[at - 1]?.literal ?? "");
    if (want === undefined) {
      if (open) break;
      if (word.single && !isValue) return "no";
      sure = false;
    } else if (!word.single) return "maybe";
    else if (want === "*" || word.literal === want) next += 1;
    else if (word.literal === null) {
      sure = false;
      next += 1;
    } else if (isValue) sure = false;
    else return "no";
  }
  if (next < names.length) return "no";
  return sure ? "yes" : "maybe";
}

/** Whether a command has all of these options. */
function optionsOf(asked: readonly string[], words: Words, spelling: Spelling): Match {
  const sure = asked.every((text) => isGiven(text, words, spelling, spelling.namesOf));
  if (sure) return "yes";
  const both = (letter: string) => [...spelling.namesOf(letter), ...spelling.guessesOf(letter)];
  return asked.every((text) => isGiven(text, words, spelling, both)) ? "maybe" : "no";
}

type Naming = Spelling["namesOf"];

function isGiven(asked: string, words: Words, spelling: Spelling, naming: Naming): boolean {
  const { name, value } = parted(asked);
  const given = words.flatMap(({ literal }, index) => flagsOf(literal, words[index + 1], spelling, naming));
  const has = (one: string): boolean =>
    given.some((flag) => same(one, flag) && (value === undefined || value === flag.value));
  if (has(name)) return true;
  const letters = lettersOf(asked, spelling);
  return letters.length > 0 && letters.every((letter) => namesFor(letter, naming).every(has));
}

interface Flag {
  readonly name: string;
  readonly value?: string | undefined;
  /** Programs take a beginning of a long name for the name. */
  readonly shortens: boolean;
}

/** The options one word of a command gives, by their long names where it has some. */
function flagsOf(literal: string | null, next: CommandWord | undefined, spelling: Spelling, naming: Naming): Flag[] {
  if (literal === null) return [];
  if (!isFlag(literal))
    return spelling.telling.flatMap(([form, name]) => (form.test(literal) ? { name, shortens: false } : []));
  const { name, value = next?.literal ?? undefined } = parted(literal);
  if (/=(false|no|0)$/.test(literal)) return [];
  const letters = lettersOf(literal, spelling).flatMap((letter) => namesFor(letter, naming));
  return [
    { name, value, shortens: literal.startsWith("--") },
    ...letters.map((one) => ({ name: one, value, shortens: false })),
  ];
}

/** `--name=value`, `-name`: a name of one letter keeps its dash, since `-f` is not `--f`. */
function parted(text: string): { name: string; value?: string } {
  const [, dashes = "", rest = "", value] = /^(--?)([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const name = dashes === "-" && rest.length === 1 ? `-${rest}` : rest;
  return value === undefined ? { name } : { name, value };
}

/** The letters of `-rf`; none for a word that is a name. */
function lettersOf(text: string, { divides }: Spelling): string[] {
  const [, cluster = ""] = /^-([A-Za-z0-9]+)$/.exec(text) ?? [];
  if (cluster.length > 1 && !divides) return [];
  return [...cluster];
}

function namesFor(letter: string, naming: Naming): readonly string[] {
  const names = naming(letter);
  return names.length === 0 ? [`-${letter}`] : names;
}

/** Whether an option of a command is the one that is asked for, also shortened: `--forc`, but not `--no` for `--no-verify`. */
function same(asked: string, { name, shortens }: Flag): boolean {
  if (asked === name) return true;
  return shortens && name.length > 1 && asked.startsWith(name) && asked.charAt(name.length) !== "-";
}
