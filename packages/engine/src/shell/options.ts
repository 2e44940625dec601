import { type Arg, literal, mayBeOption, unknownWord } from "./arg.ts";

/** The options a program may be given; any other makes the whole command unknown. */
export interface OptionSpec {
  /** Letters without a value. */
  readonly flags?: string;
  /** Letters with a value. */
  readonly valued?: string;
  /** Long names without a value, without dashes. */
  readonly long?: readonly string[];
  /** Long names with a value. */
  readonly longValued?: readonly string[];
}

interface Option {
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

/** The options with which a program is known to do no more than read. */
export interface Allowed {
  /** Letters without a value. */
  readonly flags?: string;
  /** Letters with a value, which may follow at once or as the next word. */
  readonly valued?: string;
  /** Long names without dashes, with or without a value. */
  readonly long?: readonly string[];
  /** Other words that begin with a dash: `-5`. */
  readonly words?: RegExp;
}

/**
 * The first option that is not in the list, or `null`. Values are not skipped, and `--` ends nothing: a word that
 * begins with a dash must be harmless wherever it stands, because programs differ in what they take for a value.
 */
export function strayOption(args: readonly Arg[], allowed: Allowed): string | null {
  for (const arg of args) {
    if (!mayBeOption(arg) || arg.literal === "--") continue;
    if (arg.literal === null) {
      const name = arg.single ? /^--([a-z-]+)=/.exec(arg.head)?.[1] : undefined;
      if (name !== undefined && allowed.long?.includes(name)) continue;
      return "an option that is not known";
    }
    if (!isAllowed(arg.literal, allowed)) return arg.literal;
  }
  return null;
}

function isAllowed(text: string, { flags = "", valued = "", long = [], words }: Allowed): boolean {
  if (words?.test(text)) return true;
  if (text.startsWith("--")) return long.includes(text.slice(2).split("=", 1)[0] ?? "");
  for (const letter of text.slice(1)) {
    if (valued.includes(letter)) return true;
    if (!flags.includes(letter)) return false;
  }
  return true;
}
