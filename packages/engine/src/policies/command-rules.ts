import type { Config } from "@writ/contracts";

/** What the project says about commands. */
export type CommandRules = Config["commands"];

/** A word of a command, as far as it is known before the command runs. */
export interface CommandWord {
  readonly literal: string | null;
  /** Whether it surely becomes exactly one word. */
  readonly single: boolean;
}

/** The rule that counts for a command, and whether it surely matches. */
export interface RuleFound {
  readonly kind: "allow" | "ask" | "deny";
  readonly pattern: string;
  readonly why: string;
  /** Some words are only known when it runs, so that it may be what the rule means. */
  readonly maybe: boolean;
}

/**
 * Whether a command is what a pattern means. A pattern is words: `*` is any one word, `**` at the end is any words or
 * none, every other word is itself. `maybe`: a word that counts is only known when the command runs.
 */
export function matchesRule(words: readonly CommandWord[], pattern: string): "yes" | "maybe" | "no" {
  const wanted = pattern.trim().split(/\s+/);
  const open = wanted.at(-1) === "**";
  if (open) wanted.pop();
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

/** The strictest rule over a command; `null` when none is about it. A rule that permits must surely match. */
export function ruleOver(words: readonly CommandWord[], rules: CommandRules): RuleFound | null {
  const bare = named(words, (name) => name.split("/").at(-1) ?? name);
  for (const kind of ["deny", "ask"] as const) {
    const found = firstOf(bare, kind, rules);
    if (found !== null) return found;
  }
  // A file of that name anywhere but in the system's folders may be any program.
  const system = named(words, (name) => /^\/(?:usr\/)?bin\/([^/]+)$/.exec(name)?.[1] ?? name);
  const allowed = firstOf(system, "allow", rules);
  return allowed?.maybe === false ? allowed : null;
}

/** The pattern of a rule, and why it is there. */
export function ruleText(rule: CommandRules["allow"][number]): { match: string; why: string } {
  return typeof rule === "string" ? { match: rule, why: "" } : { match: rule.match, why: rule.why ?? "" };
}

function firstOf(words: readonly CommandWord[], kind: RuleFound["kind"], rules: CommandRules): RuleFound | null {
  let possible: RuleFound | null = null;
  for (const rule of rules[kind]) {
    const { match, why } = ruleText(rule);
    const answer = matchesRule(words, match);
    if (answer === "yes") return { kind, pattern: match.trim(), why, maybe: false };
    if (answer === "maybe") possible ??= { kind, pattern: match.trim(), why, maybe: true };
  }
  return possible;
}

function named(words: readonly CommandWord[], name: (literal: string) => string): readonly CommandWord[] {
  const [first, ...rest] = words;
  return first?.literal == null ? words : [{ ...first, literal: name(first.literal) }, ...rest];
}
