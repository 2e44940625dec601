import { boundIn } from "./binds.ts";
import { changesCopy } from "./copies.ts";
import { nameOf } from "./declared.ts";
import { isGuard } from "./guards.ts";
import { assignments, functions, literals, returns, wrappers } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { resolve } from "./resolve.ts";
import { part, some, type Term, walk } from "./term.ts";
import { isTied } from "./tied.ts";

/** A function as something that can be put in the place of its calls. */
export interface Inlinable {
  readonly name: string;
  /** The whole declaration, to be taken out. */
  readonly declaration: Term;
  /** The numbers of its parameters, in order; of the object it is called on, when that has a name. */
  readonly parameters: readonly number[];
  readonly receiver: number | null;
  readonly isAsync: boolean;
  /** What it does before it gives its value. */
  readonly statements: readonly Term[];
  readonly value: Term | null;
  /** It may end before its last statement. */
  readonly exits: boolean;
  /** It always ends with a return, so that a call that is returned may be replaced by all of it. */
  readonly returns: boolean;
  /** It holds something until its end, which must then be the end of the block that it is put into. */
  readonly holds: boolean;
}

/** The functions a term declares, at whatever depth classes go. */
export function* functionsIn(term: Term): Generator<Term> {
  if (functions.has(term.kind)) return yield term;
  if (/^(lexical|variable)_declaration$/.test(term.kind) && isArrow(term)) return yield term;
  if (
    wrappers.has(term.kind) ||
    /(class|impl|declaration|_body$|struct|module|namespace|_list$|^export)/.test(term.kind)
  )
    for (const kid of term.kids) yield* functionsIn(kid);
}

function isArrow(term: Term): boolean {
  const declarators = term.kids.filter(({ kind }) => kind === "variable_declarator");
  return declarators.length === 1 && literals.has(part(declarators[0], "value")?.kind ?? "");
}

/** The name of a function, also of one that is the value of a constant. */
export const functionName = (term: Term): string | undefined =>
  nameOf(term)?.text ?? nameOf(term.kids.find(({ kind }) => kind === "variable_declarator") ?? term)?.text;

/** The function, when it is plain enough to be put in the place of its calls. */
export function inlinable(declaration: Term, language: Language, counter: { next: number }): Inlinable | null {
  const name = functionName(declaration);
  const bound = resolve(declaration, language, counter);
  const declarator = bound.kids.find(({ kind }) => kind === "variable_declarator");
  const made = functions.has(bound.kind) ? bound : part(declarator, "value");
  const body = part(made, "body");
  const list = part(made, "parameters") ?? part(part(made, "declarator"), "parameters");
  if (name === undefined || made === undefined || body === undefined || list === undefined) return null;
  if (/generator/.test(made.kind) || made.kids.some(({ text }) => text === "*")) return null;
  const parameters = parametersOf(list);
  if (parameters === null || isTied(made, body, language) || changesCopy(list, body)) return null;
  const isSelf =
    declaration.kind === "function_definition" &&
    nameOf(declaration)?.kind === "field_identifier" &&
    !language.impliesThis;
  const holder = part(made, "receiver");
  if (holder !== undefined && changesCopy(holder, body)) return null;
  const received = holder === undefined ? (isSelf ? parameters.shift() : undefined) : parametersOf(holder)?.[0];
  const assigned = assignedIn(body);
  if (parameters.some((id) => assigned.has(id))) return null;
  return {
    name,
    declaration,
    parameters,
    receiver: received ?? null,
    isAsync: made.kids.some(({ text, kids }) => text === "async" || kids.some((kid) => kid.text === "async")),
    holds: body.kids.some(isGuard),
    ...bodyOf(body, language),
  };
}

/** One plain name a parameter, or nothing. */
function parametersOf(list: Term): number[] | null {
  const found: number[] = [];
  for (const kid of list.kids) {
    if (/^[(),|]$/.test(kid.kind) || kid.kind === "self_parameter") continue;
    const names = [...boundIn(kid.kind === "formal_parameter" ? (part(kid, "name") ?? kid) : kid)];
    const plain =
      names.every(({ bind }) => bind !== undefined) &&
      !some(kid, ({ kind, field }) => /value|right/.test(field) || /splat|rest|spread|variadic|_pattern$/.test(kind));
    if (!plain || names.length === 0) return null;
    found.push(...names.map(({ bind }) => bind as number));
  }
  return found;
}

/** The variables that get another value somewhere. */
export function assignedIn(term: Term): ReadonlySet<number> {
  const found = new Set<number>();
  for (const at of walk(term)) {
    if (!assignments.has(at.kind)) continue;
    const target = part(at, "left", "argument") ?? at.kids[0];
    if (target?.bind !== undefined) found.add(target.bind);
    if (/tuple|pattern|list/.test(target?.kind ?? ""))
      for (const { bind } of target?.kids ?? []) if (bind !== undefined) found.add(bind);
  }
  return found;
}

const isReturn = (term: Term | undefined): boolean =>
  term !== undefined &&
  (returns.has(term.kind) || (term.kind === "expression_statement" && returns.has(term.kids[0]?.kind ?? "")));

/** The value of a return statement. */
export const returned = (term: Term): Term | undefined =>
  (term.kind === "expression_statement" ? term.kids[0] : term)?.kids.find(
    ({ text }) => text !== "return" && text !== ";",
  );

type Bodied = Pick<Inlinable, "statements" | "value" | "exits" | "returns">;

function bodyOf(body: Term, { blockValues }: Language): Bodied {
  if (body.kind !== "block") return { statements: [], value: body, exits: false, returns: true };
  const last = body.kids.at(-1);
  const isValue = last !== undefined && blockValues && isExpression(last);
  const value = last === undefined ? undefined : isValue ? last : isReturn(last) ? returned(last) : undefined;
  const statements =
    value === undefined && !(isReturn(last) && last !== undefined) ? body.kids : body.kids.slice(0, -1);
  const exits = statements.some((statement) => some(statement, (term) => isReturn(term)));
  return { statements, value: value ?? null, exits, returns: value !== undefined };
}

/** In a block that has a value: what stands there without being a statement. */
export const isExpression = ({ kind, kids }: Term): boolean =>
  !/(_statement|_declaration|_item|^block)$/.test(kind) ||
  (kind === "expression_statement" && !kids.some(({ text }) => text === ";"));
