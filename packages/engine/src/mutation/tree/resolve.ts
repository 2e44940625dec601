import { boundIn, declares } from "./binds.ts";
import { functionScopes, functions, literals, scopes } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { isMember } from "./spaces.ts";
import type { Term } from "./term.ts";

/** Names known at a place, innermost first. */
interface Scope {
  readonly names: Map<string, number>;
  readonly outer: Scope | null;
}

const names = /^(identifier|type_identifier)$/;

/** The term with every local name bound to its declaration. What a file declares for all of it stays a name. */
export function resolve(term: Term, language: Language, counter: { next: number }): Term {
  const bind = (pattern: Term, scope: Scope | null, anew: boolean): void => {
    for (const { text } of scope === null ? [] : boundIn(pattern)) {
      if (anew || scope?.names.has(text) === false) scope?.names.set(text, counter.next++);
    }
  };

  const visit = (at: Term, parent: Term | null, scope: Scope | null): Term => {
    if (at.kids.length === 0) {
      const found = names.test(at.kind) && !isMember(at, parent) ? lookUp(at.text, scope) : undefined;
      return found === undefined ? at : { ...at, bind: found };
    }
    const inner = opens(at, parent, language) ? { names: new Map<string, number>(), outer: scope } : scope;
    if (inner !== null && inner !== scope && language.hoists) {
      for (const pattern of declaredIn(at, true, language)) bind(pattern, inner, false);
      for (const text of globalsIn(at, language)) inner.names.delete(text);
    }
    return { ...at, kids: language.hoists ? hoisted(at, inner, scope) : inOrder(at, inner, scope) };
  };

  const hoisted = (at: Term, scope: Scope | null, around: Scope | null): Term[] =>
    at.kids.map((kid) => visit(kid, at, isOwnName(at, kid) ? around : scope));

  /** Values before the names they are given to: `let a = a + 1` reads the one before. */
  const inOrder = (at: Term, scope: Scope | null, around: Scope | null): Term[] => {
    const done = new Map<Term, Term>();
    const declared = at.kids.filter((kid) => declares(at, kid) && !isOwnName(at, kid));
    const isFirst = firstNames.test(at.kind);
    for (const kid of at.kids) {
      if (declared.includes(kid)) {
        if (!isFirst) continue;
        bind(kid, scope, true);
      }
      done.set(kid, visit(kid, at, isOwnName(at, kid) ? around : scope));
    }
    for (const kid of declared) {
      if (done.has(kid)) continue;
      // `a, err := f()` makes only those of its names that the block does not have yet.
      bind(kid, scope, at.kind !== "short_var_declaration");
      done.set(kid, visit(kid, at, scope));
    }
    return at.kids.map((kid) => done.get(kid) ?? kid);
  };
  return visit(term, null, null);
}

/** Nodes that hold, beside the names, what may use them. */
const firstNames =
  /param|match_arm|^for_range_loop$|^for_expression$|^enhanced_for|catch|closure|^lambda_expression$|^type_switch/;

function opens({ kind }: Term, parent: Term | null, { blockScopes }: Language): boolean {
  if (functions.has(kind) || literals.has(kind)) return true;
  // The block of a function is the function's own scope.
  if (kind === "block" && parent !== null && (functions.has(parent.kind) || literals.has(parent.kind))) return false;
  return (blockScopes ? scopes : functionScopes).has(kind);
}

/** What a scope declares, without what inner ones do. */
function* declaredIn(at: Term, isRoot: boolean, language: Language): Generator<Term> {
  for (const kid of at.kids) {
    if (declares(at, kid) && !(isRoot && isOwnName(at, kid))) yield kid;
    if (!opens(kid, at, language)) yield* declaredIn(kid, false, language);
    else yield* kid.kids.filter((name) => declares(kid, name) && isOwnName(kid, name));
  }
}

/** Names that a function says are not its own. */
function* globalsIn(at: Term, language: Language): Generator<string> {
  for (const kid of at.kids) {
    if (/^(global|nonlocal)_statement$/.test(kid.kind)) yield* kid.kids.map(({ text }) => text);
    else if (!opens(kid, at, language)) yield* globalsIn(kid, language);
  }
}

const lookUp = (name: string, scope: Scope | null): number | undefined => {
  for (let at = scope; at !== null; at = at.outer) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The name of a function or class is known around it. */
const isOwnName = (at: Term, kid: Term): boolean =>
  kid.field === "name" && (functions.has(at.kind) || /^(abstract_)?class_/.test(at.kind));
