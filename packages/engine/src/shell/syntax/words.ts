import type { CommandExpansionPart, Word, WordPart } from "unbash";
import { type Arg, literal, unknownArg, unknownWord, type Values } from "./arg.ts";
import { expandBraces, mostWords } from "./braces.ts";
import { expandParameter } from "./parameters.ts";
import { type Piece, splitting, toWord, unknown } from "./pieces.ts";
import { printed, printsNumber } from "./printed.ts";
import { expandsInZsh, isModified, isSubscripted, namesProgram } from "./subscripts.ts";

/** Nothing is known of any variable. */
const nothing: Values = { valueOf: () => undefined };

/** What a word becomes, taken by itself. */
export function toArg(word: Word): Arg {
  if (word.parts === undefined || word.parts.length === 0) return plain(word);
  if (word.parts.length > mostWords || namesProgram(word.text)) return unknownArg;
  const pieces = word.parts.flatMap((part) => piecesOf(part, nothing, true));
  return toWord(pieces);
}

/** The text of that, `null` when only the running shell knows it: whoever looks ahead asks it of every word. */
export function textOf(word: Word): string | null {
  if (word.parts !== undefined && word.parts.length > 0) return toArg(word).literal;
  return isUnsure(word.text) ? null : word.value;
}

/** The words a word of the syntax tree becomes when the command runs, where variables have these values. */
export function toArgs(word: Word, values: Values): readonly Arg[] {
  if (word.parts === undefined || word.parts.length === 0) return [plain(word)];
  // A word of very many parts is nobody's.
  if (word.parts.length > mostWords || namesProgram(word.text)) return [unknownArg];
  if (word.parts.some(namesMore)) return [unknownArg];
  const choices = withBraces(word.parts);
  if (choices === null) return [toWord(allPieces(word.parts, values, true))];
  const args = choices.flatMap((parts) => split(parts, values));
  return args.length > mostWords ? [unknownArg] : args;
}

const plain = ({ text, value }: Word): Arg => (isUnsure(text) ? unknownArg : literal(value));

const isUnsure = (text: string): boolean => namesProgram(text) || expandsInZsh(text);

/** The one text a word becomes where it is not split: in an assignment, as the target of a redirection. */
export function toValue(word: Word, values: Values): Arg {
  if (word.parts === undefined || word.parts.length === 0) return plain(word);
  if (word.parts.length > mostWords || namesProgram(word.text)) return unknownArg;
  return toWord(allPieces(word.parts, values, false));
}

type Part = WordPart | { readonly type: "Text"; readonly text: string };

/** Braces are written out first: `$x{a,b}` means `$xa` and `$xb`. */
function namesMore({ type }: WordPart, index: number, parts: readonly WordPart[]): boolean {
  return type === "SimpleExpansion" && parts[index + 1]?.type === "BraceExpansion";
}

/** The word with each of its braces written out; `null` when they cannot be. */
function withBraces(parts: readonly WordPart[]): (readonly Part[])[] | null {
  if (!parts.some(({ type }) => type === "BraceExpansion")) return [parts];
  let words: (readonly Part[])[] = [[]];
  for (const part of parts) {
    if (part.type !== "BraceExpansion") {
      words = words.map((word) => [...word, part]);
      continue;
    }
    const texts = expandBraces(part.text);
    if (texts === null || texts.length * words.length > mostWords) return null;
    words = words.flatMap((word) => texts.map((text) => [...word, { type: "Text" as const, text }]));
  }
  return words;
}

/** Splits what unquoted variables hold at blanks, as the shell does. */
function split(parts: readonly Part[], values: Values): Arg[] {
  const words: Piece[][] = [];
  let open: Piece[] | null = null;
  for (const [index, part] of parts.entries()) {
    if (part.type === "Text") {
      if (part.text !== "") open = [...(open ?? []), { text: part.text, quoted: false }];
      continue;
    }
    const pieces = piecesOf(part, valuesBefore(parts, index, values), true);
    const [only] = pieces;
    if (!isSplit(part) || pieces.length !== 1 || only === undefined || !("text" in only)) {
      open = [...(open ?? []), ...pieces];
      continue;
    }
    const fields = only.text.split(/[ \t\n]+/);
    for (const [nth, field] of fields.entries()) {
      if (nth > 0 && open !== null) {
        words.push(open);
        open = null;
      }
      if (field !== "") open = [...(open ?? []), ...patternsIn(field, only.home === true)];
    }
  }
  if (open !== null) words.push(open);
  return words.map(toWord);
}

const isSplit = ({ type }: WordPart): boolean =>
  type === "SimpleExpansion" || type === "ParameterExpansion" || type === "CommandExpansion";

/** What a variable holds is a pattern too, where it is not quoted. */
function patternsIn(text: string, home: boolean): Piece[] {
  const at = text.search(/[*?[]/);
  if (at === -1) return [{ text, quoted: false, home }];
  return [{ text: text.slice(0, at), quoted: false, home }, { glob: text.slice(at) }];
}

const allPieces = (parts: readonly WordPart[], values: Values, isBare: boolean): Piece[] =>
  parts.flatMap((part, index) => piecesOf(part, valuesBefore(parts, index, values), isBare));

/** What is known of a variable, unless what follows takes a part of it in some shells. */
function valuesBefore(parts: readonly Part[], index: number, values: Values): Values {
  const part = parts[index];
  const next = parts[index + 1];
  if (part === undefined || part.type === "Text") return values;
  return isSubscripted(part, next) || isModified(part, next) ? nothing : values;
}

function piecesOf(part: WordPart, values: Values, isBare: boolean): Piece[] {
  switch (part.type) {
    case "Literal":
      return [expandsInZsh(part.text) ? splitting : { text: part.value, quoted: false }];
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [{ text: part.value, quoted: true }];
    case "DoubleQuoted":
      return part.parts.length === 0
        ? [{ text: "", quoted: true }]
        : part.parts.flatMap((child, index) => quotedPieces(child, valuesBefore(part.parts, index, values)));
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
      return [variablePiece(part, values, isBare)];
    case "ArithmeticExpansion":
      return [{ ...unknown, numeric: true }];
    case "ProcessSubstitution":
      return [{ ...unknown, head: "/dev/fd/" }];
    case "Glob":
      // The address of this machine is no pattern that a file would match.
      if (part.text === "[::1]") return [{ text: part.text, quoted: false }];
      return [/[$`]/.test(part.text) ? splitting : { glob: part.text }];
    case "ExtendedGlob":
    case "BraceExpansion":
      return [{ ...unknown, multiplies: true, splits: /[$`]/.test(part.text), expands: /[$`]/.test(part.text) }];
    // A catalogue of messages may turn `$"text"` into any other.
    case "LocaleString":
      return [{ ...unknown, splits: part.parts.some(isList) }];
    default:
      // A part this parser version does not know yet.
      return [splitting];
  }
}

function quotedPieces(part: WordPart, values: Values): Piece[] {
  if (part.type === "Literal") return [expandsInZsh(part.text) ? splitting : { text: part.value, quoted: true }];
  return isList(part) ? [splitting] : piecesOf(part, values, false);
}

/** `"$@"` and `"${a[@]}"` become several words even in quotes. */
function isList(part: WordPart): boolean {
  return (
    (part.type === "SimpleExpansion" && part.text === "$@") ||
    (part.type === "ParameterExpansion" && part.text.includes("@"))
  );
}

type Variable = Extract<WordPart, { type: "SimpleExpansion" | "ParameterExpansion" }> | CommandExpansionPart;

function variablePiece(part: Variable, values: Values, isBare: boolean): Piece {
  const found = known(part, values);
  if (found?.literal != null) return { text: found.literal, quoted: false, home: found.literal.startsWith("~") };
  if (found?.numeric === true) return { ...unknown, numeric: true };
  const foreign = found?.foreign === true || (part.type === "CommandExpansion" && !printsNumber(part));
  // Not quoted, a name with blanks in it falls apart.
  if (isBare) return foreign ? { ...splitting, foreign } : splitting;
  if (foreign) return { ...unknown, foreign };
  return found?.within === undefined ? unknown : { ...unknown, head: found.head, within: found.within, expands: false };
}

function known(part: Variable, values: Values): Arg | undefined {
  if (part.type === "SimpleExpansion")
    return /^\$[#?$!]$/.test(part.text) ? { ...unknownWord, numeric: true } : values.valueOf(part.text.slice(1));
  if (part.type === "CommandExpansion") return printed(part, values, (word) => toArgs(word, values));
  const value = values.valueOf(part.parameter);
  const isPlain = part.operation === undefined && part.prefix === undefined && part.index === undefined;
  if (isPlain) return value;
  const text = expandParameter(part, value, (word) => toValue(word, values).literal);
  return text === null ? undefined : literal(text);
}
