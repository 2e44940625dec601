import type { Token } from "./code-tokens.ts";
import { builtins, keywords, modules, packages, reserved, unshadowed } from "./python-names.ts";

/** Names that stand for something in this piece of code. */
export interface Known {
  readonly locals: Set<string>;
  /** Modules by the name they go by here. */
  readonly roots: Map<string, ReadonlySet<string>>;
  readonly callable: Set<string>;
  /** What `sys` goes by here. */
  readonly sys: Set<string>;
  /** Modules for which a file of the working folder could stand in. */
  readonly imported: Set<string>;
  /** `replace` and `copy` of a path move files. */
  paths: boolean;
}

/** What is known before the first line. */
export const knownAtFirst = (): Known => ({
  locals: new Set(),
  roots: new Map(),
  callable: new Set(builtins),
  sys: new Set(),
  imported: new Set(),
  paths: false,
});

/** Takes the imports out, and notes what they bring; `null` when one is not known. */
export function takeImports(tokens: readonly Token[], known: Known): Token[] | null {
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
    const members = membersOf(module);
    if (members === undefined || alias.startsWith("_") || reserved.has(alias)) return false;
    if (!unshadowed.has(module)) known.imported.add(module.split(".", 1)[0] ?? module);
    if (module === "pathlib") known.paths = true;
    if (module === "sys") known.sys.add(alias);
    if (from !== null && (!members.has(name) || isGuarded(module, name))) return false;
    if (from !== null) known.callable.add(alias);
    else if (alias === name && name.includes(".")) rootsOf(name, members, known);
    else known.roots.set(alias, members);
  }
  return list !== "";
}

/** What may be used of a module of Python, or of a package. */
const membersOf = (name: string): ReadonlySet<string> | undefined =>
  [modules, packages].find((all) => Object.hasOwn(all, name))?.[name];

/** `import os.path` brings `os` too. */
function rootsOf(name: string, members: ReadonlySet<string>, known: Known): void {
  const [top = "", ...path] = name.split(".");
  const own = Object.hasOwn(modules, top) ? modules[top] : undefined;
  known.roots.set(top, new Set([...(known.roots.get(top) ?? own ?? []), ...path, ...members]));
}

/** Where modules are looked for, and what programs find around them: shown here, but neither changed nor handed on. */
export const isGuarded = (module: string, name: string): boolean =>
  (module === "sys" && name === "path") || (module === "os" && name === "environ");

/** Notes the names that are set here; `false` when one of them hides a known one. */
export function bind(tokens: readonly Token[], known: Known): boolean {
  let depth = 0;
  for (const [index, { text, kind }] of tokens.entries()) {
    if (/^[([{]$/.test(text)) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
    if (text === "def" && !define(tokens, index, known)) return false;
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

/** `def f(a, b=1):`: a function of its own can be called, since what it does is looked at where it stands. */
function define(tokens: readonly Token[], index: number, known: Known): boolean {
  const [before, name, open] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
  const isStart = before === undefined || before.kind === "line" || before.text === ":";
  if (!isStart || name?.kind !== "name" || open?.text !== "(") return false;
  if (!isNew(name.text, known) || known.locals.has(name.text)) return false;
  known.callable.add(name.text);
  let depth = 0;
  for (let at = index + 2; at < tokens.length; at += 1) {
    const { text = "", kind } = tokens[at] ?? {};
    if (/^[([{]$/.test(text)) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
    if (depth === 0) return true;
    if (kind !== "name" || depth > 1 || !/^[(,*]|\*\*$/.test(tokens[at - 1]?.text ?? "")) continue;
    if (!isNew(text, known)) return false;
    known.locals.add(text);
  }
  return false;
}

/** Whether a name that is set here hides none that means something else. */
const isNew = (name: string, known: Known): boolean =>
  !known.callable.has(name) &&
  !known.roots.has(name) &&
  !keywords.has(name) &&
  !reserved.has(name) &&
  !name.startsWith("_");

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
