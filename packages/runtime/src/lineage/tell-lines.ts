import type { LedgerIndex, LineShape, LinesStore } from "@writ/contracts";
import {
  type Alike,
  addBases,
  type Basis,
  type FileStep,
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
import { committedBasis, endsOf, shapesOf, unseenIn } from "./bases.ts";
import { type Book, openBook } from "./book.ts";
import { ranksFor } from "./commit-ranks.ts";
import { dropYounger } from "./elders.ts";
import { formerBases } from "./former.ts";
import { type GitHistory, gitHistory } from "./git-history.ts";
import { hadBefore } from "./had-before.ts";
import { laterThan } from "./later.ts";
import { linksTo } from "./links.ts";
import { type Added, addedElsewhere, addMoved, copiedElsewhere } from "./moved.ts";
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

/** What is told of the lines of a text. */
export interface ToldLines {
  sources: Source[];
  /** Steps whose lines are in the file's last version, and of which nobody knows any more how they look. */
  unseen: readonly FileStep[];
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
): Promise<ToldLines> {
  const isElder = ({ path, versions, maker }: Alike) =>
    hadBefore(path === asked.path ? asked.history : gitHistory(asked.root, path, tree), versions, maker);
  const tellLater = laterThan(asked.root, tree, asked);
  const ranks = ranksFor(asked.root, tree);
  const own = openBook(index, tree, isElder, tellLater, ranks, { imports: false });
  const seen = await tellFrom(own, known, index, tree, asked);
  if (!own.metImports() || seen.sources.every(({ origin }) => !isOpenToClaims(origin))) return seen;
  const { sources: claimed } = await tellFrom(
    openBook(index, tree, isElder, tellLater, ranks),
    known,
    index,
    tree,
    asked,
  );
  const sources = seen.sources.map((source, at) => {
    const { origin } = claimed[at] ?? source;
    return isOpenToClaims(source.origin) && isStep(origin) && isImported(origin.trace)
      ? (claimed[at] ?? source)
      : source;
  });
  return { ...seen, sources };
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
): Promise<ToldLines> {
  const { sources, unseen } = await foundIn(book, known, index, tree, asked);
  return {
    sources: sources.map((source) =>
      isStep(source.origin) && book.isContested(source.origin) ? { ...source, origin: "contested" } : source,
    ),
    unseen,
  };
}

async function foundIn(
  book: Book,
  known: Pick<LinesStore, "read">,
  index: LedgerIndex,
  tree: Tree,
  asked: Text,
): Promise<ToldLines> {
  const { path, text, history } = asked;
  await book.load([path]);
  const exact = await exactly(book, index, asked);
  const told: Told = exact?.slice() ?? asked.lines.map(() => null);
  if (exact?.every(({ origin }) => isStep(origin)) === true) return { sources: exact, unseen: [] };
  const met: Basis[] = [];
  let shapes: LineShape[] | null = null;
  const add = (bases: readonly Basis[]): void => {
    if (bases.length === 0) return;
    met.push(...bases);
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
  const isSought = exact === null && (isOpen(told, lines, added) || unseenIn(met).length > 0);
  const committed = isSought ? await committedBasis(book, history) : null;
  if (committed !== null) add([committed]);
  await addMoved(book, told, about, copied, links);
  await dropYounger(book, tree, told, { ...asked, lines, first: exact });
  await settleCommitted(told, history);
  const [leftBy = null] = book.table().ends(path);
  return {
    sources: told.map((source) => source ?? { origin: "person", foundBy: null, leftBy }),
    unseen: unseenIn(met),
  };
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
    const elsewhere = book.table().first(path, version) === null ? book.table().madeAnywhere(version) : null;
    if (elsewhere !== null && (await hadBefore(history, [version], elsewhere))) return null;
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

/** Whether a line nobody tells of is like one that a trace added. */
function isOpen(told: Told, lines: readonly Keyed[], { byKey }: Added): boolean {
  return told.some((source, at) => source === null && byKey.has(lines[at]?.key ?? ""));
}
