import { type Token, tokensOf } from "./code-tokens.ts";
import { any, callable, closed, constructible, globals, keywords, modules, reserved } from "./javascript-names.ts";
import type { Proof } from "./python-proof.ts";

/** JavaScript that only prints what it computes or reads; JSON that is read through `require` is told. */
export function javascriptProof(code: string): Proof {
  const tokens = tokensIn(code);
  if (tokens === null) return null;
  const state: State = { locals: localsIn(tokens), roots: new Map(Object.entries(globals)), required: [] };
  for (const name of state.locals) if (isTaken(name)) return null;
  if (!isPlain(tokens, state)) return null;
  return state.required.length > 0 ? { required: state.required } : "reads";
}

/** A line that ends does not end what is said: `{}` and `[0]` on the next line are one expression. */
const tokensIn = (code: string): Token[] | null =>
  tokensOf(code, "javascript")?.filter(({ text }) => text !== "\n") ?? null;

interface State {
  readonly locals: Set<string>;
  readonly roots: Map<string, ReadonlySet<string>>;
  /** Files of JSON that are read through `require`. */
  readonly required: string[];
}

/** `const fs = require("fs")` is looked at by itself. */
const isTaken = (name: string): boolean =>
  /^[A-Z]/.test(name) ||
  (reserved.has(name) && !Object.hasOwn(modules, name)) ||
  keywords.has(name) ||
  callable.has(name) ||
  constructible.has(name) ||
  Object.hasOwn(globals, name) ||
  closed.test(name);

/** Names set by `const x`, `for (const x of`, `x =>`, `(a, b) =>`. */
function localsIn(tokens: readonly Token[]): Set<string> {
  const names = new Set<string>();
  for (const [index, { text }] of tokens.entries()) {
    if (/^(const|let|var)$/.test(text)) for (const name of patternAt(tokens, index + 1)) names.add(name);
    if (text === "catch" && tokens[index + 2]?.kind === "name") names.add(tokens[index + 2]?.text ?? "");
    if (text !== "=>") continue;
    const before = tokens[index - 1];
    if (before?.kind === "name") names.add(before.text);
    if (before?.text !== ")") continue;
    for (let at = index - 2; at >= Math.max(0, index - 20) && tokens[at]?.text !== "("; at -= 1) {
      const token = tokens[at];
      if (token?.kind === "name") names.add(token.text);
    }
  }
  return names;
}

/** One name, or the names in brackets: `[a, b]`, `{a, b}`. */
function patternAt(tokens: readonly Token[], from: number): string[] {
  const names: string[] = [];
  if (!/^[[{]$/.test(tokens[from]?.text ?? "")) return tokens[from]?.kind === "name" ? [tokens[from]?.text ?? ""] : [];
  for (let at = from + 1; at < tokens.length && !/^[\]}]$/.test(tokens[at]?.text ?? ""); at += 1) {
    const token = tokens[at];
    if (token?.kind === "name") names.push(token.text);
  }
  return names;
}

function isPlain(tokens: readonly Token[], state: State): boolean {
  for (let index = 0; index < tokens.length; index += 1) {
    const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
    if (token === undefined) return false;
    if (token.kind === "string" && token.text.startsWith("`")) {
      // A name before a template calls it.
      if (before !== undefined && (before.kind === "name" || /^[)\]]$/.test(before.text)) && !keywords.has(before.text))
        return false;
      if (token.inner?.some((code) => !isInner(code, state))) return false;
    }
    // `{["x"]: y}` and `{"x": y}` pick something out as well.
    if (token.text === "]" && next?.text === ":") return false;
    if (token.kind === "string" && next?.text === ":" && !isIndex(token, { kind: "sign", text: "]" })) return false;
    if (token.text === "[" && isValue(before) && !isIndex(next, tokens[index + 2])) return false;
    if (token.text === "(" && before !== undefined && /^[\]]$|^\)$/.test(before.text) && !isArrow(tokens, index))
      return false;
    if (token.kind !== "name") continue;
    const skip = lengthOf(tokens, index, state);
    if (skip === null) return false;
    index += skip;
  }
  return true;
}

function isInner(code: string, state: State): boolean {
  const tokens = tokensIn(code);
  return tokens !== null && isPlain(tokens, state);
}

const isValue = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === "name"
    ? !keywords.has(token.text) || /^(true|false|null|undefined|NaN|Infinity)$/.test(token.text)
    : /^(string|number|regex)$/.test(token.kind) || /^([)\]}]|\?\.)$/.test(token.text));

/** Only a number or a known text picks something out: any other text may name what reaches further. */
function isIndex(inside: Token | undefined, close: Token | undefined): boolean {
  if (close?.text !== "]" || inside === undefined) return false;
  if (inside.kind === "number") return true;
  const text = inside.text.slice(1, -1);
  return inside.kind === "string" && !/[\\`$]/.test(inside.text) && !closed.test(text);
}

/** `if (x) (…)` and `) => (`: what stands before is no value that is called. */
const isArrow = (tokens: readonly Token[], index: number): boolean => tokens[index - 1]?.text === "=>";

/** How many tokens after a name belong to it; `null` when it may reach further. */
function lengthOf(tokens: readonly Token[], index: number, state: State): number | null {
  const name = tokens[index]?.text ?? "";
  const before = tokens[index - 1]?.text;
  const next = tokens[index + 1]?.text;
  if (before === "." || before === "?.") return closed.test(name) ? null : 0;
  if (name === "require") return requireAt(tokens, index, state);
  // Where the code itself is; `import(…)` loads other code.
  if (name === "import") return isOwnPlace(tokens, index) ? 4 : null;
  if (name === "fetch") return asksHere(tokens, index) ? 3 : null;
  if (before === "new") return constructible.has(name) ? 0 : null;
  if (keywords.has(name)) return 0;
  const members = state.roots.get(name);
  if (members !== undefined && next === ".") {
    const member = tokens[index + 2]?.text ?? "";
    if (member === "readFileSync" && !onlyReads(tokens, index + 3)) return null;
    return members === any ? (closed.test(member) ? null : 2) : members.has(member) ? 2 : null;
  }
  if (callable.has(name)) return 0;
  // A key of an object.
  if (next === ":" && (before === "{" || before === ",")) return closed.test(name) || name === "toJSON" ? null : 0;
  if (Object.hasOwn(modules, name) && members === undefined) return tokens[index + 1]?.text === "=" ? 0 : null;
  return state.locals.has(name) && members === undefined ? 0 : null;
}

/** `require("fs").readFileSync`, `const fs = require("fs")`, `require("./package.json")`. */
function requireAt(tokens: readonly Token[], index: number, state: State): number | null {
  const [open, name, close, dot, member] = tokens.slice(index + 1, index + 6);
  if (open?.text !== "(" || name?.kind !== "string" || close?.text !== ")" || /[\\`]/.test(name.text)) return null;
  const text = name.text.slice(1, -1).replace(/^node:/, "");
  if (/^\.{1,2}\/[\w./-]+\.json$/.test(text)) {
    state.required.push(text);
    return 3;
  }
  const members = Object.hasOwn(modules, text) ? modules[text] : undefined;
  if (members === undefined) return versionAt(text, tokens.slice(index + 4, index + 7), state);
  if (dot?.text === "." && members.has(member?.text ?? ""))
    return member?.text === "readFileSync" && !onlyReads(tokens, index + 6) ? null : 5;
  const [word, alias, equals] = tokens.slice(Math.max(index - 3, 0), index);
  const isAlias =
    /^(const|let|var)$/.test(word?.text ?? "") &&
    alias?.kind === "name" &&
    equals?.text === "=" &&
    dot?.text !== "." &&
    dot?.text !== "[" &&
    dot?.text !== "?.";
  if (!isAlias || alias === undefined) return null;
  state.roots.set(alias.text, members);
  return 3;
}

/** `require("react").version`, `require("react/package.json").version`: a package that is there, asked for its version. */
function versionAt(name: string, [dot, member, after]: readonly Token[], state: State): number | null {
  const isPackage = /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(\/package\.json)?$/.test(name);
  const isVersion = dot?.text === "." && /^(version|VERSION)$/.test(member?.text ?? "");
  if (!isPackage || reserved.has(name) || !isVersion || /^[(`]/.test(after?.text ?? "")) return null;
  state.required.push(`./node_modules/${name}`);
  return 5;
}

/** `import.meta.url`. */
const isOwnPlace = (tokens: readonly Token[], index: number): boolean =>
  /^\. meta \. (url|dirname|filename)$/.test(
    tokens
      .slice(index + 1, index + 5)
      .map(({ text }) => text)
      .join(" "),
  );

/** `fetch("http://localhost:3000")`, and nothing that is sent along. */
function asksHere(tokens: readonly Token[], index: number): boolean {
  const [open, url, close] = tokens.slice(index + 1, index + 4);
  const address = url?.kind === "string" ? url.text.slice(1, -1) : "";
  return (
    open?.text === "(" &&
    close?.text === ")" &&
    /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/[\w./?=&%-]*)?$/.test(address)
  );
}

/** `readFileSync(x)`, `(x, "utf8")`, `(x, {encoding: "utf8"})`: any other option may be a flag that empties the file. */
function onlyReads(tokens: readonly Token[], open: number): boolean {
  if (tokens[open]?.text !== "(" || tokens[open + 1]?.text === "...") return false;
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const { text = "" } = tokens[at] ?? {};
    if (/^[([{]$/.test(text)) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
    if (depth === 0) return true;
    if (depth === 1 && text === ",") return isEncoding(tokens.slice(at + 1, at + 7));
  }
  return false;
}

function isEncoding(tokens: readonly Token[]): boolean {
  const shape = tokens.map(({ kind, text }) => (kind === "string" ? "TEXT" : text)).join(" ");
  return /^(TEXT|\{ encoding : TEXT \}|null) \)/.test(shape);
}
