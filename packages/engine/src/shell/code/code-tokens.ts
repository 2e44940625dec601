/** One token of a small piece of code. */
export interface Token {
  readonly kind: "name" | "number" | "string" | "regex" | "sign" | "line";
  readonly text: string;
  /** Code inside of a string: `f"{x}"`, or `${x}` between backticks. */
  readonly inner?: readonly string[];
}

/** Longer code is not looked at. */
const longest = 4000;

const javascript = [
  /(?<line>\n|;)/,
  /(?<skip>[ \t\r]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/,
  /(?<name>[A-Za-z_$][\w$]*)/,
  /(?<number>\d[\w.]*)/,
  /(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/,
  /(?<template>`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^`{}]*\})*`)/,
  /(?<sign>=>|===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\.\.\.|\+\+|--|\+=|-=|\*\*|[-+*/%<>=!?:.,()[\]{}&|~^])/,
];
const python = [
  /(?<line>\n|;)/,
  /(?<skip>[ \t\r]+|#[^\n]*|\\\n)/,
  /(?<string>(?:[rRbBuUfF]{1,2})?(?:"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""|'''(?:[^'\\]|\\[\s\S]|'(?!''))*'''|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))/,
  /(?<name>[A-Za-z_]\w*)/,
  /(?<number>\d[\w.]*)/,
  /(?<sign>\*\*|\/\/|==|!=|<=|>=|:=|\+=|-=|\*=|\/=|<<|>>|[-+*/%<>=.,:()[\]{}&|~^])/,
];

const grammar = {
  javascript: new RegExp(javascript.map(({ source }) => source).join("|"), "y"),
  python: new RegExp(python.map(({ source }) => source).join("|"), "y"),
};
const regex = /\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

/** The tokens of a piece of code; `null` when something in it is none of those that are known. */
export function tokensOf(code: string, language: keyof typeof grammar): Token[] | null {
  if (code.length > longest) return null;
  const pattern = grammar[language];
  const tokens: Token[] = [];
  for (let index = 0; index < code.length; ) {
    const isSlash = language === "javascript" && code[index] === "/" && !/^\/[/*]/.test(code.slice(index, index + 2));
    const before = isSlash ? tokens.findLast(({ text }) => text !== "\n") : undefined;
    if (isSlash && isUnsure(before)) return null;
    const literal = isSlash ? regexAt(code, index, before) : null;
    if (literal !== null) {
      tokens.push({ kind: "regex", text: literal });
      index += literal.length;
      continue;
    }
    pattern.lastIndex = index;
    const found = pattern.exec(code);
    if (found === null || found[0] === "") return null;
    index += found[0].length;
    const token = toToken(found.groups ?? {}, language);
    if (token === null) return null;
    if (token !== "skip") tokens.push(token);
  }
  return tokens;
}

function toToken(groups: Record<string, string | undefined>, language: string): Token | "skip" | null {
  const { line, skip, name, number, string, template, sign } = groups;
  if (skip !== undefined) return "skip";
  if (line !== undefined) return { kind: "line", text: line };
  if (name !== undefined) return { kind: "name", text: name };
  if (number !== undefined) return { kind: "number", text: number };
  if (sign !== undefined) return { kind: "sign", text: sign };
  if (template !== undefined) return { kind: "string", text: template, inner: innerOf(template, /\$\{([^`{}]*)\}/g) };
  if (string === undefined) return null;
  const isFormat = language === "python" && /^[rb]*f/i.test(string);
  return isFormat ? formatted(string) : { kind: "string", text: string };
}

/** `f"{x!r:>10}"`: braces in braces are left alone. */
function formatted(text: string): Token | null {
  const rest = text.replace(/\{\{|\}\}/g, "");
  if (/[{}]/.test(rest.replace(/\{[^{}]*\}/g, ""))) return null;
  const inner = innerOf(rest, /\{([^{}]*)\}/g).map(withoutFormat);
  return inner.includes(null) ? null : { kind: "string", text, inner: inner.filter((code) => code !== null) };
}

/** How a value is shown, which begins at a colon outside of all brackets; one inside belongs to the code. */
const format = /^(?:![rsa])?(?::[\w<>=^+,.%#*:/ -]*)?$/;

/** The code between two braces; `null` when what follows it may be code as well. */
function withoutFormat(text: string): string | null {
  let depth = 0;
  let end = text.length;
  for (const [index, char] of [...text].entries()) {
    if (/[([]/.test(char)) depth += 1;
    if (/[)\]]/.test(char)) depth -= 1;
    if (depth < 0) return null;
    if (depth === 0 && /[:!]/.test(char)) end = Math.min(end, index);
  }
  return depth === 0 && format.test(text.slice(end)) ? text.slice(0, end).replace(/=$/, "") : null;
}

const innerOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((found) => found[1] ?? "");

/** After these a slash may divide or begin a regular expression, and what follows would be read as another thing. */
function isUnsure(before: Token | undefined): boolean {
  return /^([)}]|\+\+|--|return|typeof|of|in|else|throw|new|case|do|void|delete|await|yield|instanceof)$/.test(
    before?.text ?? "",
  );
}

/** A slash begins a regular expression where no value stands before it. */
function regexAt(code: string, index: number, before: Token | undefined): string | null {
  const isValue = before !== undefined && (/^(name|number|string|regex)$/.test(before.kind) || before.text === "]");
  if (isValue) return null;
  regex.lastIndex = index;
  return regex.exec(code)?.[0] ?? null;
}
