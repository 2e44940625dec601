/** Longer input is not read to its end: nobody could check it by eye either. */
const maxLength = 100_000;
/** The same without here-documents, for signs that mean something to the shell, and for what can stand inside of itself. */
const maxBare = 32_000;
const maxSigns = 2_500;
const maxNested = 100;
/** Of what is too much, so much is looked at all the same. */
const sample = 1_000;

/** What can be read of a text. */
export interface Legible {
  /** What makes the text we read differ from what a person sees or the shell runs; `null` for nothing. */
  readonly doubt: string | null;
  /** Readings of it. Where there is a doubt they say at least what it may run. */
  readonly texts: readonly string[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters looked for
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Cf}/u;
/** Inside of a word the parser reads on differently from the shell: after `$` it misses an expansion. */
const continued = /[^ \t\n]\\\n(?![ \t])/;

/** How a command line can be read, and whether that is all there is to it. */
export function legible(text: string): Legible {
  if (isTooMuch(text)) return { doubt: "it is too long to be read", texts: [clean(text.slice(0, sample))] };
  if (hidden.test(text)) return { doubt: "it holds control or invisible characters", texts: readings(clean(text)) };
  if (continued.test(text)) return { doubt: "a word goes on in the next line", texts: readings(text) };
  return { doubt: null, texts: [text] };
}

/** Reading takes longer the more signs there are and the deeper they stand, and a hook must answer in time. */
function isTooMuch(text: string): boolean {
  if (text.length > maxLength) return true;
  if (text.length < 200) return false;
  const bare = withoutDocuments(text);
  if (bare.length > maxBare) return true;
  const nested = count(bare, /[$<>]\(|\$\{|`|\(\(|\b(?:if|for|while|until|case|select|function)\b|\{[^{}\n]*[,{]/g);
  return nested > maxNested || count(bare, /[;|&$(){}<>`\n'"*?[\]=!]/g) > maxSigns;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Here-documents in which nothing is expanded are plain text, however long. */
function withoutDocuments(text: string): string {
  if (!/<<-?\s*\\?['"A-Z]/.test(text) || count(text, /<</g) > 20) return text;
  return text.replace(/(<<-?\s*(['"])(\w+)\2[^\n]*\n)[\s\S]*?\n(\t*\3)(?=\n|$)/g, "$1$4");
}

/** A line that goes on may do so in a comment or in quotes, where it does not. */
function readings(text: string): string[] {
  return [...new Set([text, text.replaceAll("\\\n", "")])];
}

/** As it looks: lines end in a plain line feed; a carriage return alone ends none, and is part of its word. */
function clean(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "_").replace(new RegExp(hidden.source, "gu"), "");
}
