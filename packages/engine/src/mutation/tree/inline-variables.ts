import { boundIn, declares } from "./binds.ts";
import { disturbs, isEffect, isPure, type Reads, readsOf } from "./effects.ts";
import { assignedIn } from "./functions.ts";
import { isGuard } from "./guards.ts";
import { isMade, isOnlyRead, isRepeated } from "./identity.ts";
import { values } from "./kinds.ts";
import { isFirst } from "./reach.ts";
import { part, rewrite, some, type Term, walk } from "./term.ts";

/** Whether a variable of this name may be replaced by its value. */
export type Candidate = (name: string, value: Term) => boolean;

/** The term without the variables that only name a value, where leaving them out changes nothing. */
export function withoutVariables(term: Term, isCandidate: Candidate, dropsUnused: boolean): Term {
  const kids = term.kids.map((kid) => withoutVariables(kid, isCandidate, dropsUnused));
  const next = kids.every((kid, at) => kid === term.kids[at]) ? term : { ...term, kids };
  return next.kind === "block" ? { ...next, kids: shortened(next.kids, isCandidate, dropsUnused) } : next;
}

/** From the last one up: what comes later is evaluated later. */
function shortened(given: readonly Term[], isCandidate: Candidate, dropsUnused: boolean): readonly Term[] {
  let statements = given;
  for (let at = given.length - 1; at >= 0; at--) {
    const found = valueIn(statements[at] as Term);
    if (found === null || !isCandidate(found.name.text, found.value)) continue;
    statements = inlined(statements, at, found, dropsUnused) ?? statements;
  }
  return statements;
}

interface Named {
  name: Term;
  value: Term;
}

/** A statement that gives one value one name. */
export function valueIn(statement: Term): Named | null {
  const inner = statement.kind === "expression_statement" ? statement.kids[0] : statement;
  if (inner === undefined || !(values.has(inner.kind) || inner.kind === "assignment")) return null;
  const declarators = inner.kids.filter(({ kind }) =>
    /^(variable_declarator|field_declarator|init_declarator|var_spec|const_spec)$/.test(kind),
  );
  if (declarators.length > 1) return null;
  const at = declarators[0] ?? inner;
  const target =
    at.kids.find((kid) => declares(at, kid)) ?? (at.kind === "field_declarator" ? part(at, "name") : undefined);
  const value = part(at, "value", "right");
  if (target === undefined || value === undefined || at.kids.some(({ kind }) => kind === "mutable_specifier"))
    return null;
  const names = [...boundIn(target)];
  const [name] = names;
  const isPlain = target.kids.length === 0 || target.kind === "reference_declarator";
  return names.length === 1 &&
    name !== undefined &&
    isPlain &&
    !/augmented/.test(at.kind) &&
    value.kind !== "argument_list"
    ? { name, value }
    : null;
}

function inlined(
  statements: readonly Term[],
  at: number,
  { name, value }: Named,
  dropsUnused: boolean,
): readonly Term[] | null {
  if (name.bind === undefined) return null;
  const isUse = ({ bind, kids }: Term): boolean => kids.length === 0 && bind === name.bind;
  const later = statements.slice(at + 1);
  if (statements.slice(0, at).some((statement) => some(statement, isUse)) || some(value, isUse)) return null;
  if (later.some((statement) => assignedIn(statement).has(name.bind as number))) return null;
  const uses = later.flatMap((statement, place) => [...walk(statement)].filter(isUse).map((use) => ({ use, place })));
  if (uses.length === 0 && !(dropsUnused && isIdle(statements[at] as Term, value))) return null;
  // What does its work when it ends must not end sooner.
  if (isGuard(statements[at] as Term) && uses.some(({ place }) => place < later.length - 1)) return null;
  if (
    !uses.every(({ use, place }) => isSafe(value, use, later.slice(0, place), later[place] as Term, uses.length, later))
  )
    return null;
  const put = (term: Term): Term =>
    rewrite(term, (inner) => (isUse(inner) ? { ...value, field: inner.field } : undefined));
  return [...statements.slice(0, at), ...later.map(put)];
}

/** Nothing happens where it is left out: nothing is looked into, held, or given away. */
function isIdle(statement: Term, value: Term): boolean {
  if (!isPure(value) || isGuard(statement) || readsOf(value).looksInside) return false;
  return statement.kind !== "let_declaration" || !/identifier$|^struct_expression$/.test(value.kind);
}

function isSafe(
  value: Term,
  use: Term,
  between: readonly Term[],
  statement: Term,
  count: number,
  later: readonly Term[],
): boolean {
  // One thing instead of several, or several instead of one.
  if (isMade(value) && (count > 1 || isRepeated(statement, use)) && !isOnlyRead(value, statement, use)) return false;
  if (!isPure(value)) return count === 1 && between.every((one) => isPure(one)) && isFirst(statement, use, isEffect);
  const reads = readsOf(value);
  if (isConstant(reads, later)) return true;
  return between.every((one) => !disturbs(one, reads)) && isFirst(statement, use, (term) => disturbs(term, reads));
}

/** What it reads keeps its value as long as it is used. */
const isConstant = (reads: Reads, later: readonly Term[]): boolean =>
  !reads.looksInside && !later.some((statement) => disturbs(statement, reads));
