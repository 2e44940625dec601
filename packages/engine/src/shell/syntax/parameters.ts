import type { ParameterExpansionPart, Word } from "unbash";
import type { Arg } from "./arg.ts";

/** Reads the text of a word inside of an expansion; `null` when it is not known. */
type Reader = (word: Word) => string | null;

/** Longer values are not followed: taking parts off them costs their square. */
const longest = 512;

/** What `${x…}` gives for a variable whose text is known; `null` when that cannot be told. */
export function expandParameter(part: ParameterExpansionPart, value: Arg | undefined, read: Reader): string | null {
  const { operation, prefix, index } = part;
  const text = value?.literal ?? null;
  if (text === null || prefix === "!" || index !== undefined || text.length > longest) return null;
  // The home folder is written `~`, and nobody knows how long it is.
  if (text.startsWith("~") && (prefix === "#" || (operation !== undefined && operation.type !== "Default")))
    return null;
  if (prefix === "#") return operation === undefined && /^[\x20-\x7e]*$/.test(text) ? String(text.length) : null;
  switch (operation?.type) {
    case undefined:
      return text;
    case "Default":
      return withDefault(operation.operator, text, () => plainly(operation.operand, read));
    case "Remove":
      return removed(text, operation.operator, pattern(operation.operand));
    case "Replace":
      return replaced(text, operation.operator, pattern(operation.pattern), plainly(operation.replacement, read));
    case "Slice":
      return sliced(text, operation.offset.text, operation.length?.text);
    case "CaseModification":
      return operation.operand === undefined ? cased(text, operation.operator) : null;
    case "Names":
    case "Transform":
    case "Unknown":
      return null;
    default:
      // An operation this parser version does not know yet.
      return null;
  }
}

/** Quotes inside of an expansion mean different things in quotes and outside. */
function plainly(word: Word, read: Reader): string | null {
  return /['"\\~]/.test(word.text) ? null : read(word);
}

function withDefault(operator: string, text: string, operand: () => string | null): string | null {
  const isSet = text !== "" || !operator.startsWith(":");
  if (operator.endsWith("+")) return isSet ? operand() : "";
  if (isSet) return text;
  return operator.endsWith("?") ? null : operand();
}

/** A pattern of plain characters, `*` and `?`. */
function pattern(word: Word): string | null {
  const text = word.text;
  if (text.length > 100 || !/^(?:[\w./:@%+=,~ *?-]|\\.)*$/.test(text)) return null;
  if (text.includes("\\") || (text.match(/\*/g)?.length ?? 0) > 2) return null;
  return text;
}

const source = (glob: string): string =>
  glob
    .replace(/[.+^$()|[\]{}/\\-]/g, "\\$&")
    .replaceAll("*", "[^]*")
    .replaceAll("?", "[^]");

function removed(text: string, operator: string, glob: string | null): string | null {
  if (glob === null || text.length > 128) return null;
  const whole = new RegExp(`^${source(glob)}$`);
  const fromStart = operator.startsWith("#");
  const cuts = Array.from({ length: text.length + 1 }, (_, index) => index);
  const shortestFirst = operator.length === 1 ? cuts : cuts.reverse();
  for (const size of shortestFirst) {
    const piece = fromStart ? text.slice(0, size) : text.slice(text.length - size);
    if (whole.test(piece)) return fromStart ? text.slice(size) : text.slice(0, text.length - size);
  }
  return text;
}

/** Only plain texts are replaced; `&` in the new text may stand for the old one. */
function replaced(text: string, operator: string, glob: string | null, by: string | null): string | null {
  if (glob === null || by === null || glob === "" || /[*?]/.test(glob) || /[&\\]/.test(by)) return null;
  switch (operator) {
    case "/":
      return text.replace(glob, () => by);
    case "//":
      return text.replaceAll(glob, () => by);
    case "/#":
      return text.startsWith(glob) ? by + text.slice(glob.length) : text;
    case "/%":
      return text.endsWith(glob) ? text.slice(0, -glob.length) + by : text;
    default:
      return null;
  }
}

function sliced(text: string, offset: string, length: string | undefined): string | null {
  if (!/^\d{1,4}$/.test(offset) || (length !== undefined && !/^\d{1,4}$/.test(length))) return null;
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  const from = Number(offset);
  return text.slice(from, length === undefined ? undefined : from + Number(length));
}

function cased(text: string, operator: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  const change = (part: string) => (operator.startsWith("^") ? part.toUpperCase() : part.toLowerCase());
  return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
}
