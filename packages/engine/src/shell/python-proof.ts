import { type Token, tokensOf } from "./code-tokens.ts";
import { attributes, builtins, keywords, modules, reserved, unshadowed } from "./python-names.ts";

/** What a piece of code does, as far as it can be proven; `null` for anything else. */
export type Proof = "reads" | "runs" | { readonly required: readonly string[] } | null;

/** Names that stand for something in this piece of code. */
interface Known {
  readonly locals: Set<string>;
  /** Modules by the name they go by here. */
  readonly roots: Map<string, ReadonlySet<string>>;
  readonly callable: Set<string>;
  /** What `sys` goes by here. */
  readonly sys: Set<string>;
  shadowed: boolean;
  /** `replace` and `copy` of a path move files. */
  paths: boolean;
}

/**
 * Python that only prints what it computes or reads: every name is one of a list, an import, or set right here; every
 * attribute is one of a list; nothing but names is called. A module of that name in the working folder would run
 * instead of most modules, so importing those counts as running.
 */
export function pythonProof(code: string): Proof {
  const tokens = tokensOf(code, "python");
  if (tokens === null) return null;
  const known: Known = {
    locals: new Set(),
    roots: new Map(),
    callable: new Set(builtins),
    sys: new Set(),
    shadowed: false,
    paths: false,
  };
  const rest = takeImports(tokens, known);
  if (rest === null || !bind(rest, known) || !isPlain(rest, known)) return null;
  return known.shadowed ? "runs" : "reads";
}

/** Takes the imports out, and notes what they bring; `null` when one is not known. */
function takeImports(tokens: readonly Token[], known: Known): Token[] | null {
  const rest: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const isStart = index === 0 || tokens[index - 1]?.kind === "line" || tokens[index - 1]?.text === ":";
    if (token === undefined || !isStart || !/^(import|from)$/.test(token.text)) {
      if (token !== undefined) rest.push(token);
      continue;
    }
    const end = tokens.findIndex(({ kind }, at) => at > index && kind === "line");
    const words = tokens.slice(index, end === -1 ? undefined : end).map(({ text }) => text);
    if (!importedBy(words.join(" ").replaceAll(" . ", "."), known)) return null;
    index += words.length - 1;
  }
  return rest;
}

function importedBy(line: string, known: Known): boolean {
  const from = /^from ([\w.]+) import (.+)$/.exec(line);
  const list = from?.[2] ?? /^import (.+)$/.exec(line)?.[1] ?? "";
  for (const item of list.split(" , ")) {
    const [, name = "", alias = name] = /^([\w.]+)(?: as (\w+))?$/.exec(item) ?? [];
    const module = from?.[1] ?? name;
    const members = Object.hasOwn(modules, module) ? modules[module] : undefined;
    if (members === undefined || alias.startsWith("_") || reserved.has(alias)) return false;
    if (!unshadowed.has(module)) known.shadowed = true;
    if (module === "pathlib") known.paths = true;
    if (module === "sys") known.sys.add(alias);
    if (from !== null && (!members.has(name) || isGuarded(module, name))) return false;
    if (from !== null) known.callable.add(alias);
    else if (alias === name && name.includes(".")) rootsOf(name, members, known);
    else known.roots.set(alias, members);
  }
  return list !== "";
}

/** `import os.path` brings `os` too. */
function rootsOf(name: string, members: ReadonlySet<string>, known: Known): void {
  const [top = "", ...path] = name.split(".");
  const own = Object.hasOwn(modules, top) ? modules[top] : undefined;
  known.roots.set(top, new Set([...(known.roots.get(top) ?? own ?? []), ...path, ...members]));
}

/** Notes the names that are set here; `false` when one of them hides a known one. */
function bind(tokens: readonly Token[], known: Known): boolean {
  let depth = 0;
  for (const [index, { text, kind }] of tokens.entries()) {
    if (/^[([{]$/.test(text)) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
    const isTarget = kind === "name" && depth === 0 && isAssigned(tokens, index);
    const names = isTarget ? [text] : namesAfter(tokens, index);
    for (const name of names) {
      if (known.callable.has(name) || known.roots.has(name) || keywords.has(name)) return false;
      if (reserved.has(name) || name.startsWith("__")) return false;
      known.locals.add(name);
    }
  }
  return true;
}

function isAssigned(tokens: readonly Token[], index: number): boolean {
  if (tokens[index - 1]?.text === ".") return false;
  const rest = tokens.slice(index + 1, index + 12).map(({ text }) => text);
  return /^(=|\+=|-=|\*=|\/=)$/.test(rest[0] ?? "") || (rest[0] === "," && /^(, \w+ )+= /.test(`${rest.join(" ")} `));
}

/** The names in `for a, b in`, `as x`, `lambda a, b:`. */
function namesAfter(tokens: readonly Token[], index: number): string[] {
  const { text } = tokens[index] ?? { text: "" };
  if (text === "as" && tokens[index + 1]?.kind === "name") return [tokens[index + 1]?.text ?? ""];
  const stop = text === "for" ? "in" : text === "lambda" ? ":" : null;
  if (stop === null) return [];
  const names: string[] = [];
  for (let at = index + 1; at < index + 20 && tokens[at]?.text !== stop; at += 1) {
    const token = tokens[at];
    if (token === undefined) return names;
    if (token.kind === "name") names.push(token.text);
    else if (!/^[,()]$/.test(token.text)) return names;
  }
  return names;
}

function isPlain(tokens: readonly Token[], known: Known): boolean {
  for (let index = 0; index < tokens.length; index += 1) {
    const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
    if (token === undefined) return false;
    if (token.inner?.some((code) => !isInner(code, known))) return false;
    if (
      token.text === "(" &&
      (before?.kind === "string" || before?.kind === "number" || /^[)\]}]$/.test(before?.text ?? ""))
    )
      return false;
    if (token.kind !== "name") continue;
    if (before?.text === ".") {
      if (!isAttribute(token.text, known)) return false;
    } else if (known.roots.has(token.text)) {
      const member = tokens[index + 2]?.text ?? "";
      if (next?.text !== "." || known.roots.get(token.text)?.has(member) !== true) return false;
      if (isTarget(tokens, index)) return false;
      const module = known.sys.has(token.text) ? "sys" : "os";
      if (isGuarded(module, member) && !isOnlyRead(tokens, index)) return false;
      index += 2;
    } else if (!isFreeName(tokens, index, known)) return false;
  }
  return true;
}

/** Where modules are looked for, and what programs find around them: shown here, but neither changed nor handed on. */
const isGuarded = (module: string, name: string): boolean =>
  (module === "sys" && name === "path") || (module === "os" && name === "environ");

/** `print(os.environ)`, `x in os.environ`, `os.environ["x"]`, `os.environ.get("x")`. */
function isOnlyRead(tokens: readonly Token[], index: number): boolean {
  const [member = "", next = "", attribute = ""] = tokens.slice(index + 2, index + 5).map(({ text }) => text);
  const [caller = "", before = ""] = [tokens[index - 2]?.text, tokens[index - 1]?.text];
  if (next === ".") return member === "environ" && /^(get|items|keys|values|copy)$/.test(attribute);
  if (next === "[") return true;
  // With a comma behind it, it is handed on itself.
  if (before === "in") return next === "" || /^([:)\]]|if|for|\s+)$/.test(next);
  return before === "(" && next === ")" && /^(print|len|dict|list|sorted|set|str|repr|join)$/.test(caller);
}

/** Whether something is set here: before `=` outside of all brackets, or after `for` and `as`. */
function isTarget(tokens: readonly Token[], index: number): boolean {
  for (let at = index - 1; at >= 0; at -= 1) {
    const { text = "", kind } = tokens[at] ?? {};
    if (text === "for" || text === "as") return true;
    if (kind === "line" || (kind === "name" ? keywords.has(text) : kind === "sign" && !/^[.,()[\]*]$/.test(text)))
      break;
  }
  let depth = depthAt(tokens, index);
  for (const { text, kind } of tokens.slice(index)) {
    if (/^[([{]$/.test(text)) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
    if (depth <= 0 && kind === "line") return false;
    if (depth <= 0 && /^(=|\+=|-=|\*=|\/=)$/.test(text)) return true;
  }
  return false;
}

const depthAt = (tokens: readonly Token[], index: number): number =>
  tokens.slice(0, index).reduce((depth, { text }) => {
    if (/^[([{]$/.test(text)) return depth + 1;
    return /^[)\]}]$/.test(text) ? depth - 1 : depth;
  }, 0);

function isInner(code: string, known: Known): boolean {
  const tokens = tokensOf(code, "python");
  return tokens !== null && !tokens.some(({ text }) => text === ":=" || text === "=") && isPlain(tokens, known);
}

function isAttribute(name: string, { paths }: Known): boolean {
  return attributes.has(name) && !(paths && /^(replace|copy|move|rename)$/.test(name));
}

function isFreeName(tokens: readonly Token[], index: number, known: Known): boolean {
  const { text = "" } = tokens[index] ?? {};
  const next = tokens[index + 1]?.text;
  if (text === "open") return next === "(" && opensForReading(tokens, index + 2);
  if (keywords.has(text)) return true;
  if (known.callable.has(text)) return true;
  if (known.locals.has(text)) return next !== "(";
  // The name of an argument: `sep=""`.
  return (
    next === "=" &&
    tokens[index - 1]?.kind === "sign" &&
    /^[(,]$/.test(tokens[index - 1]?.text ?? "") &&
    /^[a-z]+$/.test(text)
  );
}

/** `open(x)`, `open(x, "r")`, `open(x, encoding="utf-8")`. */
function opensForReading(tokens: readonly Token[], from: number): boolean {
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    const { text = "", kind } = tokens[index] ?? {};
    if (kind === "line") return false;
    if (/^[([{]$/.test(text)) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
    if (depth < 0) return true;
    if (text === "*" || text === "**") return false;
    if (depth > 0 || text !== ",") continue;
    const [name = "", sign = "", value = ""] = tokens.slice(index + 1, index + 4).map((token) => token.text);
    const isMode = /^["']r[bt]?["']$/.test(name) && /^[,)]$/.test(sign);
    const isOption =
      sign === "=" && (/^(encoding|errors)$/.test(name) || (name === "mode" && /^["']r[bt]?["']$/.test(value)));
    if (!isMode && !isOption) return false;
  }
  return false;
}
