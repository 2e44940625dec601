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

/** Whether a comment says something to more than people; `rest` is what follows it. */
export const isDirective = (comment: string, rest: string): boolean =>
  read.test(comment) || (/^\/[/*]/.test(comment) && beforeC.test(rest));
