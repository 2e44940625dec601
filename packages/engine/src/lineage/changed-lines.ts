import type { ChangedLines, LineShape } from "@writ/contracts";
import { leastLineSize } from "@writ/contracts";
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

/** Whether one of the recorded lines came, or went, between two other texts too, in whatever layout. */
export function isAmong({ added, removed }: ChangedLines, before: string, after: string): boolean {
  const [was, is] = [counted(windows(shapesIn(before))), counted(windows(shapesIn(after)))];
  const has = (recorded: string, there: Counts, other: Counts): boolean =>
    tellingKeys(parse(recorded)).some((key) => timesIn(there, key) > timesIn(other, key));
  return has(added, is, was) || has(removed, was, is);
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
function windows(shapes: readonly Shape[]): Shape[] {
  return shapes.flatMap((first, at) => {
    const all = [first];
    let last = first;
    for (const next of shapes.slice(at + 1, at + mostJoined)) {
      last = { size: last.size + next.size, sum: joined(last.sum, next.sum, next.size) };
      all.push(last);
    }
    return all;
  });
}
