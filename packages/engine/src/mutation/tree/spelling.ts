import { inBraces, withDoc, withoutDead } from "./bodies.ts";
import { settled } from "./dead-names.ts";
import { blocks, functions, literals, sets } from "./kinds.ts";
import { markup } from "./markup.ts";
import { spelledOut } from "./short-forms.ts";
import { node, print, type Term } from "./term.ts";

/** What several spellings mean, in one of them. */
export function shaped(kind: string, field: string, kids: readonly Term[]): Term {
  const term = spelled(kind, field, kids);
  return functions.has(kind) || literals.has(kind) ? settled(term) : term;
}

function spelled(kind: string, field: string, kids: readonly Term[]): Term {
  if (blocks.has(kind)) return node("block", withoutDead(withDoc(kids)), field);
  if (/^(parenthesized_expression|parenthesized_type)$/.test(kind)) return unwrapped(kids, field);
  if (kind === "condition_clause") return unwrapped(kids, field);
  if (/^(expression_list|pattern_list)$/.test(kind) && kids.length === 1 && kids[0] !== undefined)
    return { ...kids[0], field };
  if (/^(tuple|expression_list|pattern_list|tuple_pattern)$/.test(kind))
    return node(/pattern/.test(kind) ? "tuple_pattern" : "tuple", kids.filter(isNoBracket), field);
  if (kind === "required_parameter" && kids.length === 1 && kids[0] !== undefined) return { ...kids[0], field };
  if (/^jsx_/.test(kind)) return markup(kind, field, kids);
  if (/^(union|intersection)_type$/.test(kind)) return flat(kind, kids, field);
  if (sets.has(kind)) return node(kind, isSet(kids) ? [...kids].sort(byText) : kids, field);
  if (/^(if|for|while|do|for_in|enhanced_for)_statement$|^else_clause$|^for_range_loop$/.test(kind))
    return node(kind, kids.map(inBraces(kind)), field);
  return node(kind, spelledOut(kind, kids), field);
}

const isNoBracket = ({ kind, text }: Term): boolean => !(kind === "(" || kind === ")") || text !== kind;

function unwrapped(kids: readonly Term[], field: string): Term {
  const inner = kids.filter(isNoBracket);
  const [only] = inner;
  // `(a?.b).c` goes on where `a?.b.c` stops.
  const stops = only?.kids.some(({ kind }) => kind === "optional_chain");
  return inner.length === 1 && only !== undefined && stops !== true
    ? { ...only, field }
    : node("parenthesized_expression", inner, field);
}

/** `| a | b`, `a | b` and however they are put together. */
function flat(kind: string, kids: readonly Term[], field: string): Term {
  const all = kids
    .filter(({ text }) => !/^[|&]$/.test(text))
    .flatMap((kid) => (kid.kind === kind ? kid.kids : [{ ...kid, field: "" }]));
  return all.length === 1 && all[0] !== undefined ? { ...all[0], field } : node(kind, all, field);
}

/** Two of one name are overloads, whose order tells which is tried first. */
function isSet(kids: readonly Term[]): boolean {
  const names = kids.flatMap((kid) => kid.kids.find(({ field }) => field === "name")?.text ?? []);
  return new Set(names).size === names.length;
}

const byText = (one: Term, other: Term): number => {
  const [left, right] = [print(one), print(other)];
  return left < right ? -1 : left > right ? 1 : 0;
};
