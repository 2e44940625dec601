import { type Arg, literal } from "./arg.ts";

/** A piece of a word. */
export type Piece =
  | { readonly text: string; readonly quoted: boolean; readonly home?: boolean }
  | { readonly glob: string }
  | {
      readonly head: string;
      /** Unquoted expansions are split at blanks, so that later words may begin with anything. */
      readonly splits: boolean;
      /** Patterns and braces become several words, each with the same beginning. */
      readonly multiplies: boolean;
      readonly expands: boolean;
      readonly within?: string | undefined;
      readonly numeric?: boolean;
      readonly foreign?: boolean;
    };

/** What nobody knows, in quotes: one word. */
export const unknown = { head: "", splits: false, multiplies: false, expands: true };
/** What nobody knows, and may be several words. */
export const splitting = { ...unknown, splits: true };

/** One word of its pieces. */
export function toWord(given: readonly Piece[]): Arg {
  // The home folder is written `~`, which means it only at the beginning.
  const pieces = given.map((piece, index) => ("home" in piece && piece.home && index > 0 ? unknown : piece));
  if (pieces.every((piece) => "text" in piece)) return literal(homeless(pieces));
  const at = pieces.findIndex((piece) => !("text" in piece));
  const before = homeless(pieces.slice(0, at).filter((piece) => "text" in piece));
  const odd = pieces.filter((piece): piece is Exclude<Piece, { text: string }> => !("text" in piece));
  const splits = odd.some((piece) => "splits" in piece && piece.splits);
  const many = odd.some((piece) => "glob" in piece || piece.multiplies);
  const first = odd[0];
  const folder = splits ? undefined : folderOf(before, pieces.slice(at));
  return {
    literal: null,
    head: splits ? "" : before + (first !== undefined && "head" in first ? first.head : ""),
    single: !splits && !many,
    expands: odd.some((piece) => !("glob" in piece) && piece.expands),
    ...(folder !== undefined && { within: folder }),
    ...patternOf(pieces),
    ...(pieces.length === 2 && at === 1 && isNumber(first) && before.startsWith("-") && { counting: true }),
    ...(pieces.length === 1 && isNumber(first) && { numeric: true }),
    ...(odd.some((piece) => "foreign" in piece && piece.foreign) && { foreign: true }),
  };
}

const isNumber = (piece: Piece | undefined): boolean =>
  piece !== undefined && "numeric" in piece && piece.numeric === true;

/** The pattern as it is written, where nothing but patterns is unknown in it. */
function patternOf(pieces: readonly Piece[]): Pick<Arg, "pattern"> {
  if (!pieces.every((piece) => "text" in piece || "glob" in piece)) return {};
  const escaped = (text: string): string => text.replaceAll(/[\\*?[\]]/g, "\\$&");
  return { pattern: pieces.map((piece) => ("text" in piece ? escaped(piece.text) : piece.glob)).join("") };
}

/** A quoted tilde is a file of that name, not the home folder. */
function homeless(pieces: readonly { text: string; quoted: boolean }[]): string {
  const text = pieces.map((piece) => piece.text).join("");
  return text.startsWith("~") && pieces.find((piece) => piece.text !== "")?.quoted === true ? `./${text}` : text;
}

/** The folder in which everything lies that a pattern matches; none where it may climb out of it. */
function folderOf(before: string, rest: readonly Piece[]): string | undefined {
  const [first] = rest;
  const after = rest.slice(1);
  if (first === undefined || after.some((piece) => "splits" in piece)) return undefined;
  if ("within" in first && first.within !== undefined) {
    const tail = after.map((piece) => ("text" in piece ? piece.text : "glob" in piece ? piece.glob : "")).join("");
    if (tail.includes("..") || before.includes("..") || (before !== "" && /^[/~]/.test(first.within))) return undefined;
    return before === "" || before.endsWith("/") ? before + first.within : undefined;
  }
  if (!("glob" in first)) return undefined;
  const whole =
    before + rest.map((piece) => ("text" in piece ? piece.text : "glob" in piece ? piece.glob : "")).join("");
  const slash = before.lastIndexOf("/");
  // `.*` matches `..` in some shells.
  const tail = whole.slice(slash + 1).split("/");
  if (tail.some((name) => name === ".." || /^\.[*?[]/.test(name))) return undefined;
  if (slash === -1 && before.startsWith("~")) return undefined;
  return slash === 0 ? "/" : before.slice(0, Math.max(slash, 0));
}
