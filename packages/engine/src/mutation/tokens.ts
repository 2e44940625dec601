import { isDirective } from "./directives.ts";
import { type Syntax, syntaxOf } from "./token-syntax.ts";

/** One token: a word may be renamed, everything else may not. */
export interface Token {
  kind: "word" | "other";
  text: string;
}

/** Where a statement ends, in a language where that is said by the end of a line. */
const end = "<end>";

/** The tokens of a source text without blanks and comments. Texts whose tokens are equal do the same. */
export function tokensOf(path: string, text: string): Token[] {
  const syntax = syntaxOf(path);
  const tokens: Token[] = [];
  const indents: number[] = [];
  const add = (said: string): void => {
    const isWord = /^[\p{L}_$]/u.test(said);
    tokens.push({ kind: isWord ? "word" : "other", text: isWord || !syntax.quotes ? said : inOneKindOfQuotes(said) });
  };
  let at = 0;
  let depth = 0;
  while (at < text.length) {
    if (depth === 0 && (at === 0 || text[at - 1] === "\n")) indentation(text, at, syntax, indents, tokens);
    const comment = commentEnd(text, at, syntax);
    if (comment !== null) {
      if (isDirective(text, at, comment)) tokens.push({ kind: "other", text: text.slice(at, comment) });
      at = comment;
      continue;
    }
    const token = tokenAt(text, at);
    at += token.length;
    if (token === "\n" || (token === ";" && syntax.ends === "always")) endStatement(tokens, depth, syntax);
    if (token.trim() === "" || (token === ";" && syntax.ends === "always")) continue;
    if (/^[([{]$/.test(token)) depth++;
    if (/^[)\]}]$/.test(token)) depth = Math.max(0, depth - 1);
    add(token);
  }
  if (tokens.at(-1)?.text === end) tokens.pop();
  return tokens;
}

const shapes =
  /\n|[^\S\n]+|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|[^\s]/uy;

function tokenAt(text: string, at: number): string {
  shapes.lastIndex = at;
  return shapes.exec(text)?.[0] ?? text.charAt(at);
}

const inOneKindOfQuotes = (said: string): string => (/^'[^'"]*'$/.test(said) ? `"${said.slice(1, -1)}"` : said);

/** Words after which the end of a line is the end of what they begin. */
const cutOff = /^(?:return|break|continue|throw|yield)$/;

function endStatement(tokens: Token[], depth: number, { ends }: Syntax): void {
  const last = tokens.at(-1)?.text;
  if (last === undefined || last === end) return;
  const isEnd = ends === "always" ? depth === 0 : ends === "after return" && cutOff.test(last);
  if (isEnd) tokens.push({ kind: "other", text: end });
}

function commentEnd(text: string, at: number, { line, block }: Syntax): number | null {
  if (line.some((mark) => text.startsWith(mark, at)) || (at === 0 && text.startsWith("#!"))) {
    const stop = text.indexOf("\n", at);
    return stop < 0 ? text.length : stop;
  }
  const [open, close] = block.find(([mark]) => text.startsWith(mark, at)) ?? [];
  if (open === undefined || close === undefined) return null;
  const stop = text.indexOf(close, at + open.length);
  return stop < 0 ? text.length : stop + close.length;
}

/** Marks what the blanks before a line say: where a block begins and ends, however wide it is, or all of them. */
function indentation(text: string, at: number, { line, indents: how }: Syntax, indents: number[], tokens: Token[]) {
  if (how === "nothing") return;
  const blank = /[ \t]*/y;
  blank.lastIndex = at;
  const found = blank.exec(text)?.[0] ?? "";
  const width = found.length;
  const rest = text.slice(at + width, at + width + 2);
  if (rest === "" || /^\r?\n/.test(rest) || line.some((mark) => rest.startsWith(mark))) return;
  if (how === "exactly") {
    if (width > 0) tokens.push({ kind: "other", text: `<${found}>` });
    return;
  }
  while (indents.length > 0 && width < (indents.at(-1) ?? 0)) {
    indents.pop();
    tokens.push({ kind: "other", text: "<dedent>" });
  }
  if (width > (indents.at(-1) ?? 0)) {
    indents.push(width);
    tokens.push({ kind: "other", text: "<indent>" });
  }
}
