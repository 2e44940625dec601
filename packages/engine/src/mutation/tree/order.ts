import { boundIn, declares } from "./binds.ts";
import { disturbs, isPure, readsOf } from "./effects.ts";
import { containers, functions, literals, types, wrappers } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { type Term, walk } from "./term.ts";

/** Whether what depends on an order still stands in it. */
export function isOrderKept(olds: readonly Term[], pairs: readonly [number, number][], language: Language): boolean {
  const sorted = [...pairs].sort(([one], [other]) => one - other);
  if (sorted.every(([, is], at) => at === 0 || is > (sorted[at - 1]?.[1] ?? 0))) return true;
  const traits = new Map(olds.map((term) => [term, traitsOf(term, language)]));
  return sorted.every(([was, is], at) =>
    sorted.slice(at + 1).every(([later, now]) => {
      if (now > is) return true;
      const [one, other] = [traits.get(olds[was] as Term), traits.get(olds[later] as Term)];
      return one !== undefined && other !== undefined && isIndependent(one, other);
    }),
  );
}

interface Traits {
  /** It may stand anywhere, as long as what it uses at once is there. */
  free: boolean;
  /** Nothing goes past it. */
  fixed: boolean;
  names: ReadonlySet<string>;
  /** Names it uses when it is reached, not only when something in it is called. */
  uses: ReadonlySet<string>;
  term: Term;
}

function isIndependent(one: Traits, other: Traits): boolean {
  if (one.fixed || other.fixed || (!one.free && !other.free)) return false;
  const meet = (names: ReadonlySet<string>, uses: ReadonlySet<string>): boolean =>
    [...names].some((name) => uses.has(name));
  if (meet(one.names, other.uses) || meet(other.names, one.uses) || meet(one.names, other.names)) return false;
  return !isDisturbed(one, other) && !isDisturbed(other, one);
}

/** A value is another one after what it reads has changed. */
const isDisturbed = (one: Traits, other: Traits): boolean =>
  one.uses.size > 0 && !other.free && disturbs(other.term, readsOf(one.term));

/** What changes the meaning of all that follows. */
const fixed = /^(access_specifier|preproc_|macro_definition)/;

/** Where the order of fields is their place in memory, or in a constructor. */
const laidOut = new Set(["go", "cpp", "rust", "python"]);

function traitsOf(term: Term, { grammar }: Language): Traits {
  const inner = wrappers.has(term.kind) ? (term.kids.find(isDeclaration) ?? term) : term;
  const uses = new Set<string>();
  const isValue = !functions.has(inner.kind) && !types.has(inner.kind);
  // What is handed to a call may be called at once.
  const used = isPure(inner) ? usedAtOnce(inner) : allNames(inner);
  if (isValue) for (const text of used) uses.add(text);
  const names = new Set(declaredBy(inner));
  for (const name of names) uses.delete(name);
  // Where a function is a value like others, it must be there before it is called.
  const isKnown = functions.has(inner.kind) && grammar !== "python";
  return {
    free: isFree(inner, grammar),
    fixed: fixed.test(inner.kind),
    names: isKnown ? new Set() : names,
    uses,
    term: inner,
  };
}

const isDeclaration = ({ kind }: Term): boolean =>
  functions.has(kind) || containers.has(kind) || types.has(kind) || /declaration$|^type_/.test(kind);

function isFree(term: Term, grammar: string): boolean {
  if (functions.has(term.kind) || types.has(term.kind)) return true;
  if (/^(field_declaration|public_field_definition|field_definition)$/.test(term.kind))
    return !laidOut.has(grammar) && isPure(term);
  if (containers.has(term.kind) || /^(type_declaration|property_signature|interface_)/.test(term.kind)) return true;
  if (
    /^(lexical_declaration|const_item|static_item|const_declaration|var_declaration|short_var_declaration|let_declaration|local_variable_declaration|declaration)$/.test(
      term.kind,
    )
  )
    return isPure(term);
  return term.kind === "expression_statement" && term.kids[0]?.kind === "assignment" && isPureAssignment(term.kids[0]);
}

/** A name for a value, and nothing else: where assignments declare. */
const isPureAssignment = ({ kids }: Term): boolean =>
  kids[0]?.kind === "identifier" &&
  !kids.some(({ field }) => field === "type") &&
  kids.slice(1).every((kid) => isPure(kid));

function* declaredBy(term: Term): Generator<string> {
  const name = term.kids.find(({ field }) => field === "name");
  if (name !== undefined && name.kids.length === 0) yield name.text;
  if (!functions.has(term.kind)) yield* variablesIn(term);
}

/** Without those that only a function inside has. */
function* variablesIn(term: Term): Generator<string> {
  for (const kid of term.kids) {
    if (declares(term, kid) || term.kind === "field_declarator") for (const { text } of boundIn(kid)) yield text;
    if (!functions.has(kid.kind) && !literals.has(kid.kind)) yield* variablesIn(kid);
  }
}

function* usedAtOnce(term: Term): Generator<string> {
  if (functions.has(term.kind) || literals.has(term.kind)) return;
  if (term.kids.length === 0 && /identifier$/.test(term.kind)) yield term.text;
  for (const kid of term.kids) yield* usedAtOnce(kid);
}

function* allNames(term: Term): Generator<string> {
  for (const { kids, kind, text } of walk(term)) if (kids.length === 0 && /identifier$/.test(kind)) yield text;
}
