import { calls, functions, literals } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { part, type Term } from "./term.ts";

/** Whether a function does something that only means what it does in the very function it stands in. */
export function isTied(made: Term, body: Term, { family }: Language): boolean {
  if (made.kids.some(({ kids }) => kids.some(({ text }) => text === "synchronized"))) return true;
  for (const at of own(body, family === "ecma")) {
    if (tied.has(at.kind) || looksUp.test(at.text)) return true;
    if (at.kind === "attribute" && at.kids.map(({ text }) => text).join("") === "inspect.stack") return true;
    if (family === "python" && at.text === "super" && part(made, "name")?.kind !== "field_identifier") return true;
    if (family === "go" && calls.has(at.kind) && part(at, "function")?.text === "recover") return true;
    if (family === "ecma" && at.text === "arguments" && at.kind === "identifier") return true;
    // A method is called on the same object; a plain function has none.
    if (/^(this|super)$/.test(at.kind) && made.kind !== "method_definition" && family === "ecma") return true;
  }
  return false;
}

/** It waits for the end of the function, makes a generator of it, or asks how it was called. */
const tied = new Set(["defer_statement", "yield", "yield_expression", "meta_property"]);

/** It asks by whom it was called. */
const looksUp = /^(_getframe|currentframe|extract_stack|getStackTrace|StackWalker|Callers?|captureStackTrace)$/;

/** What belongs to a function itself, not to one inside of it; an arrow has no `this` of its own. */
function* own(term: Term, seesArrows: boolean): Generator<Term> {
  yield term;
  for (const kid of term.kids) {
    const isInner = functions.has(kid.kind) || literals.has(kid.kind);
    if (!isInner || (seesArrows && kid.kind === "arrow_function")) yield* own(kid, seesArrows);
  }
}
