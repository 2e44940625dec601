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

/** Those most likely first: of the same name, in the same file. */
export function candidates(old: Item, left: ReadonlySet<Item>, bound: (item: Item) => Term): Item[] {
  const names = namesOf(bound(old), old.language);
  const rank = (item: Item): number =>
    (item.path === old.path ? 0 : 1) +
    (namesOf(bound(item), item.language).some((name) => names.includes(name)) ? 0 : 2);
  return [...left]
    .map((item) => [rank(item), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}

const namesOf = (term: Term, language: Language): string[] => [...declaredIn([term], language).names.keys()];
