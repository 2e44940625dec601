import { boundIn } from "./binds.ts";
import { lastName } from "./callee.ts";
import { nameOf } from "./declared.ts";
import type { Item } from "./items.ts";
import { calls, functions, wrappers } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { isMarked } from "./marks.ts";
import { part, some, type Term, walk } from "./term.ts";

/** The parameters that something knows by their names: of functions with marks, of tests, of what gets `**names`. */
export function readParameters(olds: readonly Item[], all: readonly Item[], language: Language): ReadonlySet<string> {
  const filled = language.family === "python" ? filledIn(all) : new Set<string>();
  return new Set(olds.flatMap((item) => [...parametersRead(item.term(), false, filled, language)]));
}

function* parametersRead(
  term: Term,
  marked: boolean,
  filled: ReadonlySet<string>,
  language: Language,
): Generator<string> {
  const isNow = wrappers.has(term.kind) && (marked || isMarked(term));
  if (functions.has(term.kind)) {
    const name = nameOf(term)?.text ?? "";
    const isTest = language.family === "python" && /^test/.test(name);
    const isAll = marked || isTest || filled.has(name) || isMarked(term);
    for (const parameter of part(term, "parameters")?.kids ?? [])
      if (isAll || isMarked(parameter)) for (const { text } of boundIn(parameter)) yield text;
  }
  for (const kid of term.kids) yield* parametersRead(kid, isNow, filled, language);
}

/** Functions that are called with whatever names there are. */
function filledIn(items: readonly Item[]): Set<string> {
  const found = new Set<string>();
  for (const item of items) {
    if (!item.source.includes("**")) continue;
    for (const at of walk(item.term())) {
      const callee = calls.has(at.kind) ? part(at, "function") : undefined;
      const args = part(at, "arguments");
      if (callee !== undefined && args?.kids.some((kid) => some(kid, ({ kind }) => kind === "dictionary_splat")))
        found.add(lastName(callee));
    }
  }
  return found;
}
