import { isGuard } from "./guards.ts";
import { assignments, effects, functions, literals, reads } from "./kinds.ts";
import { some, type Term, walk } from "./term.ts";

/** Evaluating it changes nothing, and no call is made. A function that is only made does nothing yet. */
export function isPure(term: Term): boolean {
  if (literals.has(term.kind) || functions.has(term.kind)) return true;
  if (isEffect(term)) return false;
  return term.kids.every(isPure);
}

/** Whether this very node does something, its parts aside. */
export function isEffect(term: Term): boolean {
  const { kind, kids } = term;
  if (effects.has(kind) || isGuard(term)) return true;
  // A value is taken from a channel.
  return kind === "unary_expression" && kids[0]?.text === "<-";
}

/** What a value depends on: names, members, and whether it looks into something at all. */
export interface Reads {
  names: ReadonlySet<string>;
  members: ReadonlySet<string>;
  looksInside: boolean;
}

export function readsOf(term: Term): Reads {
  const names = new Set<string>();
  const members = new Set<string>();
  for (const at of walk(term)) {
    if (at.kids.length > 0 || !/identifier$/.test(at.kind)) continue;
    if (/property|field/.test(at.kind) || /^(attribute|field)$/.test(at.field)) members.add(at.text);
    else names.add(at.text);
  }
  return { names, members, looksInside: some(term, ({ kind }) => reads.has(kind)) };
}

/** Whether running a term may change what another one reads, or keep it from being read at all. */
export function disturbs(term: Term, { names, members, looksInside }: Reads): boolean {
  if (literals.has(term.kind) || functions.has(term.kind)) return false;
  if (assignments.has(term.kind)) {
    const [target] = term.kids.filter(({ text }) => !/^(\+\+|--)$/.test(text));
    const written = target === undefined ? [] : [...walk(target)].filter(({ kids }) => kids.length === 0);
    const last = written.filter(({ kind }) => /identifier$/.test(kind)).at(-1);
    if (last !== undefined && (names.has(last.text) || members.has(last.text))) return true;
  } else if (isEffect(term) && looksInside) return true;
  return term.kids.some((kid) => disturbs(kid, { names, members, looksInside }));
}
