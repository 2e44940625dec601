import type { KnownLines, LedgerIndex, LineShape, LinesStore } from "@writ/contracts";
import { addBases, type Basis, isStep, type Keyed, keyOf, type Source, type Told, trailOf } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { committedBasis, endsOf, isMostlyIn, shapesOf } from "./bases.ts";
import { type Book, openBook } from "./book.ts";
import type { GitHistory } from "./git-history.ts";
import { type Added, addedElsewhere, addMoved } from "./moved.ts";
import { objectId } from "./object-ids.ts";
import type { Tree } from "./tree.ts";

/** A text that is asked about. */
export interface Text {
  path: string;
  text: string;
  lines: readonly string[];
  history: GitHistory;
}

/**
 * What is told of each line. A version that a trace made or met is known exactly. Of any other, and of lines that came
 * between traces, other versions tell that have the line too: those of other branches and of earlier names; and last
 * the traces that added such a line where it is gone.
 */
export async function tellLines(
  known: Pick<LinesStore, "read">,
  index: LedgerIndex,
  tree: Tree,
  asked: Text,
): Promise<Source[]> {
  const { path, text, history } = asked;
  const book = openBook(index, tree);
  await book.load([path]);
  const exact = await exactly(book, index, asked);
  const told: Told = exact?.slice() ?? asked.lines.map(() => null);
  if (exact?.every(({ origin }) => isStep(origin)) === true) return exact;
  const shapes = shapesOf(text);
  const own = await endsOf(book, [path], history, known.read);
  // A version that is known exactly is one of them itself.
  if (own.length > (exact === null ? 0 : 1)) addBases(told, shapes, own);
  const lines = shapes.map((shape, at) => keyedAs(told[at] ?? null, shape));
  const added = await addedElsewhere(index, told, lines);
  addBases(told, shapes, await formerBases(book, tree, { path, history, added, lines, known: known.read }));
  const committed = exact === null && isOpen(told, lines, added) ? await committedBasis(book, history) : null;
  if (committed !== null) addBases(told, shapes, [committed]);
  await addMoved(book, tree, { path, texts: asked.lines, lines, told, added });
  await settleCommitted(told, history);
  const [leftBy = null] = book.table().ends(path);
  return told.map((source) => source ?? { origin: "person", foundBy: null, leftBy });
}

/** A line that came between traces is looked for as it was then: a formatter may have broken it since. */
function keyedAs(source: Source | null, now: LineShape): Keyed {
  const shape = (isStep(source?.origin) ? undefined : source?.shape) ?? now;
  return { key: keyOf(shape), size: shape.size };
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
  if (!told.some((source) => source?.origin === "missing")) return;
  const committed = new Set((await history.contents()).map(({ object }) => object));
  for (const [at, source] of told.entries())
    if (source?.origin === "missing" && committed.has(source.foundBy?.blobBefore ?? "none"))
      told[at] = { ...source, origin: "person" };
}

interface Former {
  path: string;
  history: GitHistory;
  added: Added;
  lines: readonly Keyed[];
  known: (path: string) => KnownLines | null;
}

/** Versions of files that this one may have been: that are gone and have its lines, or that git says were this one. */
async function formerBases(book: Book, tree: Tree, { path, history, added, lines, known }: Former): Promise<Basis[]> {
  const others = added.files.filter((file) => file.path !== path);
  const isThere = await Promise.all(others.map(async (file) => (await tree.kindOf(file.path)) !== "none"));
  const former = isThere.includes(true) ? (await history.contents()).map((content) => content.path) : [];
  const names = others
    .filter((file, at) => isThere[at] === false || former.includes(file.path))
    .map((file) => file.path);
  book.addNames(names);
  await book.load(names);
  const keys = new Set(lines.map(({ key }) => key));
  return (await endsOf(book, names, history, known)).filter((basis) => isMostlyIn(basis.shapes, keys));
}

/** Whether a line nobody tells of is like one that a trace added. */
function isOpen(told: Told, lines: readonly Keyed[], { byKey }: Added): boolean {
  return told.some((source, at) => source === null && byKey.has(lines[at]?.key ?? ""));
}
