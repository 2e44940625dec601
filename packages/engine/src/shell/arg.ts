import type { DoubleQuotedChild, Word, WordPart } from "unbash";

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
}

/** A word whose text is known. */
export const literal = (text: string): Arg => ({ literal: text, head: text, single: true, expands: false });

/** A word nobody knows before the command runs. */
export const unknownArg: Arg = { literal: null, head: "", single: false, expands: true };
/** One word nobody knows before the command runs. */
export const unknownWord: Arg = { ...unknownArg, single: true };

/** What a word of the syntax tree will be when the command runs. */
export function toArg(word: Word): Arg {
  const parts = word.parts;
  if (parts === undefined || parts.length === 0) return literal(word.value);
  const texts = parts.map(textOf);
  if (texts.every((text) => text !== null)) return literal(texts.join(""));
  const splits = parts.some(splitsWords);
  const known = texts.indexOf(null);
  return {
    literal: null,
    head: splits ? "" : texts.slice(0, known).join("") + headOf(parts[known]),
    single: !splits && !parts.some(multiplies),
    expands: !parts.every((part) => textOf(part) !== null || (multiplies(part) && !splitsWords(part))),
  };
}

/** Whether the program may take this word for an option. */
export function mayBeOption({ literal, head }: Arg): boolean {
  return literal === null ? head === "" || head.startsWith("-") : literal.startsWith("-") && literal !== "-";
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

function textOf(part: WordPart): string | null {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "DoubleQuoted":
      return part.parts.every((child) => child.type === "Literal")
        ? part.parts.map((child) => (child.type === "Literal" ? child.value : "")).join("")
        : null;
    // A catalogue of messages may turn `$"text"` into any other.
    case "LocaleString":
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
    case "ArithmeticExpansion":
    case "ProcessSubstitution":
    case "Glob":
    case "ExtendedGlob":
    case "BraceExpansion":
      return null;
    default:
      // A part this parser version does not know yet.
      return null;
  }
}

/** What a part that is not wholly known begins with. */
function headOf(part: WordPart | undefined): string {
  if (part?.type === "ProcessSubstitution") return "/dev/fd/";
  if (part?.type !== "DoubleQuoted") return "";
  const [first] = part.parts;
  return first?.type === "Literal" ? first.value : "";
}

/** Unquoted expansions are split at blanks, so that later words may begin with anything. */
function splitsWords(part: WordPart): boolean {
  switch (part.type) {
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
      return true;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.some(isList);
    case "BraceExpansion":
    case "ExtendedGlob":
    case "Glob":
      return /[$`]/.test(part.text);
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "ArithmeticExpansion":
    case "ProcessSubstitution":
      return false;
    default:
      return true;
  }
}

/** `"$@"` and `"${a[@]}"` become several words even in quotes. */
function isList(part: DoubleQuotedChild): boolean {
  return (
    (part.type === "SimpleExpansion" && part.text === "$@") ||
    (part.type === "ParameterExpansion" && part.text.includes("@"))
  );
}

/** Patterns and braces become several words, each with the same beginning. */
function multiplies(part: WordPart): boolean {
  return part.type === "Glob" || part.type === "ExtendedGlob" || part.type === "BraceExpansion";
}
