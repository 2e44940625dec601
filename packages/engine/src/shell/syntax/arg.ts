/** One word of a command, as far as it is known before the command runs. */
export interface Arg {
  /** The exact text; `null` when only the running shell knows it. */
  readonly literal: string | null;
  /** What every word it becomes surely begins with; empty when that is unknown. */
  readonly head: string;
  /** Whether it surely becomes exactly one word. */
  readonly single: boolean;
  /** Whether a variable or the output of a command is part of it; a file pattern alone is not. */
  readonly expands: boolean;
  /** For a file pattern: the folder in which everything it matches lies, as spelled; empty for the current one. */
  readonly within?: string;
  /** For a file pattern: all of it; a `\` stands before a letter that is meant as it is. */
  readonly pattern?: string;
  /** It is not known, but surely a whole number. */
  readonly numeric?: true;
  /** Some of it is what a command prints or what is read, and may be any text. */
  readonly foreign?: true;
  /** It is an option, and what is not known of it is a whole number at its end: `-j$(nproc)`. */
  readonly counting?: true;
}

/** What is known of the variables where a word stands. */
export interface Values {
  valueOf(name: string): Arg | undefined;
}

/** A word whose text is known. */
export const literal = (text: string): Arg => ({ literal: text, head: text, single: true, expands: false });

/** A word nobody knows before the command runs. */
export const unknownArg: Arg = { literal: null, head: "", single: false, expands: true };
/** One word nobody knows before the command runs. */
export const unknownWord: Arg = { ...unknownArg, single: true };

/** What a command prints, or what is read. */
export const foreignWord: Arg = { ...unknownWord, foreign: true };

/** The word with a number for one nobody knows, where any will do. */
export function numbered(arg: Arg): Arg {
  if (arg.numeric === true) return literal("1");
  return arg.counting === true ? literal(`${arg.head}1`) : arg;
}

/** Whether the program may take this word for an option. */
export function mayBeOption({ literal, head }: Arg): boolean {
  return literal === null ? head === "" || head.startsWith("-") : literal.startsWith("-") && literal !== "-";
}

/** For a file pattern: what the names right in its folder look like, then those in there, and so on. */
export function namesIn({ within, pattern = "" }: Arg): string[] {
  const folder = within === undefined || within === "" || within === "/" ? (within ?? "-") : `${within}/`;
  return pattern.startsWith(folder) ? pattern.slice(folder.length).split("/") : [];
}

/** The texts of all words, or `null` when one of them is not known. */
export function literals(args: readonly Arg[]): string[] | null {
  const texts: string[] = [];
  for (const arg of args) {
    if (arg.literal === null) return null;
    texts.push(arg.literal);
  }
  return texts;
}
