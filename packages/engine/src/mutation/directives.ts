/** Comments that a compiler, a bundler, an interpreter or a test runner reads. */
const read = new RegExp(
  [
    "#!",
    String.raw`///\s*<`,
    String.raw`//(?:go:|export |line |\s*\+build|[#@]\s*source)`,
    String.raw`(?://|/\*+|#)\s*@(?:ts-|jsx|flow|vite-|jest-|vitest-)`,
    String.raw`/\*\s*(?:webpack|[#@]__)`,
    String.raw`(?:/\*|--)\+`,
    "#.*coding[:=]",
    String.raw`#\s*(?:type:|frozen_string_literal:)`,
  ]
    .map((one) => `^${one}`)
    .join("|"),
);

/** What stands right before this is C, in a comment: the other lines of it may follow first. */
const beforeC = /^\s*(?:\/\/[^\n]*\n\s*)*import "C"/;

/** So much of what follows a comment is looked at. */
const longestRest = 2000;

/** Whether the comment between two places of a text says something to more than people. */
export function isDirective(text: string, start: number, end: number): boolean {
  const comment = text.slice(start, end);
  return read.test(comment) || (/^\/[/*]/.test(comment) && beforeC.test(text.slice(end, end + longestRest)));
}
