import { type KnownLines, type LineShape, leastLineSize } from "@writ/contracts";
import {
  type Basis,
  type FileStep,
  isStep,
  keyOf,
  shapeOf,
  splitLines,
  type Trail,
  trailFrom,
  trailOf,
} from "@writ/engine";
import { sha256 } from "../hash.ts";
import type { Book } from "./book.ts";
import type { GitHistory } from "./git-history.ts";

/** A file has few branches at a time; what older ones have is found line by line. */
const mostEnds = 8;

/** The shapes of a text's lines. */
export const shapesOf = (text: string): LineShape[] => splitLines(text).map((line) => shapeOf(line, sha256));

/** Versions that a file may come from: where its traces end, under the names it had. */
export async function endsOf(
  book: Book,
  names: Iterable<string>,
  history: GitHistory,
  known: (path: string) => KnownLines | null,
  except: readonly string[] = [],
): Promise<Basis[]> {
  const bases: Basis[] = [];
  for (const name of names)
    for (const step of book.table().ends(name).slice(0, mostEnds)) {
      if (except.includes(step.after ?? "")) continue;
      const trail = await book.follow((table) => trailFrom(table, { step, side: "after" }));
      if (trail === null) continue;
      const isWhole = trail.shapes.every((shape) => shape !== undefined);
      bases.push(basisOf(trail, isWhole ? null : await shapesAfter(step, history, known(name))));
    }
  return bases;
}

/** A file that is gone, and of whose lines so large a part is in another, became that one. */
const renamedShare = 0.4;

/** Whether the lines of a version are, for the most part, among these. */
export function isMostlyIn(shapes: Basis["shapes"], keys: ReadonlySet<string>): boolean {
  const large = shapes.filter((shape) => shape === undefined || shape.size >= leastLineSize);
  const found = large.filter((shape) => shape !== undefined && keys.has(keyOf(shape)));
  return found.length > 0 && found.length >= large.length * renamedShare;
}

/** The newest content git has that a trace tells of. */
export async function committedBasis(book: Book, history: GitHistory): Promise<Basis | null> {
  for (const { path, object } of await history.contents()) {
    if (book.table().first(path, object) === null) continue;
    const shapes = await shapesIn(history, object);
    const trail = await book.follow((steps) => trailOf(steps, path, object, shapes?.length));
    if (trail !== null) return basisOf(trail, shapes);
  }
  return null;
}

/** Steps that made lines of these versions of which none tells how they look: their record was too large to keep it. */
export function unseenIn(bases: readonly Basis[]): FileStep[] {
  const [seen, unseen] = [new Set<FileStep>(), new Set<FileStep>()];
  for (const { sources, shapes } of bases) {
    const made = sources.flatMap(({ origin }, at) => (isStep(origin) ? [{ step: origin, shape: shapes[at] }] : []));
    const blank = new Set(made.filter(({ shape }) => shape === undefined).map(({ step }) => step));
    for (const { step } of made) (blank.has(step) ? unseen : seen).add(step);
  }
  return [...unseen].filter((step) => !seen.has(step));
}

/** All of a version's lines, from what is kept of the newest, or from git. */
async function shapesAfter(
  { after, blob }: FileStep,
  history: GitHistory,
  known: KnownLines | null,
): Promise<readonly LineShape[] | null> {
  if (known !== null && known.version === after) return known.shapes;
  return blob === undefined ? null : shapesIn(history, blob);
}

async function shapesIn(history: GitHistory, object: string): Promise<LineShape[] | null> {
  const bytes = await history.read(object);
  return bytes === null ? null : shapesOf(new TextDecoder().decode(bytes));
}

function basisOf({ sources, shapes: told }: Trail, shapes: readonly LineShape[] | null): Basis {
  return { sources, shapes: shapes?.length === sources.length ? [...shapes] : told };
}
