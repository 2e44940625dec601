import { type Arg, literal, mayBeOption, unknownWord } from "../syntax/arg.ts";
import type { Options } from "./rule.ts";

/** The options a program may be given; any other makes the whole command unknown. */
export type OptionSpec = Pick<Options, "flags" | "valued" | "long" | "longValued" | "words" | "data" | "ends">;

/** One option as the program reads it, without dashes. */
export interface Option {
  readonly name: string;
  readonly value?: Arg;
}

export interface Parsed {
  readonly options: readonly Option[];
  readonly operands: readonly Arg[];
}

/** Options and operands as the program would read them; `null` for an option that is not in the list or not known. */
export function parseOptions(args: readonly Arg[], spec: OptionSpec): Parsed | null {
  const options: Option[] = [];
  const operands: Arg[] = [];
  const queue = [...args];
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    const text = arg.literal;
    if (text === "--") {
      operands.push(...queue);
      break;
    }
    if (!mayBeOption(arg)) {
      operands.push(arg);
      continue;
    }
    const taken = text === null ? takeUnknown(arg, spec) : takeOption(text, queue, spec);
    if (taken === null) return null;
    options.push(...taken);
  }
  return { options, operands };
}

/** `--message="$text"`: the name is known, the value is data. */
function takeUnknown({ head, single }: Arg, spec: OptionSpec): Option[] | null {
  const name = /^--([a-z-]+)=/.exec(head)?.[1];
  if (name === undefined || !single || !spec.longValued?.includes(name)) return null;
  return [{ name, value: unknownWord }];
}

function takeOption(text: string, queue: Arg[], spec: OptionSpec): Option[] | null {
  if (spec.words?.test(text)) return [{ name: text }];
  return text.startsWith("--") ? takeLong(text.slice(2), queue, spec) : takeLetters(text.slice(1), queue, spec);
}

function takeLong(text: string, queue: Arg[], spec: OptionSpec): Option[] | null {
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  if (spec.long?.includes(name)) return equals === -1 ? [{ name }] : null;
  if (!spec.longValued?.includes(name)) return null;
  const value = equals === -1 ? queue.shift() : literal(text.slice(equals + 1));
  return value?.single ? [{ name, value }] : null;
}

function takeLetters(letters: string, queue: Arg[], spec: OptionSpec): Option[] | null {
  const options: Option[] = [];
  for (let index = 0; index < letters.length; index += 1) {
    const name = letters.charAt(index);
    if (spec.flags?.includes(name)) {
      options.push({ name });
      continue;
    }
    if (!spec.valued?.includes(name)) return null;
    const rest = letters.slice(index + 1);
    const value = rest === "" ? queue.shift() : literal(rest);
    return value?.single ? [...options, { name, value }] : null;
  }
  return options;
}

/**
 * The first option that is not in the list, or `null`. Values are not skipped, and `--` seldom ends anything: a word that
 * begins with a dash must be harmless wherever it stands, because programs differ in what they take for a value.
 */
export function strayOption(args: readonly Arg[], allowed: OptionSpec): string | null {
  // Whether the word before may be a value, or surely names a pattern: `rg -e -e --pre=x`, `rg -g -e --pre=x`.
  let wants: Wanted = "nothing";
  for (const [index, arg] of args.entries()) {
    const wanted = wants;
    wants = wantedBy(arg, wanted, allowed);
    if (arg.literal === "--" && endsOptions(args[index - 1], allowed)) return null;
    if (!mayBeOption(arg) || arg.literal === "--" || (wanted === "data" && arg.single)) continue;
    if (arg.literal === null) {
      const name = arg.single ? /^--([a-z-]+)=/.exec(arg.head)?.[1] : undefined;
      if (name !== undefined && isLong(name, allowed)) continue;
      return "an option that is not known";
    }
    if (!isAllowed(arg.literal, allowed)) return arg.literal;
  }
  return null;
}

/** Unless it may be the value of the option before it: `git log -S -- --output=x`. */
function endsOptions(before: Arg | undefined, { ends, flags = "" }: OptionSpec): boolean {
  const text = before === undefined ? "x" : (before.literal ?? before.head);
  const isFlags = /^-[^-]/.test(text) && [...text.slice(1)].every((letter) => flags.includes(letter));
  return ends === true && (/^[^-]/.test(text) || isFlags);
}

type Wanted = "nothing" | "data" | "perhaps";

/** What a word has the next one be: `rg -e '--force'` makes it a pattern, whatever it looks like. */
function wantedBy(arg: Arg, wanted: Wanted, allowed: OptionSpec): Wanted {
  const { data = [], flags = "", valued = "", long = [] } = allowed;
  if (wanted === "data" && arg.single) return "nothing";
  if (!mayBeOption(arg)) return "nothing";
  const text = arg.literal;
  if (text === null) return "perhaps";
  if (data.includes(text)) return wanted === "nothing" ? "data" : "perhaps";
  if (text.startsWith("--")) return text.includes("=") || long.includes(text.slice(2)) ? "nothing" : "perhaps";
  const end = [...text.slice(1)].findIndex((letter) => !flags.includes(letter));
  if (end === -1) return "nothing";
  return valued.includes(text.charAt(end + 1)) && end + 2 < text.length ? "nothing" : "perhaps";
}

const isLong = (name: string, { long = [], longValued = [] }: OptionSpec): boolean =>
  long.includes(name) || longValued.includes(name);

function isAllowed(text: string, allowed: OptionSpec): boolean {
  const { flags = "", valued = "", words } = allowed;
  if (words?.test(text)) return true;
  if (text.startsWith("--")) return isLong(text.slice(2).split("=", 1)[0] ?? "", allowed);
  for (const letter of text.slice(1)) {
    if (valued.includes(letter)) return true;
    if (!flags.includes(letter)) return false;
  }
  return true;
}

/** Whether a word is one of these options, also shortened, also in a cluster: `-xC`, `--prefix=a`, `--pref a`. */
export function namedIn(
  text: string,
  names: Iterable<string>,
  { valued = "", long = [] }: OptionSpec = {},
): string | null {
  const given = /^--?([^=]*)/.exec(text)?.[1] ?? "";
  const isLongWord = text.startsWith("--");
  for (const name of names) {
    if (name.startsWith("-")) {
      if (given === name.replace(/^--?/, "")) return name;
    } else if (name.length === 1) {
      if (!isLongWord && lettersOf(given, valued).includes(name)) return name;
    } else if (isLongWord && (given === name || (given !== "" && name.startsWith(given) && !long.includes(given)))) {
      return name;
    }
  }
  return null;
}

/** The letters of a cluster, as far as the first that takes the rest for its value. */
function lettersOf(cluster: string, valued: string): string {
  const end = [...cluster].findIndex((letter) => valued.includes(letter));
  return end === -1 ? cluster : cluster.slice(0, end + 1);
}
