import type { Arg } from "../syntax/arg.ts";
import { nameOf } from "./output-names.ts";

/** One way to read a word as an option of a tool whose options nobody listed. */
export interface OptionWord {
  /** As it is spelled, without dashes. */
  readonly spelled: string;
  /** In the way of writing that all share: `exec-argv`; a letter stays as it is. */
  readonly name: string;
  /** What stands in the same word behind `=` or `:`. */
  readonly joined?: string;
}

/** `--name`, `--name=value`, `-name=value`, `-name:value`. */
const option = /^--?([A-Za-z@][\w.+-]*)(?:[=:](.*))?$/s;
/** `-Dname=value`, `-Dpart.name`, `-P:name=value`, `-p:name=value`, `--property:name=value`. */
const property = /^(?:--?[DP]:?(?=[A-Za-z][\w-]*[=.])|--?p(?:roperty)?:)([A-Za-z][\w.+-]*)(?:=(.*))?$/s;
/** `-dauto_prepend_file=x`, as PHP is told; in another tool the `d` may belong to the name. */
const setting = /^-d([a-z]+_[\w.+-]*)(?:=(.*))?$/s;

/** Longer ones no tool has. */
const longestName = 100;

const none: readonly OptionWord[] = [];
const nothing: readonly Told[] = [];

/** The options a word may be. Several judges look at each word, so what the last words were is kept. */
export function optionsIn(text: string): readonly OptionWord[] {
  if (!text.startsWith("-")) return none;
  const known = kept.get(text);
  if (known !== undefined) return known;
  const own = read(property, text);
  const found = own.length > 0 ? own : [...read(option, text), ...read(setting, text)];
  if (kept.size >= mostKept) kept.clear();
  if (text.length <= longestName) kept.set(text, found);
  return found;
}

const kept = new Map<string, readonly OptionWord[]>();
const mostKept = 200;

function read(pattern: RegExp, text: string): OptionWord[] {
  const [, spelled, joined] = pattern.exec(text) ?? [];
  if (spelled === undefined) return [];
  const name = spelled.length === 1 ? spelled : nameOf(spelled.slice(-longestName));
  return [{ spelled, name, ...(joined !== undefined && { joined }) }];
}

/** An option, and a value it may have. */
export interface Told {
  readonly name: string;
  readonly value: string | null;
  /** The value stands in the same word behind a sign, right behind a letter, or is the next word, if it is one at all. */
  readonly form: "signed" | "glued" | "next";
  /** The word the value is, where it is one of its own. */
  readonly word?: Arg | undefined;
}

/** `-ovalue`, which may also be letters one after another. */
const letter = /^-([A-Za-z])([^-=:].*)$/s;

/** What the word at this place may tell a tool, in each way it can be read. */
export function toldAt(args: readonly Arg[], index: number): readonly Told[] {
  const text = args[index]?.literal ?? "";
  if (!text.startsWith("-") || text === "--") return nothing;
  const next = args[index + 1];
  const [, short, rest] = letter.exec(text) ?? [];
  const isGlued = short !== undefined && rest !== undefined && !/^-[DP]/.test(text);
  return [
    ...(isGlued ? [{ name: short, value: rest, form: "glued" as const }] : []),
    ...optionsIn(text).map(
      ({ name, joined }): Told =>
        joined === undefined
          ? { name, value: next?.literal ?? null, form: "next", word: next }
          : { name, value: joined, form: "signed" },
    ),
  ];
}
