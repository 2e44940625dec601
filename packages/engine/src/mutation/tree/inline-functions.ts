import { isNamedIn, isOwn, lastName, objectOf } from "./callee.ts";
import { isEffect, isPure } from "./effects.ts";
import { type Inlinable, inlinable, isExpression, returned } from "./functions.ts";
import { isMade, isOnlyRead, isRepeated } from "./identity.ts";
import { calls, returns, wrappers } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { isFirst } from "./reach.ts";
import { inserted, leaf, node, part, rewrite, some, type Term, walk } from "./term.ts";

/** The terms with every call of a function replaced by what it does, and without it; `null` where that cannot be done. `others` stay as they are. */
export function withoutFunction(
  terms: readonly Term[],
  others: readonly Term[],
  declaration: Term,
  language: Language,
): { terms: Term[]; count: number } | null {
  const counter = { next: 0 };
  const found = inlinable(declaration, language, counter);
  if (found === null) return null;
  if (others.some((term) => isNamedIn(term, null, found))) return null;
  const inlining = new Inlining(found, language, counter);
  const done = terms.map((term) => inlining.into(without(term, declaration)));
  return done.some((term) => isNamedIn(term, null, found)) ? null : { terms: done, count: inlining.count };
}

const nothing = leaf("nothing", "");

/** The term without one of its parts. */
function without(term: Term, gone: Term): Term {
  if (term === gone) return nothing;
  if (!some(term, (inner) => inner === gone)) return term;
  // What only stood around the declaration goes with it.
  if (wrappers.has(term.kind) && term.kids.includes(gone)) return nothing;
  return { ...term, kids: term.kids.map((kid) => without(kid, gone)).filter((kid) => kid !== nothing) };
}

class Inlining {
  count = 0;
  readonly #called: Inlinable;
  readonly #language: Language;
  readonly #counter: { next: number };

  constructor(called: Inlinable, language: Language, counter: { next: number }) {
    this.#called = called;
    this.#language = language;
    this.#counter = counter;
  }

  into(term: Term): Term {
    const kids =
      term.kind === "block"
        ? term.kids.flatMap((kid, at) => this.#statement(this.into(kid), at === term.kids.length - 1))
        : term.kids.map((kid) => this.into(kid));
    const next =
      kids.every((kid, at) => kid === term.kids[at]) && kids.length === term.kids.length ? term : { ...term, kids };
    const { value, statements, exits } = this.#called;
    if (value === null || statements.length > 0 || exits) return next;
    const call = this.#callOf(next);
    const body = call === null ? null : this.#body(call);
    if (body === null || body.value === null) return next;
    this.count++;
    return { ...body.value, field: next.field };
  }

  /** A statement that calls the function, as what the function does. */
  #statement(statement: Term, isLast: boolean): readonly Term[] {
    const whole = statement.kind === "expression_statement" ? statement.kids[0] : undefined;
    const result =
      returns.has(statement.kind) || returns.has(whole?.kind ?? "")
        ? returned(statement)
        : isLast && this.#language.blockValues && isExpression(statement)
          ? statement
          : undefined;
    for (const at of walk(statement)) {
      const call = this.#callOf(at);
      const body = call === null ? null : this.#body(call);
      if (body === null) continue;
      const { exits, returns: gives, holds } = this.#called;
      if (holds && !(isLast && (at === whole || at === result))) continue;
      const done = ((): readonly Term[] | null => {
        if (at === whole && !exits && (body.value === null || isPure(body.value))) return body.statements;
        if (at === result && gives && body.value !== null)
          return [
            ...body.statements,
            statement === at
              ? { ...body.value, field: "" }
              : rewrite(statement, (term) => (term === at ? { ...(body.value as Term), field: at.field } : undefined)),
          ];
        if (exits || body.value === null || !isFirst(statement, at, isEffect)) return null;
        return [
          ...body.statements,
          rewrite(statement, (term) => (term === at ? { ...(body.value as Term), field: at.field } : undefined)),
        ];
      })();
      if (done === null) continue;
      this.count++;
      return done;
    }
    return [statement];
  }

  /** The call, if this is one of the function, waited for when it must be. */
  #callOf(term: Term): Term | null {
    const { isAsync } = this.#called;
    if (isAsync) {
      const inner = /^await/.test(term.kind) ? term.kids.find((kid) => calls.has(kid.kind)) : undefined;
      return inner !== undefined && this.#isCall(inner) ? inner : null;
    }
    return calls.has(term.kind) && this.#isCall(term) ? term : null;
  }

  #isCall(term: Term): boolean {
    const callee = part(term, "function") ?? part(term, "name");
    return (
      callee !== undefined &&
      lastName(callee) === this.#called.name &&
      isOwn(objectOf(term, callee), this.#called.receiver !== null)
    );
  }

  /** The body for one call: arguments for parameters, and names that nobody else has. */
  #body(call: Term): { statements: readonly Term[]; value: Term | null } | null {
    const { parameters, receiver, statements, value } = this.#called;
    const args = (part(call, "arguments")?.kids ?? []).filter(({ kind }) => !/^[(),]$/.test(kind));
    if (args.length !== parameters.length || args.some(({ kind }) => /keyword|splat|spread/.test(kind))) return null;
    const given = new Map<number, Term>(parameters.map((id, at) => [id, args[at] as Term]));
    const callee = part(call, "function") ?? call;
    const object = objectOf(call, callee);
    if (receiver !== null && object !== undefined) given.set(receiver, object);
    const all = [...statements, ...(value === null ? [] : [value])];
    for (const [id, argument] of given) {
      const uses = all.flatMap((root) =>
        [...walk(root)].filter(({ bind }) => bind === id).map((use) => ({ root, use })),
      );
      if (uses.length !== 1 && !isPure(argument)) return null;
      const isOne = uses.length === 1 && uses.every(({ root, use }) => !isRepeated(root, use));
      if (isMade(argument) && !isOne && !uses.every(({ root, use }) => isOnlyRead(argument, root, use))) return null;
    }
    const mark = `${inserted}${this.#called.name}${this.#counter.next++}`;
    const put = (term: Term): Term => substituted(term, given, mark);
    return { statements: statements.map(put), value: value === null ? null : put(value) };
  }
}

function substituted(term: Term, given: ReadonlyMap<number, Term>, mark: string, parent: Term | null = null): Term {
  if (term.bind !== undefined) {
    const argument = given.get(term.bind);
    if (argument === undefined) return leaf(term.kind, term.text + mark, term.field);
    // What is lent is looked into as if it were there.
    const isLent =
      argument.kind === "reference_expression" && /^(field_expression|index_expression)$/.test(parent?.kind ?? "");
    return { ...(isLent ? (part(argument, "value") ?? argument) : argument), field: term.field };
  }
  return term.kids.length === 0
    ? term
    : node(
        term.kind,
        term.kids.map((kid) => substituted(kid, given, mark, term)),
        term.field,
      );
}
