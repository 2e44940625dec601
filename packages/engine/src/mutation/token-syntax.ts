/** How a language is written, as far as its tokens need it. */
export interface Syntax {
  /** What begins a comment to the end of the line, and what opens and closes one. */
  readonly line: readonly string[];
  readonly block: readonly (readonly [string, string])[];
  /** A backslash at the end of such a line takes the next one into the comment. */
  readonly continued: boolean;
  /** What the blanks before a line say: nothing, which block it is in, or all that they are. */
  readonly indents: "nothing" | "blocks" | "exactly";
  /** What other blanks say: nothing, that two things stand apart, or all that they are. */
  readonly blanks: "nothing" | "apart" | "exactly";
  /** Between which two signs blanks set things apart; elsewhere they say nothing. */
  readonly apart: RegExp;
  /** Whether a line's end ends a statement: never, only after a word like `return`, outside of brackets, or always. */
  readonly ends: "never" | "after return" | "outside" | "always";
  /** Texts in either kind of quotes are the same. */
  readonly quotes: boolean;
  /** `(a,)` is a list of one, `(a)` is not. */
  readonly tuples: boolean;
  /** Names may be told from what others see, so that some of them may be called something else. */
  readonly names: boolean;
  /** What makes blanks count in all of the file: a text that goes over several lines. */
  readonly texts: RegExp | null;
}

const free: Syntax = {
  line: [],
  block: [],
  continued: false,
  indents: "nothing",
  blanks: "nothing",
  apart: /./,
  ends: "never",
  quotes: false,
  tuples: false,
  names: false,
  texts: null,
};
const exact = { indents: "exactly", blanks: "exactly", ends: "always" } as const;
/** Of what nobody knows, only blanks at the ends of lines say nothing. */
const unknown: Syntax = { ...free, ...exact };
const cLike: Syntax = { ...free, line: ["//"], block: [["/*", "*/"]] };
const ended: Syntax = { ...cLike, ends: "after return" };
const ecma: Syntax = { ...ended, quotes: true, names: true };
/** A text in quotes that is not closed on its line, or one that ends at a word. */
const overLines = /<<[-~]?\s*["'\w]|^(?:[^"'\n]|"(?:\\.|[^"\\\n])*"|'[^'\n]*')*(?:"(?:\\.|[^"\\\n])*|'[^'\n]*)$/m;
const hash: Syntax = { ...free, line: ["#"], ends: "outside" };
const script: Syntax = { ...hash, ends: "always", blanks: "apart", texts: overLines };
const markup: Syntax = {
  ...free,
  block: [["<!--", "-->"]],
  blanks: "apart",
  texts: /<(?:pre|textarea|script|style)\b|<!\[CDATA|xml:space/i,
};
/** In elements that stand in code, a blank beside a text is shown. */
const elements = { blanks: "apart", apart: /[}>] [\p{L}\d{<]|[\p{L}\d] [{<]/u } as const;
const styles: Syntax = { ...cLike, quotes: true, blanks: "apart", apart: /[^{};,>~:(] [^{};,>~)]/ };

const byExtension: Readonly<Record<string, Syntax>> = {
  ...all("ts tsx mts cts js jsx mjs cjs", ecma),
  ...all("java cs dart proto", cLike),
  ...all("c h cc cpp cxx hpp hh hxx", { ...cLike, continued: true }),
  rs: { ...cLike, names: true, tuples: true },
  go: { ...ended, names: true },
  ...all("kt kts scala", { ...cLike, ends: "always" }),
  swift: { ...cLike, ends: "always", blanks: "apart" },
  ...all("rb sh bash zsh pl r tf ini", script),
  toml: hash,
  ...all("py pyi", { ...hash, indents: "blocks", quotes: true, names: true, tuples: true }),
  ...all("yaml yml", { ...hash, indents: "blocks", blanks: "apart", texts: /[:-]\s*[|>][-+\d]*\s*$/m }),
  ...all("json jsonc json5 md mdx txt rst adoc", free),
  ...all("html xml svg", markup),
  ...all("scss less", styles),
  css: { ...styles, line: [] },
  php: { ...cLike, line: ["//", "#"], texts: overLines },
  sql: { ...cLike, line: ["--"] },
  lua: { ...free, line: ["--"], texts: /\[=*\[/ },
};

function all(extensions: string, syntax: Syntax): Record<string, Syntax> {
  return Object.fromEntries(extensions.split(" ").map((extension) => [extension, syntax]));
}

/** How a file is written, by its name and by what is in it. */
export function syntaxOf(path: string, text: string): Syntax {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const found = byExtension[extension] ?? unknown;
  if (found.texts?.test(text) === true) return { ...found, ...exact };
  return /^(tsx|[cm]?jsx?)$/.test(extension) && /<\/|\/>/.test(text) ? { ...found, ...elements } : found;
}
