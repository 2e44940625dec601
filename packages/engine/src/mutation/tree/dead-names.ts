import { boundIn, declares } from "./binds.ts";
import { functions, literals } from "./kinds.ts";
import { leaf, type Term, walk } from "./term.ts";

/** A name that code which is never reached makes the function's own: elsewhere in it, the name means no other variable. */
const kind = "made_local";

/** Marks for the names that dead code declares for all of its function. */
export function deadNames(dead: readonly Term[]): Term[] {
  return [...new Set(dead.flatMap((statement) => [...namesMade(statement)]))].map((name) => leaf(kind, name));
}

/** `var` in JavaScript and every assignment in Python; in other languages a declaration is its block's. */
function* namesMade(term: Term): Generator<string> {
  if (functions.has(term.kind) || literals.has(term.kind)) return;
  for (const kid of term.kids) {
    if (makesLocal.test(term.kind) && declares(term, kid)) for (const { text } of boundIn(kid)) yield text;
    if (term.kind === "variable_declaration" && kid.kind === "variable_declarator")
      for (const inner of kid.kids) if (declares(kid, inner)) for (const { text } of boundIn(inner)) yield text;
    yield* namesMade(kid);
  }
}

const makesLocal = /^(assignment|augmented_assignment|for_statement|for_in_clause|as_pattern_target|named_expression)$/;

/** The function with those marks only that change what one of its names means. */
export function settled(made: Term): Term {
  const marks = new Set<string>();
  const [said, bound] = [new Set<string>(), new Set<string>()];
  for (const at of walk(made)) {
    if (at.kind === kind) marks.add(at.text);
    else if (at.kids.length === 0 && at.kind === "identifier") said.add(at.text);
    for (const kid of at.kids) if (declares(at, kid)) for (const { text } of boundIn(kid)) bound.add(text);
  }
  if (marks.size === 0) return made;
  const kept = [...marks].filter((name) => said.has(name) && !bound.has(name)).sort();
  const plain = unmarked(made);
  return { ...plain, kids: [...plain.kids, ...kept.map((name) => leaf(kind, name))] };
}

const unmarked = (term: Term): Term =>
  term.kids.length === 0
    ? term
    : { ...term, kids: term.kids.filter((kid) => kid.kind !== kind).map((kid) => unmarked(kid)) };
