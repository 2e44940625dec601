import type { KnownLines, LedgerIndex, LineShape, LinesStore } from "@writ/contracts";
import {
  addBases,
  type Basis,
  isCommonLine,
  isImported,
  isStep,
  type Keyed,
  keyOf,
  type LineOrigin,
  type Source,
  shapeOf,
  type Told,
  trailOf,
} from "@writ/engine";
import { sha256 } from "../hash.ts";
import { committedBasis, endsOf, isMostlyIn, shapesOf } from "./bases.ts";
import { type Book, openBook } from "./book.ts";
import type { GitHistory } from "./git-history.ts";
import { type Links, linksTo } from "./links.ts";
import { type Added, addedElsewhere, addMoved, copiedElsewhere } from "./moved.ts";
import { namesAfter, namesBefore } from "./names.ts";
import { objectId } from "./object-ids.ts";
import type { Tree } from "./tree.ts";

/** A text that is asked about. */
export interface Text {
  root: string;
  path: string;
  text: string;
  lines: readonly string[];
  history: GitHistory;
}

/**
 * What is told of each line: what Writ itself saw comes first, and imported records only tell of lines that nobody is
 * known to have made.
 */
export async function tellLines(
  known: Pick<LinesStore, "read">,
  index: LedgerIndex,
  tree: Tree,
  asked: Text,
): Promise<Source[]> {
  const own = openBook(index, tree, { imports: false });
  const seen = await tellFrom(own, known, index, tree, asked);
  if (!own.metImports() || seen.every(({ origin }) => !isOpenToClaims(origin))) return seen;
  const claimed = await tellFrom(openBook(index, tree), known, index, tree, asked);
  return seen.map((source, at) => {
    const { origin } = claimed[at] ?? source;
    return isOpenToClaims(source.origin) && isStep(origin) && isImported(origin.trace)
      ? (claimed[at] ?? source)
      : source;
  });
}

/** What an agent may have made unseen stays unknown, whatever others say of it. */
const isOpenToClaims = (origin: LineOrigin): boolean => origin === "person" || origin === "missing";

/**
 * What a book tells of each line. A version that a trace made or met is known exactly. Of any other, and of lines that came
 * between traces, other versions tell that have the line too: those of other branches and of earlier names; and last
 * the traces that added such a line where it is gone.
 */
async function tellFrom(
  book: Book,
  known: Pick<LinesStore, "read">,
  index: LedgerIndex,
  tree: Tree,
  asked: Text,
): Promise<Source[]> {
  const told = await foundIn(book, known, index, tree, asked);
  return told.map((source) =>
    isStep(source.origin) && book.isContested(source.origin) ? { ...source, origin: "contested" } : source,
  );
}

async function foundIn(
  book: Book,
  known: Pick<LinesStore, "read">,
  index: LedgerIndex,
  tree: Tree,
  asked: Text,
): Promise<Source[]> {
  const { path, text, history } = asked;
  await book.load([path]);
  const exact = await exactly(book, index, asked);
  const told: Told = exact?.slice() ?? asked.lines.map(() => null);
  if (exact?.every(({ origin }) => isStep(origin)) === true) return exact;
  let shapes: LineShape[] | null = null;
  const add = (bases: readonly Basis[]): void => {
    if (bases.length === 0) return;
    shapes ??= shapesOf(text);
    addBases(told, shapes, bases);
  };
  // A version that is known exactly may be one of them itself, and is told of already.
  add(await endsOf(book, [path], history, known.read, [sha256(text)]));
  const lines = asked.lines.map((line, at) => keyedAs(told[at] ?? null, line));
  const added = await addedElsewhere(index, told, lines);
  const about = { path, texts: asked.lines, lines, added };
  const keys = new Set(lines.map(({ key }) => key));
  const sought = [...lines.keys()].filter((at) => !isStep(told[at]?.origin) && added.byKey.has(lines[at]?.key ?? ""));
  const links = await linksTo(asked.root, tree, { path, lines, sought, history });
  const copied = await copiedElsewhere(book, tree, about);
  add(await formerBases(book, { path, history, added, keys, copied, known: known.read, lines, links }));
  const committed = exact === null && isOpen(told, lines, added) ? await committedBasis(book, history) : null;
  if (committed !== null) add([committed]);
  await addMoved(book, told, about, copied, links);
  await settleCommitted(told, history);
  const [leftBy = null] = book.table().ends(path);
  return told.map((source) => source ?? { origin: "person", foundBy: null, leftBy });
}

/** A line that came between traces is looked for as it was then: a formatter may have broken it since. */
function keyedAs(source: Source | null, line: string): Keyed {
  const shape = isStep(source?.origin) ? undefined : source?.shape;
  const { print, size, ...sum } = shape ?? shapeOf(line, sha256);
  return { key: keyOf({ print, size, ...sum }), size, print, isCommon: isCommonLine(line) };
}

async function exactly(book: Book, index: LedgerIndex, { path, text, lines, history }: Text): Promise<Source[] | null> {
  const { format } = history;
  for (const version of [sha256(text), ...(format === null ? [] : [objectId(text, format)])]) {
    await book.load(await index.filesWith(version));
    const trail = await book.follow((table) => trailOf(table, path, version, lines.length));
    if (trail !== null) return trail.sources;
  }
  return null;
}

/**
 * What agents did to a version is published with the commit that has it: where the record of how a file came to be so is
 * not here, what nobody claims of a version that is committed here is a person's.
 */
async function settleCommitted(told: Told, history: GitHistory): Promise<void> {
  const isCommitted = new Map<string, boolean>();
  for (const [at, source] of told.entries()) {
    const object = source?.origin === "missing" ? source.foundBy?.blobBefore : undefined;
    if (source === null || object === undefined) continue;
    if (!isCommitted.has(object)) isCommitted.set(object, (await history.read(object)) !== null);
    if (isCommitted.get(object) === true) told[at] = { ...source, origin: "person" };
  }
}

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
async function formerBases(book: Book, asked: Former): Promise<Basis[]> {
  const { path, history, added, keys, copied, known } = asked;
  await book.load(added.files.map((file) => file.path));
  const others = namesAfter(
    book.table(),
    added.files.map((file) => file.path),
  ).filter((name) => name !== path);
  await book.load(others);
  const isThere = others.some((name) => !book.isFormer(name));
  const former = new Set(namesBefore(book.table(), path));
  for (const content of isThere ? await history.contents() : []) former.add(content.path);
  const names = others.filter((name) => book.isFormer(name) || former.has(name));
  book.addNames(names);
  // Lines that stand elsewhere too may have come from there, unless it is known that this file had the other name.
  const own = new Set([...keys].filter((key) => !copied.has(key)));
  // A file that a trace put the line into as well has one of its own.
  const isMadeIn = (key: string, file: string): boolean =>
    added.byKey.get(key)?.some((line) => namesAfter(book.table(), [line.path]).includes(file)) === true;
  const apart = new Set([...keys].filter((key) => copied.get(key)?.every((file) => isMadeIn(key, file)) !== false));
  const isFormer = (name: string, basis: Basis): boolean => {
    if (former.has(name)) return isMostlyIn(basis.shapes, keys);
    const { isTelling, isLinked } = speaksFor(basis, asked);
    return isLinked ? isMostlyIn(basis.shapes, apart) : isTelling && isMostlyIn(basis.shapes, own);
  };
  const bases = await Promise.all(
    names.map(async (name) => (await endsOf(book, [name], history, known)).filter((basis) => isFormer(name, basis))),
  );
  return bases.flat();
}

/** So many lines that say something are not typed again by chance. */
const leastTelling = 3;

/** What, but lines that everybody types, speaks for it that a file was that other one. */
function speaksFor({ shapes, sources }: Basis, { lines, links }: Pick<Former, "lines" | "links">) {
  const places = new Map(shapes.map((shape, place) => [shape?.print, place]));
  const shared = lines.flatMap(({ print, isCommon }, at) => {
    const place = isCommon || print === "" ? undefined : places.get(print);
    const origin = sources[place ?? -1]?.origin;
    return place === undefined ? [] : [{ at, step: isStep(origin) ? origin : null }];
  });
  return {
    isTelling: shared.length >= leastTelling,
    isLinked: shared.some(({ at, step }) => links.isLinked(at, step)),
  };
}

/** Whether a line nobody tells of is like one that a trace added. */
function isOpen(told: Told, lines: readonly Keyed[], { byKey }: Added): boolean {
  return told.some((source, at) => source === null && byKey.has(lines[at]?.key ?? ""));
}
