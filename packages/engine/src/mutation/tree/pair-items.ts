import { declaredIn } from "./declared.ts";
import type { Item } from "./items.ts";
import type { Language } from "./languages.ts";
import type { Term } from "./term.ts";

/** An item and what it is now. */
export type Pair = [old: Item, item: Item];

/** Items that say the same, in the same file first. */
export function pairByText(
  olds: readonly Item[],
  news: readonly Item[],
): { pairs: Pair[]; olds: Item[]; news: Item[] } {
  const pairs: Pair[] = [];
  const free = new Set(news);
  const index = new Map<string, Item[]>();
  const key = (item: Item): string => `${item.path}\0${item.text}`;
  for (const item of news) if (item.text !== null) index.set(key(item), [...(index.get(key(item)) ?? []), item]);
  const left: Item[] = [];
  for (const old of olds) {
    const found = old.text === null ? undefined : index.get(key(old))?.shift();
    if (found === undefined) left.push(old);
    else {
      pairs.push([old, found]);
      free.delete(found);
    }
  }
  return { pairs, olds: left, news: [...free] };
}

/** For each old item those that it may be now: of the same name, or of one that was not there, in the same file first. */
export function candidatesIn(
  olds: readonly Item[],
  news: readonly Item[],
  bound: (item: Item) => Term,
): (old: Item) => Item[] {
  const names = new Map([...olds, ...news].map((item) => [item, namesOf(bound(item), item.language)]));
  const known = new Set(olds.flatMap((item) => names.get(item) ?? []));
  const byName = new Map<string, Item[]>();
  for (const item of news)
    for (const name of names.get(item) ?? []) byName.set(name, [...(byName.get(name) ?? []), item]);
  const others = news.filter((item) => !(names.get(item) ?? []).some((name) => known.has(name)));
  return (old) => {
    const namesakes = (names.get(old) ?? []).flatMap((name) => byName.get(name) ?? []);
    const found = [...new Set([...namesakes, ...others])].filter((item) => isAlike(bound(old), bound(item)));
    return [...found.filter(({ path }) => path === old.path), ...found.filter(({ path }) => path !== old.path)];
  };
}

/** An export may come and go on the way to another file. */
const isAlike = (one: Term, other: Term): boolean =>
  one.kind === other.kind || one.kind === "export_statement" || other.kind === "export_statement";

const namesOf = (term: Term, language: Language): string[] => [...declaredIn([term], language).names.keys()];
