import { functions, literals } from "./kinds.ts";
import { part, some, type Term } from "./term.ts";

/** What happens on the way to a part of a statement. */
type Way = "passed" | "here" | "blocked" | "effect";

/** Whether a part of a statement is evaluated always, once, and before anything that matters happens. */
export function isFirst(statement: Term, target: Term, matters: (term: Term) => boolean): boolean {
  return reach(statement, target, matters) === "here";
}

function reach(term: Term, target: Term, matters: (term: Term) => boolean): Way {
  if (term === target) return "here";
  const holds = some(term, (inner) => inner === target);
  if (literals.has(term.kind) || functions.has(term.kind)) return holds ? "blocked" : "passed";
  let seen = false;
  for (const [at, kid] of term.kids.entries()) {
    const isTarget = holds && some(kid, (inner) => inner === target);
    if (isTarget && (seen || isConditional(term, kid, at))) return "blocked";
    const way = reach(kid, target, matters);
    if (way === "here" || way === "blocked") return way;
    seen ||= way === "effect";
  }
  return seen || matters(term) ? "effect" : "passed";
}

/** Whether a child is evaluated only sometimes, or more than once. */
function isConditional(parent: Term, kid: Term, at: number): boolean {
  const { kind, kids } = parent;
  if (kid.kind === "block" || isChecked(parent)) return true;
  if (/^(binary_expression|boolean_operator|binary_operator)$/.test(kind))
    return kid.field === "right" && kids.some(({ text }) => /^(&&|\|\||\?\?|and|or)$/.test(text));
  if (/^(ternary|conditional)_expression$/.test(kind)) return kid.field === "" ? at !== 2 : kid.field !== "condition";
  if (/^if_|^else|^elif/.test(kind)) return kid.field !== "condition" && kid.field !== "initializer";
  if (/^(while|do|loop)_/.test(kind)) return true;
  if (/^for_(statement|in_statement|range_loop|expression)$|^enhanced_for/.test(kind))
    return kid.field !== "right" && kid.field !== "value";
  if (/^(switch|match|expression_switch|type_switch)_/.test(kind))
    return !/^(value|condition|subject)$/.test(kid.field);
  if (/^(try|with)_/.test(kind)) return kind !== "try_expression";
  return /comprehension|generator_expression/.test(kind);
}

/** What a check is given is left out together with it where checks are switched off. */
const isChecked = (parent: Term): boolean =>
  parent.kind === "assert_statement" ||
  (part(parent, "arguments")?.kind === "argument_list" &&
    /^(assert|ASSERT|DCHECK|Q_ASSERT)$/.test(part(parent, "function")?.text ?? ""));
