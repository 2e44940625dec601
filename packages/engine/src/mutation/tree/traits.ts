import { boundIn, declares } from "./binds.ts";
import { nameOf } from "./declared.ts";
import { isPure } from "./effects.ts";
import { containers, functions, literals, types, wrappers } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { isMarked } from "./marks.ts";
import { runsAtOnce } from "./runs-at-once.ts";
import { part, print, some, type Term, walk } from "./term.ts";

/** What the order of declarations and statements depends on. */
export interface Traits {
  /** It may stand anywhere, as long as what it uses at once is there. */
  readonly free: boolean;
  /** Nothing goes past it. */
  readonly fixed: boolean;
  readonly names: ReadonlySet<string>;
  /** Names it uses when it is reached, not only when something in it is called. */
  readonly uses: ReadonlySet<string>;
  /** What it is known by among its neighbours, where only the last one of a name counts. */
  readonly label: string | null;
  /** Another function has its name, and what is called by it depends on which of them are known there. */
  readonly isOverload: boolean;
  readonly term: Term;
}

export function traitsIn(terms: readonly Term[], language: Language): Map<Term, Traits> {
  const behind = behindNames(terms);
  const overloads = language.family === "cpp" ? namedTwice(terms) : new Set<string>();
  return new Map(terms.map((term) => [term, traitsOf(term, language, behind, overloads)]));
}

/** What changes the meaning of all that follows. */
const fixed = /^(access_specifier|preproc_|macro_definition)/;

/** Where the order of fields is their place in memory, or in a constructor. */
const laidOut = new Set(["go", "cpp", "rust", "python"]);

function traitsOf(
  term: Term,
  language: Language,
  behind: ReadonlyMap<string, ReadonlySet<string>>,
  overloads: ReadonlySet<string>,
): Traits {
  const inner = innerOf(term);
  const isFunction = functions.has(inner.kind);
  const runs = runsAtOnce(term, inner, language);
  const names = new Set(declaredBy(inner));
  const own = nameOf(inner)?.text ?? "";
  const isOverload = isFunction && overloads.has(own);
  if (isOverload) names.add(own);
  const uses = new Set(isFunction || types.has(inner.kind) ? [] : isPure(inner) ? usedAtOnce(inner) : allNames(inner));
  for (const at of runs) for (const name of allNames(at)) uses.add(name);
  // What is called at once needs all that the functions it calls need.
  if (!isFunction && !types.has(inner.kind) && !isPure(inner)) addBehind(uses, behind);
  if (runs.some((at) => !isPure(at))) addBehind(uses, behind);
  if (isFunction) for (const name of allNames(inner)) if (overloads.has(name)) uses.add(name);
  for (const name of names) uses.delete(name);
  // Where a function is a value like others, it must be there before it is called.
  const isKnown = isFunction && language.grammar !== "python" && !isOverload;
  return {
    free: isFree(inner, language.grammar) && runs.every(isPure) && !isEnrolled(term, inner, language),
    fixed: fixed.test(inner.kind),
    names: isKnown ? new Set() : names,
    uses,
    label: labelOf(inner, language),
    isOverload,
    term: inner,
  };
}

const innerOf = (term: Term): Term => (wrappers.has(term.kind) ? (term.kids.find(isDeclaration) ?? term) : term);

/** Where marks are code, they run one after the other. */
const isEnrolled = (term: Term, inner: Term, { family }: Language): boolean =>
  (family === "python" || family === "ecma") && (isMarked(term) || isMarked(inner));

/** Where one of two with the same name and the same kind is all there is in the end, or both run in their order. */
function labelOf(term: Term, { family }: Language): string | null {
  if (!/^(ecma|python|go)$/.test(family) || !(functions.has(term.kind) || /signature$/.test(term.kind))) return null;
  const name = nameOf(term)?.text;
  if (name === undefined) return null;
  const words = term.kids.filter(({ text }) => /^(get|set|static)$/.test(text)).map(({ text }) => text);
  const receiver = part(term, "receiver")?.kids.find(({ kind }) => kind === "parameter_declaration");
  const owner = part(receiver, "type");
  return [...words, owner === undefined ? "" : print(owner), name].join(" ");
}

/** What each name leads to: all names in the function, the class or the object of functions that it is. */
function behindNames(terms: readonly Term[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const term of terms) {
    const inner = innerOf(term);
    if (types.has(inner.kind) || !some(inner, ({ kind }) => functions.has(kind) || literals.has(kind))) continue;
    const said = new Set(allNames(inner));
    for (const name of [...declaredBy(inner), nameOf(inner)?.text ?? ""])
      found.set(name, new Set([...(found.get(name) ?? []), ...said]));
  }
  return found;
}

function addBehind(uses: Set<string>, behind: ReadonlyMap<string, ReadonlySet<string>>): void {
  // A set goes on to what is added to it on the way.
  for (const name of uses) for (const next of behind.get(name) ?? []) uses.add(next);
}

function namedTwice(terms: readonly Term[]): Set<string> {
  const names = terms.map(innerOf).flatMap((term) => (functions.has(term.kind) ? (nameOf(term)?.text ?? []) : []));
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
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
