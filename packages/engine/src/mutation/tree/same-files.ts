import { Comparison } from "./compare.ts";
import { type Declared, declaredIn } from "./declared.ts";
import type { Import } from "./imports.ts";
import type { Item } from "./items.ts";
import { areImportsKept, type Call } from "./kept-imports.ts";
import type { Language } from "./languages.ts";
import { isOrderKept } from "./order.ts";
import { candidatesIn, type Pair, pairByText } from "./pair-items.ts";
import { readParameters } from "./read-parameters.ts";
import { findsMembers, findsNames, isQuoted } from "./reflection.ts";
import { resolve } from "./resolve.ts";
import { areMadeText, declaresFunction, isAskedForName, seeNames } from "./seen-names.ts";
import { node, some, type Term } from "./term.ts";

/** All files of one family that a call touched, before or after. */
export interface Side {
  readonly items: readonly Item[];
  /** The items before any of them was rewritten. */
  readonly first: readonly Item[];
  readonly imports: readonly Import[];
}

/** Whether two sides do the same: every item of one has its counterpart in the other, whatever it is called and wherever it stands. */
export function areSame(before: Side, after: Side, call: Call, language: Language): boolean {
  const paired = pairByText(before.items, after.items);
  if (paired.olds.length !== paired.news.length) return false;
  const comparison = new Comparison(language);
  const counter = { next: 0 };
  const bound = memo((item: Item) => resolve(item.term(), item.language, counter));
  const pairs = [...paired.pairs];
  const left = new Set(paired.news);
  const candidates = candidatesIn(paired.olds, paired.news, bound);
  for (const old of paired.olds) {
    const found = candidates(old).find((item) => left.has(item) && comparison.same(...terms(old, item, bound)));
    if (found === undefined) return false;
    left.delete(found);
    pairs.push([old, found]);
  }
  // What kept its text still means the same only if none of its names went elsewhere.
  const renamed = new Set([...comparison.renamedNames, ...comparison.renamedMembers].flat());
  for (const [old, item] of paired.pairs) {
    if (!mentions(old.text ?? "", renamed)) continue;
    if (!comparison.same(bound(old), bound(item))) return false;
  }
  if (isSwap(comparison.renamedMembers)) return false;
  if (areNamedByCallers(comparison.renamedLocals, after, language)) return false;
  if (areSeenByName(comparison, paired.olds, before, language)) return false;
  const olds = declaredIn(paired.olds.map(bound), language);
  const news = declaredIn(paired.news.map(bound), language);
  const moved = new Set(
    pairs
      .filter(([old, item]) => old.path !== item.path)
      .flatMap(([, item]) => [...declaredIn([bound(item)], language).names.keys()]),
  );
  return (
    comparison.renamedMembers.every(([was, is]) => olds.members.get(was) === false && news.members.get(is) === false) &&
    areImportsKept(
      before,
      after,
      { ...call, moved: new Set([...call.moved, ...moved]) },
      freely(comparison.renamedNames, olds, news),
      comparison.renamedNames,
    ) &&
    paths(pairs).every((path) => isPathOrdered(path, before.items, after.items, pairs, bound, language))
  );
}

/** Members that changed places were not renamed: what has a layout has another one. */
function isSwap(renamed: readonly [string, string][]): boolean {
  const olds = new Set(renamed.map(([was]) => was));
  return renamed.some(([, is]) => olds.has(is));
}

/** Where arguments may be given by the name of the parameter, renaming it is a matter of its callers too. */
function areNamedByCallers(names: ReadonlySet<string>, { items }: Side, { family }: Language): boolean {
  if (family !== "python" || names.size === 0) return false;
  const isNamed = (term: Term): boolean => term.kind === "keyword_argument" && names.has(term.kids[0]?.text ?? "");
  return items.some((item) => some(item.term(), isNamed));
}

/** Whether a name that was changed is also what the code looks at. */
function areSeenByName(comparison: Comparison, olds: readonly Item[], { first }: Side, language: Language): boolean {
  const names = comparison.renamedNames.map(([was]) => was);
  const members = comparison.renamedMembers.map(([was]) => was);
  const locals = comparison.renamedLocals;
  if (names.length + members.length + locals.size === 0) return false;
  if (seeNames(olds) || areMadeText(olds, first)) return true;
  if (names.length > 0 && findsNames(first, language)) return true;
  if (members.length > 0 && findsMembers(first, language)) return true;
  const isQuotedOne = (name: string): boolean => isQuoted(first, name, language);
  // In a script a variable is not found by its name, a member is.
  if (members.some(isQuotedOne) || (language.family !== "ecma" && names.some(isQuotedOne))) return true;
  if (locals.size > 0 && [...readParameters(olds, first, language)].some((name) => locals.has(name))) return true;
  const functions = names.filter((name) => olds.some(({ source }) => declaresFunction(source, name)));
  return functions.some((name) => isAskedForName(first, name));
}

/** Renamed names that only this code uses. */
function freely(renamed: readonly [string, string][], olds: Declared, news: Declared): ReadonlySet<string> {
  return new Set(
    renamed.filter(([was, is]) => olds.names.get(was) === false && news.names.get(is) === false).map(([was]) => was),
  );
}

/** What moves to another file may be shown there, or need not be any more. */
function terms(old: Item, item: Item, bound: (item: Item) => Term): [Term, Term] {
  return old.path === item.path ? [bound(old), bound(item)] : [unmarked(bound(old)), unmarked(bound(item))];
}

function unmarked(term: Term): Term {
  if (term.kind === "export_statement" && !term.kids.some(({ text }) => text === "default")) {
    const inner = term.kids.find(({ field }) => field === "declaration");
    if (inner !== undefined) return { ...inner, field: "" };
  }
  const kids = term.kids.filter(({ kind }) => kind !== "visibility_modifier");
  return node(
    term.kind,
    kids.map((kid) =>
      kid.kind === "modifiers"
        ? { ...kid, kids: kid.kids.filter(({ text }) => !/^(public|private|protected)$/.test(text)) }
        : kid,
    ),
    term.field,
  );
}

function mentions(text: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  for (const [word] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) if (names.has(word)) return true;
  return false;
}

const paths = (pairs: readonly Pair[]): string[] => [...new Set(pairs.map(([, item]) => item.path))];

function isPathOrdered(
  path: string,
  olds: readonly Item[],
  news: readonly Item[],
  pairs: readonly Pair[],
  bound: (item: Item) => Term,
  language: Language,
): boolean {
  const [was, is] = [places(olds, path), places(news, path)];
  const kept = pairs.filter(([old, item]) => old.path === path && item.path === path);
  const order = kept.map(([old, item]): [number, number] => [was.get(old) ?? 0, is.get(item) ?? 0]);
  if (isRising(order)) return true;
  const items = [...was.keys()].map(bound);
  return isOrderKept(items, order, language);
}

const places = (items: readonly Item[], path: string): Map<Item, number> =>
  new Map(items.filter((item) => item.path === path).map((item, at) => [item, at]));
const isRising = (pairs: readonly [number, number][]): boolean => {
  const sorted = [...pairs].sort(([one], [other]) => one - other);
  return sorted.every(([, is], at) => at === 0 || is > (sorted[at - 1]?.[1] ?? -1));
};

function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}
