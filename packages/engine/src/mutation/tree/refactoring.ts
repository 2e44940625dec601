import { boundIn, declares } from "./binds.ts";
import { declaredIn } from "./declared.ts";
import { functionName, functionsIn } from "./functions.ts";
import { importsOf } from "./imports.ts";
import { withoutConstants } from "./inline-constants.ts";
import { withoutFunction } from "./inline-functions.ts";
import { type Candidate, withoutVariables } from "./inline-variables.ts";
import { type Item, partsOf, rewritten } from "./items.ts";
import type { Call } from "./kept-imports.ts";
import type { Language } from "./languages.ts";
import { isWrapped, wrapperOf } from "./marks.ts";
import { findsFunctions, isQuoted } from "./reflection.ts";
import { resolve } from "./resolve.ts";
import { areSame, type Side } from "./same-files.ts";
import { areMadeText, isAskedForName, seeNames } from "./seen-names.ts";
import type { SyntaxTree } from "./syntax.ts";
import { inserted, leaf, rewrite, type Term, walk } from "./term.ts";

/** A file before and after a call. */
export interface TreePair {
  readonly path: string;
  readonly from?: string;
  readonly before: SyntaxTree | null;
  readonly after: SyntaxTree | null;
}

/** More changed text than this, in characters, is not looked at: the answer must come while the agent waits. */
const longest = 60_000;
/** Nobody takes more functions apart at once; each costs a look at all that changed. */
const mostFunctions = 20;

/**
 * Whether files of one family still do the same: renamed, moved, put in another order, taken apart or put together;
 * `null` where too much changed to say.
 */
export function isRefactoring(pairs: readonly TreePair[]): boolean | null {
  const language = pairs.map(({ before, after }) => (after ?? before)?.language).find((found) => found !== undefined);
  if (language === undefined) return false;
  const before = sideOf(pairs.map(({ path, before: tree }) => [path, tree]));
  const after = sideOf(pairs.map(({ path, after: tree }) => [path, tree]));
  const call: Call = {
    moved: new Set(),
    renamedFiles: new Map(pairs.flatMap(({ path, from }) => (from === undefined ? [] : [[stem(from), stem(path)]]))),
  };
  if (lengthOf(changedIn(before, after)) + lengthOf(changedIn(after, before)) > longest) return null;
  if (areSame(before, after, call, language)) return true;
  if (areNamesSeen(before, after) || areNamesSeen(after, before)) return false;
  const [old, now] = [
    withoutFunctions(before, after, language, true),
    withoutFunctions(after, before, language, false),
  ];
  const moved = new Set([...old.names, ...now.names]);
  if (moved.size > 0 && areSame(old.side, now.side, { ...call, moved }, language)) return true;
  const [short, shorter] = [
    withoutNames(old.side, now.side, language, true),
    withoutNames(now.side, old.side, language, false),
  ];
  if (short === old.side && shorter === now.side) return false;
  return areSame(short, shorter, { ...call, moved }, language);
}

const stem = (path: string): string => /([^/\\.]+)[^/\\]*$/.exec(path)?.[1] ?? path;

function sideOf(trees: readonly (readonly [string, SyntaxTree | null])[]): Side {
  const parts = trees.flatMap(([path, tree]) => (tree === null ? [] : [partsOf(path, tree)]));
  const items = parts.flatMap((found) => found.items);
  return { items, first: items, imports: parts.flatMap(({ imports }) => importsOf(imports)) };
}

/** Whether the code looks at names, so that what has another one, or none any more, is not the same. */
function areNamesSeen(side: Side, other: Side): boolean {
  const changed = changedIn(side, other);
  if (seeNames(changed) || areMadeText(changed, side.first)) return true;
  const known = functionNames(changedIn(other, side));
  return [...functionNames(changed)].some((name) => !known.has(name) && isAskedForName(side.first, name));
}

const lengthOf = (items: readonly Item[]): number => items.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);

/** The items that are not on the other side just as they are. */
function changedIn({ items }: Side, other: Side): Item[] {
  const known = new Set(other.items.flatMap(({ path, text }) => (text === null ? [] : [`${path}\0${text}`])));
  return items.filter(({ path, text }) => text === null || !known.has(`${path}\0${text}`));
}

/** The side with the functions that the other does not have put in the place of their calls. */
function withoutFunctions(
  side: Side,
  other: Side,
  language: Language,
  dropsUnused: boolean,
): { side: Side; names: string[] } {
  const names: string[] = [];
  const known = functionNames(changedIn(other, side));
  const changed = changedIn(side, other);
  const candidates = [...functionNames(changed)].filter((name) => !known.has(name));
  if (candidates.length > mostFunctions) return { side, names };
  let now: (Item | null)[] = changed;
  const others = side.items.filter((item) => !changed.includes(item));
  // What was there may be called by a name that is only put together then.
  const isFound = (name: string): boolean =>
    dropsUnused && (isQuoted(side.first, name, language) || findsFunctions(side.first, language));
  for (const name of candidates) {
    if (isFound(name)) continue;
    const next = withoutOne(now, others, name, language, dropsUnused);
    if (next === null) continue;
    names.push(name);
    now = next;
  }
  return names.length === 0 ? { side, names } : { side: replaced(side, changed, now), names };
}

/** The same without one function; `null` where it must stay. */
function withoutOne(
  items: readonly (Item | null)[],
  others: readonly Item[],
  name: string,
  language: Language,
  dropsUnused: boolean,
): (Item | null)[] | null {
  const terms = items.map((item) => item?.term() ?? nothing);
  const [only, another] = terms.flatMap((term) => [...functionsIn(term)]).filter((term) => functionName(term) === name);
  const { names, members } = declaredIn(terms, language);
  if (only === undefined || another !== undefined || names.get(name) === true || members.get(name) === true)
    return null;
  const wrapper = terms.map((term) => wrapperOf(term, only)).find((found) => found !== undefined);
  if (isWrapped(wrapper ?? only) || isWrapped(only)) return null;
  const done = withoutFunction(terms, mentioning(others, name), only, language);
  return done === null || (done.count === 0 && !dropsUnused) ? null : withTerms(items, done.terms);
}

/** The items that say a name, as far as it is not one of their own. */
function mentioning(items: readonly Item[], name: string): Term[] {
  const counter = { next: 0 };
  const unnamed = (term: Term): Term => rewrite(term, (at) => (at.bind === undefined ? undefined : nothing));
  return items
    .filter(({ text }) => text?.includes(name) !== false)
    .map((item) => unnamed(resolve(item.term(), item.language, counter)));
}

const nothing = leaf("nothing", "");

const withTerms = (items: readonly (Item | null)[], terms: readonly Term[]): (Item | null)[] =>
  items.map((item, at) =>
    item === null || terms[at]?.kind === "nothing" ? null : rewritten(item, terms[at] ?? nothing),
  );

/** Each in the place of what it was. */
function replaced({ items, ...side }: Side, changed: readonly Item[], now: readonly (Item | null)[]): Side {
  const next = new Map(changed.map((item, at) => [item, now[at] ?? null]));
  return { ...side, items: items.flatMap((item) => (next.has(item) ? (next.get(item) ?? []) : [item])) };
}

const functionNames = (items: readonly Item[]): ReadonlySet<string> =>
  new Set(items.flatMap((item) => [...functionsIn(item.term())].flatMap((term) => functionName(term) ?? [])));

/** The side with the variables and constants that the other does not have replaced by their values. */
function withoutNames(side: Side, other: Side, language: Language, dropsUnused: boolean): Side {
  const known = variableNames(changedIn(other, side));
  const changed = changedIn(side, other);
  // The result of a function that was put in place is only its own variable under another name.
  const isCandidate = (name: string, { text }: Term): boolean => !known.has(name) || text.includes(inserted);
  if ([...variableNames(changed)].every((name) => known.has(name))) return side;
  const counter = { next: 0 };
  const shorter = changed.map((item) =>
    withoutVariables(resolve(item.term(), item.language, counter), isCandidate, dropsUnused),
  );
  // What was there may be found by its name, or given to others by it.
  const isFound = (name: string): boolean =>
    dropsUnused && (isQuoted(side.first, name, language) || findsFunctions(side.first, language));
  const isHidden: Candidate = (name, value) => isCandidate(name, value) && !isFound(name);
  const done = withoutConstants(shorter, isHidden, constantsOf(side), language);
  return replaced(side, changed, withTerms(changed, done.map(unbound)));
}

/** Tells names that never get another value. */
function constantsOf({ first }: Side): (name: string) => boolean {
  return (name) => {
    if (/^[A-Z][A-Z0-9_]*$|^(undefined|NaN|Infinity)$/.test(name)) return true;
    const said = name.replaceAll("$", String.raw`\$`);
    const declared = new RegExp(String.raw`\b(?:const|final|constexpr)\b[^=;(){}]*(?<![\w$])${said}\s*[=:{]`);
    return first.some(({ source }) => declared.test(source));
  };
}

function variableNames(items: readonly Item[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const item of items)
    for (const term of walk(item.term()))
      for (const kid of term.kids)
        if (declares(term, kid) || term.kind === "field_declarator")
          for (const { text } of boundIn(kid)) names.add(text);
  return names;
}

/** Names are looked up anew where something was put in. */
function unbound(term: Term): Term {
  const { bind, ...rest } = term;
  return { ...rest, kids: term.kids.map(unbound) };
}
