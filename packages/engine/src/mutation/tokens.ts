import { isDirective } from "./directives.ts";
import { isReadDoc } from "./read-docs.ts";
import { type Syntax, syntaxOf } from "./token-syntax.ts";

/** One token: a word may be renamed, everything else may not. */
export interface Token {
  kind: "word" | "other";
  text: string;
}

/** Where a statement ends, in a language where that is said by the end of a line. */
const end = "<end>";
/** Where blanks set two things apart. */
const blank = " ";

/** The tokens of a source text without blanks and comments. Texts whose tokens are equal do the same. */
export function tokensOf(path: string, text: string): Token[] {
  const syntax = syntaxOf(path, text);
  const isRead = (from: number, to: number): boolean =>
    isDirective(text, from, to) || (path.endsWith(".rs") && isReadDoc(text, from, to));
  const tokens: Token[] = [];
  const indents: number[] = [];
  const add = (said: string): void => {
    const isWord = /^[\p{L}_$]/u.test(said);
    tokens.push({ kind: isWord ? "word" : "other", text: isWord || !syntax.quotes ? said : inOneKindOfQuotes(said) });
  };
  const endsHere = syntax.blanks !== "exactly" && /^(?:outside|always)$/.test(syntax.ends);
  let at = 0;
  let depth = 0;
  while (at < text.length) {
    const isStart = at === 0 || text[at - 1] === "\n";
    if ((depth === 0 || syntax.indents === "exactly") && isStart) indentation(text, at, syntax, indents, tokens);
    const comment = commentEnd(text, at, syntax);
    if (comment !== null) {
      if (isRead(at, comment)) tokens.push({ kind: "other", text: text.slice(at, comment) });
      at = comment;
      continue;
    }
    const token = tokenAt(text, at);
    at += token.length;
    if (token === "\n" || (token === ";" && endsHere)) endStatement(tokens, depth, syntax);
    if (token.trim() === "") setApart(token, isStart, tokens, syntax);
    if (token.trim() === "" || (token === ";" && endsHere)) continue;
    if (/^[([{]$/.test(token)) depth++;
    if (/^[)\]}]$/.test(token)) depth = Math.max(0, depth - 1);
    add(token);
  }
  while (/^(?:<end>|\s+)$/.test(tokens.at(-1)?.text ?? "")) tokens.pop();
  return withoutLoose(tokens, syntax);
}

const shapes =
  /\n|[^\S\n]+|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|[^\s]/uy;

function tokenAt(text: string, at: number): string {
  shapes.lastIndex = at;
  return shapes.exec(text)?.[0] ?? text.charAt(at);
}

const inOneKindOfQuotes = (said: string): string => (/^'[^'"]*'$/.test(said) ? `"${said.slice(1, -1)}"` : said);

/** Notes blanks where they say something. Those before a line are looked at apart. */
function setApart(token: string, isStart: boolean, tokens: Token[], { blanks, ends }: Syntax): void {
  const last = tokens.at(-1)?.text;
  if (blanks === "nothing" || last === undefined || last === end) return;
  if (blanks === "exactly") {
    if (token !== "\n" && !isStart) tokens.push({ kind: "other", text: token });
    return;
  }
  const isInLine = token !== "\n" && !(isStart && ends !== "never");
  if ((isInLine || ends === "never") && last !== blank) tokens.push({ kind: "other", text: blank });
}

/** Without blanks where they set nothing apart. */
function withoutLoose(tokens: readonly Token[], { blanks, apart }: Syntax): Token[] {
  if (blanks !== "apart") return [...tokens];
  return tokens.filter(({ text }, at) => {
    const [last = "", next = ""] = [tokens[at - 1]?.text, tokens[at + 1]?.text];
    return text !== blank || (next !== end && apart.test(`${last.at(-1) ?? ""} ${next.charAt(0)}`));
  });
}

/** Words after which the end of a line is the end of what they begin. */
const cutOff = /^(?:return|break|continue|throw|yield)$/;

function endStatement(tokens: Token[], depth: number, { ends }: Syntax): void {
  while (/^[^\S\n]+$/.test(tokens.at(-1)?.text ?? "") && ends === "always") tokens.pop();
  const last = tokens.at(-1)?.text;
  if (last === undefined || last === end) return;
  const isEnd = ends === "always" || (ends === "outside" ? depth === 0 : ends === "after return" && cutOff.test(last));
  if (isEnd) tokens.push({ kind: "other", text: end });
}

function commentEnd(text: string, at: number, { line, block, continued }: Syntax): number | null {
  if (line.some((mark) => text.startsWith(mark, at)) || (at === 0 && text.startsWith("#!"))) {
    let stop = text.indexOf("\n", at);
    while (continued && stop > 0 && /\\\r?$/.test(text.slice(at, stop))) stop = text.indexOf("\n", stop + 1);
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
  const blanks = /[ \t]*/y;
  blanks.lastIndex = at;
  const found = blanks.exec(text)?.[0] ?? "";
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
