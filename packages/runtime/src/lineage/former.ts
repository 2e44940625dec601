import type { KnownLines } from "@writ/contracts";
import { type Basis, isStep, type Keyed } from "@writ/engine";
import { endsOf, isMostlyIn } from "./bases.ts";
import type { Book } from "./book.ts";
import type { GitHistory } from "./git-history.ts";
import type { Links } from "./links.ts";
import type { Added } from "./moved.ts";
import { namesAfter, namesBefore, openNamesAfter } from "./names.ts";

/** What is known of a file that may have been another one. */
interface Former {
  path: string;
  history: GitHistory;
  added: Added;
  /** What the lines here are told by, and those of them that stand elsewhere too. */
  keys: ReadonlySet<string>;
  copied: ReadonlyMap<string, readonly string[]>;
  known: (path: string) => KnownLines | null;
  lines: readonly Keyed[];
  links: Links;
}

/** Versions of files that this one may have been: that are gone and have its lines, or that git says were this one. */
export async function formerBases(book: Book, asked: Former): Promise<Basis[]> {
  const { path, history, added, keys, copied, known } = asked;
  await book.load(added.files.map((file) => file.path));
  const others = namesAfter(
    book.table(),
    added.files.map((file) => file.path),
  ).filter((name) => name !== path);
  await book.load(others);
  const former = new Set(namesBefore(book.table(), path));
  for (const content of others.length > 0 ? await history.contents() : []) former.add(content.path);
  const names = others.filter((name) => book.isFormer(name) || former.has(name));
  book.addNames(names);
  // Lines that stand elsewhere too may have come from there, unless it is known that this file had the other name.
  const own = new Set([...keys].filter((key) => !copied.has(key)));
  // A file that a trace put the line into as well has one of its own.
  const since = openNamesAfter(book.table());
  const isMadeIn = (key: string, file: string): boolean =>
    added.byKey.get(key)?.some((line) => since(line.path).includes(file)) === true;
  const apart = new Set([...keys].filter((key) => copied.get(key)?.every((file) => isMadeIn(key, file)) !== false));
  const isFormer = (name: string, basis: Basis): boolean => {
    // Here what is not known of it speaks for nothing.
    if (former.has(name))
      return isMostlyIn(
        basis.shapes.filter((shape) => shape !== undefined),
        keys,
      );
    const { isTelling, isLinked, isTaken } = speaksFor(basis, name, asked);
    if (isTaken) return isMostlyIn(basis.shapes, keys);
    return isLinked ? isMostlyIn(basis.shapes, apart) : isTelling && isMostlyIn(basis.shapes, own);
  };
  const bases = await Promise.all(
    names.map(async (name) => (await endsOf(book, [name], history, known)).filter((basis) => isFormer(name, basis))),
  );
  return bases.flat();
}

/** So many lines that say something are not typed again by chance. */
const leastTelling = 3;

/** What, but lines that everybody types, speaks for it that a file was the one of that name. */
function speaksFor({ shapes, sources }: Basis, name: string, { lines, links }: Pick<Former, "lines" | "links">) {
  const places = new Map(shapes.map((shape, place) => [shape?.print, place]));
  const shared = lines.flatMap(({ print, isCommon }, at) => {
    const place = isCommon || print === "" ? undefined : places.get(print);
    const origin = sources[place ?? -1]?.origin;
    return place === undefined ? [] : [{ at, step: isStep(origin) ? origin : null }];
  });
  return {
    isTelling: shared.length >= leastTelling,
    isLinked: shared.some(({ at, step }) => links.isLinked(at, step)),
    isTaken: shared.some(({ at }) => links.isTaken(at, name)),
  };
}
