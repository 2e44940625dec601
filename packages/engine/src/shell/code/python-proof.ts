import { type Token, tokensOf } from "./code-tokens.ts";
import { bind, isGuarded, type Known, knownAtFirst, takeImports } from "./python-bindings.ts";
import { attributes, keywords, packages } from "./python-names.ts";

/** What a piece of code does, as far as it can be proven; `null` for anything else. */
export type Proof =
  | "reads"
  /** Files that JavaScript loads. */
  | { readonly required: readonly string[] }
  /** Modules that Python imports, for which a file of the working folder could stand in, and whether all are its own. */
  | { readonly imported: readonly string[]; readonly isOwn: boolean }
  | null;

/**
 * Python that only prints what it computes or reads: every name is one of a list, an import, or set right here; every
 * attribute is one of a list; nothing but names is called. A module of that name in the working folder would run
 * instead of most modules, so importing those counts as running.
 */
export function pythonProof(code: string): Proof {
  const tokens = tokensOf(code, "python");
  if (tokens === null) return null;
  const known = knownAtFirst();
  const rest = takeImports(tokens, known);
  if (rest === null || !bind(rest, known) || !isPlain(rest, known)) return null;
  const imported = [...known.imported];
  return imported.length > 0 ? { imported, isOwn: !imported.some((name) => Object.hasOwn(packages, name)) } : "reads";
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

/** `print(os.environ)`, `x in os.environ`, `os.environ["x"]`, `os.environ.get("x")`. */
function isOnlyRead(tokens: readonly Token[], index: number): boolean {
  const [member = "", next = "", attribute = ""] = tokens.slice(index + 2, index + 5).map(({ text }) => text);
  const [dot, caller = "", before] = [3, 2, 1].map((back) => tokens[index - back]?.text);
  if (next === ".") return member === "environ" && /^(get|items|keys|values|copy)$/.test(attribute);
  if (next === "[") return true;
  // With a comma behind it, it is handed on itself.
  if (before === "in") return next === "" || /^([:)\]]|if|for|\s+)$/.test(next);
  if (before !== "(" || next !== ")") return false;
  // A function of that name is Python's own, since none may be set here; `join` is only a text's.
  return dot === "." ? caller === "join" : /^(print|len|dict|list|sorted|set|str|repr|enumerate|tuple)$/.test(caller);
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
