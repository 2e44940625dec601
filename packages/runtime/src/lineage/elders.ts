import {
  beginningOf,
  type FileStep,
  isStep,
  type Keyed,
  lineKey,
  type Source,
  splitLines,
  type Told,
} from "@writ/engine";
import type { Book } from "./book.ts";
import { type GitHistory, gitHistory } from "./git-history.ts";
import { namesAfter, namesBefore } from "./names.ts";
import type { Tree } from "./tree.ts";

/** What is asked of git for one file stays little, whatever the ledgers hold. */
const mostAsked = 64;

interface Asked {
  root: string;
  path: string;
  lines: readonly Keyed[];
  history: GitHistory;
  /** What its own version tells of the lines, which is beyond doubt. */
  first: readonly Source[] | null;
}

/** A line that stood in the file before a step made one like it elsewhere was not that step's: theirs was the copy. */
export async function dropYounger(
  book: Book,
  tree: Tree,
  told: Told,
  { root, path, lines, history, first }: Asked,
): Promise<void> {
  const found = [...told.entries()].flatMap(([at, source]) =>
    isStep(source?.origin) && source !== first?.[at] ? [{ at, step: source.origin }] : [],
  );
  if (found.length === 0) return;
  const names = await namesOnTheWay(book, tree, path, await history.contents());
  const histories = names.map((name) => (name === path ? history : gitHistory(root, name, tree)));
  const had = new Map<string, ReadonlySet<string>>();
  for (const { at, step } of found) {
    // What was made here anew is no copy.
    if (names.includes(step.path)) continue;
    const moment = beginningOf(step.trace);
    if (!had.has(moment) && had.size >= mostAsked) continue;
    const keys = had.get(moment) ?? (await keysBefore(step, histories));
    had.set(moment, keys);
    if (keys.has(lines[at]?.key ?? "")) told[at] = first?.[at] ?? null;
  }
}

/** The names a file had, as git tells as far as no step does, but none that a step gave to another file. */
async function namesOnTheWay(
  book: Book,
  tree: Tree,
  path: string,
  contents: readonly { path: string }[],
): Promise<string[]> {
  const names = new Set<string>();
  for (const name of new Set([path, ...contents.map((content) => content.path)])) {
    const others = namesAfter(book.table(), [name]).filter((other) => other !== path);
    const kinds = await Promise.all(others.map((other) => tree.kindOf(other)));
    if (name !== path && kinds.some((kind) => kind !== "none")) continue;
    const before = namesBefore(book.table(), name);
    for (const one of before) names.add(one);
    if (before.length > 1) break;
  }
  return [...names];
}

async function keysBefore(
  { trace }: FileStep,
  histories: readonly Pick<GitHistory, "textBefore">[],
): Promise<ReadonlySet<string>> {
  const then = { revision: beginningOf(trace) };
  const texts = await Promise.all(histories.map((history) => history.textBefore(then)));
  return new Set(texts.flatMap((text) => splitLines(text ?? "")).map((line) => lineKey(line).key));
}
