import type { Config } from "@writ/contracts";
import { type Match, readPattern, type Words } from "./rule-words.ts";
import { matchesFlags } from "./same-flags.ts";

/** What the project says about commands. */
export type CommandRules = Config["commands"];

/** The rule that counts for a command, and whether it surely matches. */
export interface RuleFound {
  readonly kind: "allow" | "ask" | "deny";
  readonly pattern: string;
  readonly why: string;
  /** Some words are only known when it runs, or options stand where they may change what it is. */
  readonly maybe: boolean;
}

/**
 * Whether a command is what a pattern means. A pattern is words: `*` is any one word, `**` at the end is any words or
 * none, every other word is itself. `maybe`: a word that counts is only known when the command runs.
 */
export function matchesRule(words: Words, pattern: string): Match {
  const { wanted, open } = readPattern(pattern);
  let sure = true;
  for (const [at, want] of wanted.entries()) {
    const word = words[at];
    if (word === undefined) return "no";
    // Several words may come of this one, so nothing behind it is where it seems to be.
    if (!word.single) return "maybe";
    if (want === "*") continue;
    if (word.literal === null) sure = false;
    else if (word.literal !== want) return "no";
  }
  const rest = words.slice(wanted.length);
  if (!open && rest.some(({ single }) => single)) return "no";
  if (!open && rest.length > 0) return "maybe";
  return sure ? "yes" : "maybe";
}

/**
 * The strictest rule over a command; `null` when none is about it. A rule that permits must surely match the words as
 * they are, and hold here; one that asks or denies holds for every spelling of the same.
 */
export function ruleOver(
  words: Words,
  rules: CommandRules,
  spellings: readonly Words[] = [],
  holds: (allowed: string) => boolean = () => true,
): RuleFound | null {
  const bare = named(words, (name) => name.split("/").at(-1) ?? name);
  for (const kind of ["deny", "ask"] as const) {
    const found = firstOf(kind, rules, (pattern) => strictest([bare, ...spellings], pattern));
    if (found !== null) return found;
  }
  // A file of that name anywhere but in the system's folders may be any program.
  const system = named(words, (name) => /^\/(?:usr\/)?bin\/([^/]+)$/.exec(name)?.[1] ?? name);
  const allowed = firstOf("allow", rules, (pattern) =>
    opensStar(system, pattern) || !holds(pattern) ? "no" : matchesRule(system, pattern),
  );
  return allowed?.maybe === false ? allowed : null;
}

/** The pattern of a rule, and why it is there. */
export function ruleText(rule: CommandRules["allow"][number]): { match: string; why: string } {
  return typeof rule === "string" ? { match: rule, why: "" } : { match: rule.match, why: rule.why ?? "" };
}

function strictest(spellings: readonly Words[], pattern: string): Match {
  const answers = spellings.flatMap((words) => [matchesRule(words, pattern), matchesFlags(words, pattern)]);
  if (answers.includes("yes")) return "yes";
  return answers.includes("maybe") || spellings.some((words) => mayMean(words, pattern)) ? "maybe" : "no";
}

/** Whether a command is what a pattern means once options before a word of the pattern, with a value or without, are left out. */
function mayMean(words: Words, pattern: string): boolean {
  const { wanted, open } = readPattern(pattern);
  const [program, ...verbs] = wanted;
  if (words[0]?.literal !== program) return false;
  const isShort = (text: string, want: string) => program === "npm" && text.length > 1 && want.startsWith(text);
  const tried = new Set<string>();
  /** Whether the words from `at` on can be the pattern's from `next` on. */
  const fits = (at: number, next: number): boolean => {
    const key = `${at} ${next}`;
    if (tried.has(key)) return false;
    tried.add(key);
    const want = verbs[next];
    const word = words[at];
    if (want === undefined) return open || word === undefined;
    if (word === undefined) return false;
    if (!word.single) return true;
    const { literal } = word;
    if ((want === "*" || literal === null || literal === want || isShort(literal, want)) && fits(at + 1, next + 1))
      return true;
    return literal?.startsWith("-") === true && (fits(at + 1, next) || (words.length > at + 2 && fits(at + 2, next)));
  };
  return fits(1, 0);
}

/** Whether `*` in a rule that permits would stand for an option, a setting, or a word that turns its meaning round: `+main`. */
function opensStar(words: Words, pattern: string): boolean {
  return readPattern(pattern).wanted.some(
    (want, at) => want === "*" && (words[at]?.literal == null || /^[-+:]|=/.test(words[at].literal)),
  );
}

function firstOf(kind: RuleFound["kind"], rules: CommandRules, matches: (pattern: string) => Match): RuleFound | null {
  let possible: RuleFound | null = null;
  for (const rule of rules[kind]) {
    const { match, why } = ruleText(rule);
    const answer = matches(match);
    if (answer === "yes") return { kind, pattern: match.trim(), why, maybe: false };
    if (answer === "maybe") possible ??= { kind, pattern: match.trim(), why, maybe: true };
  }
  return possible;
}

function named(words: Words, name: (literal: string) => string): Words {
  const [first, ...rest] = words;
  return first?.literal == null ? words : [{ ...first, literal: name(first.literal) }, ...rest];
}
