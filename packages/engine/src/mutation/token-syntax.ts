/** How a language is written, as far as its tokens need it. */
export interface Syntax {
  /** What begins a comment to the end of the line, and what opens and closes one. */
  readonly line: readonly string[];
  readonly block: readonly (readonly [string, string])[];
  /** What the blanks before a line say: nothing, which block it is in, or all that they are. */
  readonly indents: "nothing" | "blocks" | "exactly";
  /** Whether a line's end ends a statement: never, only after a word like `return`, or always outside of brackets. */
  readonly ends: "never" | "after return" | "always";
  /** Texts in either kind of quotes are the same. */
  readonly quotes: boolean;
}

const free: Syntax = { line: [], block: [], indents: "nothing", ends: "never", quotes: false };
/** Of what nobody knows, only blanks at the ends of lines say nothing. */
const unknown: Syntax = { ...free, indents: "exactly", ends: "always" };
const cLike: Syntax = { ...free, line: ["//"], block: [["/*", "*/"]] };
const ended: Syntax = { ...cLike, ends: "after return" };
const ecma: Syntax = { ...ended, quotes: true };
const hash: Syntax = { ...free, line: ["#"], ends: "always" };
const markup: Syntax = { ...free, block: [["<!--", "-->"]] };
const styles: Syntax = { ...cLike, quotes: true };

const byExtension: Readonly<Record<string, Syntax>> = {
  ...all("ts tsx mts cts js jsx mjs cjs", ecma),
  ...all("java rs c h cc cpp cxx hpp hh hxx cs dart proto", cLike),
  ...all("go kt kts scala swift", ended),
  ...all("rb sh bash zsh pl toml ini tf r", hash),
  ...all("py pyi", { ...hash, indents: "blocks", quotes: true }),
  ...all("yaml yml", { ...hash, indents: "blocks" }),
  ...all("json jsonc json5 md mdx txt rst adoc", free),
  ...all("html xml svg", markup),
  ...all("scss less", styles),
  css: { ...styles, line: [] },
  php: { ...cLike, line: ["//", "#"] },
  sql: { ...cLike, line: ["--"] },
  lua: { ...free, line: ["--"] },
};

function all(extensions: string, syntax: Syntax): Record<string, Syntax> {
  return Object.fromEntries(extensions.split(" ").map((extension) => [extension, syntax]));
}

export function syntaxOf(path: string): Syntax {
  return byExtension[/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ""] ?? unknown;
}
