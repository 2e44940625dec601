import { personVerbIn } from "../wrappers/writ-command.ts";

/*
 * Code in a command line is never proven harmless: it needs an intent and gets a snapshot. These looks only find what
 * is asked about beforehand, because it says that it deletes, writes, runs or sends something, or hides what it says.
 * They are crude on purpose: they read words, not the language, also inside of strings and comments.
 */

/** Longer code is not looked at. */
const longest = 4000;
/** Letters that end a line, or that nobody sees. */
const disguised = /[\r\u2028\u2029\p{Cf}]/u;
/** One text that is printed as it stands. */
const printing = /^\s*(?:(?:print|console\.log)\((?:'[^'\\\n]*'|"[^"\\\n]*")\);?|'[^'\\\n]*'|"[^"\\\n]*")\s*$/;

/** What is known of code before its words are looked at: it prints one text, or cannot be looked at. */
export function outlineOf(code: string): "prints" | "suspect" | "open" {
  // Letters that look like others mean those to an interpreter.
  if (code.length > longest || disguised.test(code) || code.normalize("NFKC") !== code) return "suspect";
  if (printing.test(code)) return "prints";
  return personVerbIn(code) === null ? "open" : "suspect";
}
