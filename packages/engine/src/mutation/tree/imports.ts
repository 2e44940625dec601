import type { ImportText } from "./items.ts";

/** One imported name. */
export interface Import {
  readonly path: string;
  readonly module: string;
  /** What it is called there; `*` for everything. */
  readonly name: string;
  /** What it is called here; `null` for an import that brings no name. */
  readonly local: string | null;
  /** Where it must stand. */
  readonly after: number;
  /** What it brings cannot be seen, so its place matters. */
  readonly isBarrier: boolean;
}

type Found = Omit<Import, "path" | "after">;

/** All names that the import statements of a file bring. */
export function importsOf(texts: readonly ImportText[]): Import[] {
  let barriers = 0;
  return texts.flatMap(({ path, text, kind, after }) =>
    namesIn(kind, uncommented(kind, text)).map((found) => {
      const entry = { ...found, path, after: after + barriers };
      if (found.isBarrier) barriers++;
      return entry;
    }),
  );
}

const uncommented = (kind: string, text: string): string =>
  kind === "preproc_include" ? text : text.replace(/\/\*[\s\S]*?\*\/|(^|\s)(\/\/|#).*$/gm, " ");

function namesIn(kind: string, text: string): Found[] {
  if (kind === "preproc_include") return [one(text.replace(/^#\s*include\s*/, "").trim(), "", null)];
  if (kind === "use_declaration") return used(text.replace(/^pub\S*\s+/, (pub) => `${pub.trim()} `));
  if (kind === "import_from_statement") return fromPython(text);
  if (kind === "import_declaration") return /["`]/.test(text) ? fromGo(text) : fromJava(text);
  return /\bfrom\s*["']|^import\s*(type\s*)?["'({*]|^import\s+\w+\s*=/.test(text)
    ? fromEcma(text)
    : fromPythonPlain(text);
}

const one = (module: string, name: string, local: string | null, isBarrier = false): Found => ({
  module,
  name,
  local,
  isBarrier,
});

function fromEcma(text: string): Found[] {
  const [, clause = "", module = ""] = /^import\s*([\s\S]*?)(?:\bfrom\s*)?["']([^"']+)["']/.exec(text) ?? [];
  const isType = /^type\b(?!\s*,)(?!\s*from)/.test(clause);
  const mark = isType ? "type " : "";
  const said = clause.replace(/^type\b(?!\s*,)(?!\s*$)/, "").trim();
  if (said === "") return [one(module, "", null, true)];
  const braces = /\{([\s\S]*)\}/.exec(said)?.[1];
  const outside = said.replace(/\{[\s\S]*\}/, "");
  return [
    ...pieces(outside).map((piece) =>
      /^\*/.test(piece) ? one(module, `${mark}*`, lastWord(piece)) : one(module, `${mark}default`, piece),
    ),
    ...pieces(braces ?? "").map((piece) => one(module, mark + piece.replace(/\s+as\s.*$/, ""), lastWord(piece))),
  ];
}

const pieces = (text: string): string[] =>
  text
    .split(",")
    .map((piece) => piece.trim().replace(/\s+/g, " "))
    .filter((piece) => piece !== "");
const lastWord = (text: string): string => /[\w$]+$/.exec(text)?.[0] ?? text;

function fromPython(text: string): Found[] {
  const [, module = "", names = ""] = /^from\s+(\S+)\s+import\s+([\s\S]*)$/.exec(text) ?? [];
  return pieces(names.replace(/[()\\;]/g, " ")).map((piece) =>
    piece === "*" ? one(module, "*", null, true) : one(module, piece.replace(/ as .*$/, ""), lastWord(piece)),
  );
}

function fromPythonPlain(text: string): Found[] {
  return pieces(text.replace(/^import\s/, "").replace(/[;\\]/g, " ")).map((piece) =>
    one(piece.replace(/ as .*$/, ""), "", / as /.test(piece) ? lastWord(piece) : (piece.split(".")[0] ?? piece)),
  );
}

function fromGo(text: string): Found[] {
  return [...text.matchAll(/([\w.]+)?\s*["`]([^"`]+)["`]/g)].map(([, alias, module = ""]) => {
    const given = alias === "import" ? undefined : alias;
    return one(
      module,
      given === "_" || given === "." ? given : "",
      given === "_" || given === "." ? null : (given ?? lastWord(module)),
    );
  });
}

function fromJava(text: string): Found[] {
  const said = text
    .replace(/^import\s*/, "")
    .replace(/;\s*$/, "")
    .replace(/\s+/g, " ")
    .trim();
  return [one(said, "", said.endsWith("*") ? null : lastWord(said))];
}

/** `use a::{b, c as d}`, one name at a time. */
function used(text: string): Found[] {
  const [, mark = "", said = ""] = /^(.*?)\buse\s+([\s\S]*?);?\s*$/.exec(text) ?? [];
  return spread(said.replace(/\s+/g, " ")).map((path) => {
    const name = path.replace(/ as .*$/, "");
    const local = / as /.test(path) ? lastWord(path) : lastWord(name.replace(/::self$/, ""));
    return one(mark.trim() + name, "", name.endsWith("*") || mark.trim() !== "" ? null : local);
  });
}

function spread(path: string): string[] {
  const open = path.indexOf("{");
  if (open < 0) return [path.trim()];
  const prefix = path.slice(0, open).trim();
  return splitOutside(path.slice(open + 1, path.lastIndexOf("}"))).flatMap((piece) =>
    spread(piece).map((rest) => (rest === "self" ? prefix.replace(/::$/, "") : prefix + rest)),
  );
}

function splitOutside(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}") depth--;
    if (at < text.length && (text[at] !== "," || depth > 0)) continue;
    if (text.slice(begin, at).trim() !== "") found.push(text.slice(begin, at).trim());
    begin = at + 1;
  }
  return found;
}
