/** How a language writes comments, and whether its indentation means something. */
interface Syntax {
  line: readonly string[];
  block: readonly (readonly [string, string])[];
  indents: boolean;
}

const cLike: Syntax = { line: ["//"], block: [["/*", "*/"]], indents: false };
const hash: Syntax = { line: ["#"], block: [], indents: false };
const python: Syntax = { line: ["#"], block: [], indents: true };
const plain: Syntax = { line: [], block: [], indents: false };

const syntaxes: Readonly<Record<string, Syntax>> = {
  ...Object.fromEntries(
    "ts tsx mts cts js jsx mjs cjs java kt kts scala go rs c h cc cpp hpp cs swift dart proto"
      .split(" ")
      .map((ext) => [ext, cLike]),
  ),
  ...Object.fromEntries("rb sh bash zsh pl toml ini tf r".split(" ").map((ext) => [ext, hash])),
  ...Object.fromEntries("py pyi yaml yml".split(" ").map((ext) => [ext, python])),
  php: { ...cLike, line: ["//", "#"] },
  sql: { ...cLike, line: ["--"] },
  lua: { ...plain, line: ["--"] },
  css: { ...plain, block: [["/*", "*/"]] },
  scss: cLike,
  less: cLike,
  html: { ...plain, block: [["<!--", "-->"]] },
  xml: { ...plain, block: [["<!--", "-->"]] },
};

/** One token: a word may be renamed, everything else may not. */
export interface Token {
  kind: "word" | "other";
  text: string;
}

const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/** The tokens of a source text without blanks and comments. Texts whose tokens are equal do the same. */
export function tokensOf(path: string, text: string): Token[] {
  const syntax = syntaxes[extensionOf(path)] ?? plain;
  const tokens: Token[] = [];
  const indents: number[] = [];
  let at = 0;
  let depth = 0;
  while (at < text.length) {
    if (syntax.indents && depth === 0 && (at === 0 || text[at - 1] === "\n"))
      indentation(text, at, syntax, indents, tokens);
    const comment = commentEnd(text, at, syntax);
    if (comment !== null) {
      at = comment;
      continue;
    }
    const token = tokenAt(text, at);
    at += token.length;
    if (token.trim() === "") continue;
    if (/^[([{]$/.test(token)) depth++;
    if (/^[)\]}]$/.test(token)) depth = Math.max(0, depth - 1);
    tokens.push({ kind: /^[\p{L}_$]/u.test(token) ? "word" : "other", text: token });
  }
  return tokens;
}

const shapes =
  /\n|[^\S\n]+|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|[^\s]/uy;

function tokenAt(text: string, at: number): string {
  shapes.lastIndex = at;
  return shapes.exec(text)?.[0] ?? text.charAt(at);
}

function commentEnd(text: string, at: number, { line, block }: Syntax): number | null {
  if (line.some((mark) => text.startsWith(mark, at))) {
    const end = text.indexOf("\n", at);
    return end < 0 ? text.length : end;
  }
  const [open, close] = block.find(([mark]) => text.startsWith(mark, at)) ?? [];
  if (open === undefined || close === undefined) return null;
  const end = text.indexOf(close, at + open.length);
  return end < 0 ? text.length : end + close.length;
}

/** Marks where a block begins and ends, however wide its indentation is. */
function indentation(text: string, at: number, { line }: Syntax, indents: number[], tokens: Token[]): void {
  const blank = /[ \t]*/y;
  blank.lastIndex = at;
  const width = blank.exec(text)?.[0].length ?? 0;
  const rest = text.slice(at + width, at + width + 2);
  if (rest === "" || /^\r?\n/.test(rest) || line.some((mark) => rest.startsWith(mark))) return;
  while (indents.length > 0 && width < (indents.at(-1) ?? 0)) {
    indents.pop();
    tokens.push({ kind: "other", text: "<dedent>" });
  }
  if (width > (indents.at(-1) ?? 0)) {
    indents.push(width);
    tokens.push({ kind: "other", text: "<indent>" });
  }
}
