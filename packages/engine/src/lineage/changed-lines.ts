import type { ChangedLines, LineShape } from "@writ/contracts";
import { leastLineSize } from "@writ/contracts";
import { hunksOf } from "../lines/hunks.ts";
import { linesOf } from "../lines/split.ts";
import { joined, lineKey, parseShape, sumText } from "./shape.ts";

type Shape = Pick<LineShape, "size" | "sum">;

/** A formatter breaks one line into this many at most, or joins so many. */
const mostJoined = 12;

/** The lines that came and went between two texts, as a record keeps them. */
export function changedLines(before: string, after: string): ChangedLines {
  const [was, is] = [shapesIn(before), shapesIn(after)];
  return { added: textOf(without(is, was)), removed: textOf(without(was, is)) };
}

/** How many lines are recorded. */
export const countChanged = ({ added, removed }: ChangedLines): number =>
  [added, removed].reduce((sum, text) => sum + (text === "" ? 0 : text.split(" ").length), 0);

/**
 * Whether one of the recorded lines came, or went, between two other texts too, in whatever layout. A line that the
 * record replaced, or that went with all others, was put back where another stands in its place.
 */
export function isAmong({ added, removed }: ChangedLines, before: string, after: string): boolean {
  const [old, now] = [shapesIn(before), shapesIn(after)];
  const [was, is] = [counted(windows(old)), counted(windows(now))];
  if (tellingKeys(parse(added)).some((key) => timesIn(is, key) > timesIn(was, key))) return true;
  const taken = parse(removed);
  const gone = tellingKeys(taken).filter((key) => timesIn(was, key) > timesIn(is, key));
  if (gone.length === 0) return false;
  const isLeft = added === "" && without(old, taken).length > 0;
  if (isLeft) return true;
  const gaps = counted(gapsBetween(old, now, was).flatMap(windows));
  return gone.some((key) => timesIn(gaps, key) > 0);
}

/** The runs of lines that went without a new one in their place. Lines that are only laid out anew are not new. */
function gapsBetween(old: readonly Shape[], now: readonly Shape[], was: Counts): Shape[][] {
  const gaps: Shape[][] = [];
  let moved = 0;
  for (const { start, added, removed } of hunksOf(old.map(keyIn), now.map(keyIn))) {
    const [from, to] = [start - 1 - moved, start - 1];
    moved += added - removed;
    if (isLaidOut(now.slice(to, to + added), was)) gaps.push(old.slice(from, from + removed));
  }
  return gaps;
}

/** Whether all lines of a run, alone or with their neighbours, are known. */
function isLaidOut(run: readonly Shape[], known: Counts): boolean {
  const left = new Set(run.keys());
  for (const at of run.keys())
    for (const [more, shape] of windowsFrom(run, at).entries())
      if (timesIn(known, keyIn(shape)) > 0) for (let one = at; one <= at + more; one += 1) left.delete(one);
  return left.size === 0;
}

/** The same for lines by their shapes. */
export const toChanged = (added: readonly Shape[], removed: readonly Shape[]): ChangedLines => ({
  added: textOf(added),
  removed: textOf(removed),
});

const textOf = (shapes: readonly Shape[]): string => shapes.map((shape) => sumText({ print: "", ...shape })).join(" ");

const parse = (text: string): Shape[] =>
  text === ""
    ? []
    : text
        .split(" ")
        .map((one) => parseShape("", one))
        .filter(({ size }) => size > 0);

function shapesIn(text: string): Shape[] {
  return linesOf(text).flatMap((line) => {
    const [size = 0, sum = 0] = lineKey(line).key.split(".").map(Number);
    return size === 0 ? [] : [{ size, sum }];
  });
}

/** The key of a shape, as `keyOf` has it for lines that say something. */
const keyIn = ({ size, sum }: Shape): string => `${size}.${sum}`;

/** The lines of one text, each as often as the other has it less often. */
function without(shapes: readonly Shape[], others: readonly Shape[]): Shape[] {
  const left = counted(others);
  return shapes.filter((shape) => {
    const count = timesIn(left, keyIn(shape));
    if (count > 0) left.set(keyIn(shape), count - 1);
    return count === 0;
  });
}

/** The keys that tell most: those of lines that do not stand everywhere, if there are any. */
function tellingKeys(shapes: readonly Shape[]): string[] {
  const all = windows(shapes);
  const some = all.filter(({ size }) => size >= leastLineSize);
  return (some.length > 0 ? some : all).map(keyIn);
}

type Counts = Map<string, number>;

function counted(shapes: readonly Shape[]): Counts {
  const counts: Counts = new Map();
  for (const key of shapes.map(keyIn)) counts.set(key, timesIn(counts, key) + 1);
  return counts;
}

const timesIn = (counts: Counts, key: string): number => counts.get(key) ?? 0;

/** Each line, and each run of lines as the one that they would be together. */
const windows = (shapes: readonly Shape[]): Shape[] => shapes.flatMap((_, at) => windowsFrom(shapes, at));

/** The same for runs that begin with one line: the line alone, with the next one, and so on. */
function windowsFrom(shapes: readonly Shape[], at: number): Shape[] {
  const all: Shape[] = [];
  for (const next of shapes.slice(at, at + mostJoined)) {
    const last = all.at(-1);
    all.push(last === undefined ? next : { size: last.size + next.size, sum: joined(last.sum, next.sum, next.size) });
  }
  return all;
}
