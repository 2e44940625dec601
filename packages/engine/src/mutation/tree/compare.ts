import { nameOf } from "./declared.ts";
import { lists } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { isOrderKept } from "./order.ts";
import { Pairs } from "./pairs.ts";
import { spaceOf } from "./spaces.ts";
import { print, type Term } from "./term.ts";

/** Names that are others now: what they were, what they are. */
export type Renamed = readonly [was: string, is: string][];

/** Compares terms, and remembers which name stands for which. */
export class Comparison {
  readonly #locals = new Pairs<number>();
  readonly #names = new Pairs<string>();
  readonly #members = new Pairs<string>();
  readonly #renamedLocals = new Set<string>();
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  get renamedNames(): Renamed {
    return this.#names.changed();
  }

  /** Of what only a function sees, too: those outside may still know a parameter by its name. */
  get renamedLocals(): ReadonlySet<string> {
    return this.#renamedLocals;
  }

  get renamedMembers(): Renamed {
    return this.#members.changed();
  }

  /** Whether two terms do the same. */
  same(one: Term, other: Term, parent: Term | null = null): boolean {
    return this.try(() => this.#equal(one, other, parent));
  }

  /** What a try paired is forgotten when it fails. */
  try(attempt: () => boolean): boolean {
    const undo = [this.#locals.mark(), this.#names.mark(), this.#members.mark()];
    if (attempt()) return true;
    for (const back of undo) back();
    return false;
  }

  #equal(one: Term, other: Term, parent: Term | null): boolean {
    if (one.kind !== other.kind || one.field !== other.field) return false;
    if (one.kids.length !== other.kids.length) return false;
    if (one.kids.length === 0) return this.#leaves(one, other, parent);
    const inOrder = (): boolean => one.kids.every((kid, at) => this.#equal(kid, other.kids[at] ?? kid, one));
    // Declarations keep their names where they can: two that changed places were not both renamed.
    if (lists.has(one.kind)) return this.#inAnyOrder(one, other) || inOrder();
    return this.try(inOrder) || (one.kind === "block" && this.#inAnyOrder(one, other));
  }

  #leaves(one: Term, other: Term, parent: Term | null): boolean {
    // An element with a small letter is one of the browser's.
    if (/^jsx_/.test(parent?.kind ?? "") && isCapital(one) !== isCapital(other)) return false;
    if (one.bind !== undefined || other.bind !== undefined)
      return one.bind !== undefined && other.bind !== undefined && this.#localPair(one, other);
    const space = spaceOf(one, parent, this.#language);
    if (space === "fixed") return one.text === other.text;
    return (space === "name" ? this.#names : this.#members).pair(one.text, other.text);
  }

  #localPair(one: Term, other: Term): boolean {
    if (one.text !== other.text) this.#renamedLocals.add(one.text);
    return this.#locals.pair(one.bind ?? -1, other.bind ?? -1);
  }

  /** The same statements or declarations in another order, where the order says nothing. */
  #inAnyOrder(one: Term, other: Term): boolean {
    const left = new Map<string, number[]>();
    for (const [at, kid] of other.kids.entries()) {
      const key = print(kid);
      left.set(key, [...(left.get(key) ?? []), at]);
    }
    const pairs: [number, number][] = [];
    const rest: number[] = [];
    for (const [at, kid] of one.kids.entries()) {
      const found = left.get(print(kid))?.shift();
      if (found === undefined) rest.push(at);
      else pairs.push([at, found]);
    }
    // Statements are only known again by what they say; declarations may have another name too.
    if (one.kind === "block" && rest.length > 0) return false;
    return this.try(() => {
      const same = (was: number, is: number): boolean => this.same(one.kids[was] as Term, other.kids[is] as Term, one);
      if (!pairs.every(([was, is]) => same(was, is))) return false;
      const free = new Set(other.kids.keys());
      for (const [, is] of pairs) free.delete(is);
      for (const was of rest) {
        const isNamesake = (at: number): boolean =>
          nameOf(one.kids[was] as Term)?.text === nameOf(other.kids[at] as Term)?.text;
        const is = [...[...free].filter(isNamesake), ...free].find((at) => same(was, at));
        if (is === undefined) return false;
        free.delete(is);
        pairs.push([was, is]);
      }
      return isOrderKept(one.kids, pairs, this.#language);
    });
  }
}

const isCapital = ({ text }: Term): boolean => /^\p{Lu}/u.test(text);
