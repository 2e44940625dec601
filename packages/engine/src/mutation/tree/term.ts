/** A syntax tree without its layout: what is left when comments, blanks and optional signs are gone. */
export interface Term {
  readonly kind: string;
  readonly field: string;
  /** The text of a leaf; empty for a node with children. */
  readonly text: string;
  readonly kids: readonly Term[];
  /** Which declaration a name means, where that stands in the same function. */
  readonly bind?: number;
}

export const leaf = (kind: string, text: string, field = ""): Term => ({ kind, field, text, kids: [] });

export const node = (kind: string, kids: readonly Term[], field = ""): Term => ({ kind, field, text: "", kids });

/** The child that has this part. */
export function part(term: Term | undefined, ...fields: readonly string[]): Term | undefined {
  return term?.kids.find((kid) => fields.includes(kid.field));
}

/** Whether something of this kind is inside, or it is one itself. */
export function some(term: Term, is: (term: Term) => boolean): boolean {
  return is(term) || term.kids.some((kid) => some(kid, is));
}

/** All nodes, each before its children. */
export function* walk(term: Term): Generator<Term> {
  yield term;
  for (const kid of term.kids) yield* walk(kid);
}

/** The term with every node replaced that the function has something else for. */
export function rewrite(term: Term, change: (term: Term) => Term | undefined): Term {
  const changed = change(term);
  if (changed !== undefined) return changed;
  let same = true;
  const kids = term.kids.map((kid) => {
    const next = rewrite(kid, change);
    if (next !== kid) same = false;
    return next;
  });
  return same ? term : { ...term, kids };
}

const printed = new WeakMap<Term, string>();

/** One line that is the same for the same terms. */
export function print(term: Term): string {
  if (term.kids.length === 0) return `${term.kind}=${term.text}`;
  const known = printed.get(term);
  if (known !== undefined) return known;
  const line = `${term.kind}(${term.kids.map(print).join(" ")})`;
  printed.set(term, line);
  return line;
}

/** Ends the name of a variable that came with a function put in the place of its call: nobody else has such a name. */
export const inserted = "\u2032";
