import { leastLineSize } from "@writ/contracts";
import { isStep, mayHaveMade, type Told } from "./align.ts";
import type { FileStep } from "./steps.ts";

/** A line as it is told again elsewhere, and how many characters tell it. */
export interface Keyed {
  key: string;
  size: number;
  print: string;
}

/** By fingerprint, the steps that added lines which stand nowhere any more, oldest first, each as often as it did. */
export type Leftovers = Map<string, FileStep[]>;

/** A run of lines must hold so many characters to be told again without its surroundings; half of it, if no other step ever added such lines. */
const leastRun = 20;

/**
 * Lines that no step made where they stand, but that a step made elsewhere, or here at another time, and that are gone
 * there: they were moved, brought back, or came with a merge.
 */
export function findMoved(told: Told, lines: readonly Keyed[], leftovers: Leftovers): void {
  for (let at = 0; at < lines.length; ) {
    const { end, size, found, taken } = runFrom(at, told, lines, leftovers);
    if (size >= leastRun) for (const [line, step] of found) told[line] = { origin: step, foundBy: step, leftBy: null };
    else for (const [line, step] of taken) leftovers.get(lines[line]?.print ?? "")?.push(step);
    at = Math.max(end, at + 1);
  }
}

type Found = [line: number, step: FileStep];

function runFrom(start: number, told: Told, lines: readonly Keyed[], leftovers: Leftovers) {
  const found: Found[] = [];
  const taken: Found[] = [];
  let waiting: number[] = [];
  let [end, all] = [start, 0];
  for (; end < lines.length && !isStep(told[end]?.origin); end += 1) {
    const { print, size } = lines[end] ?? { print: "", size: 0 };
    const before = found.at(-1);
    // Pieces of a line that was broken since go together.
    if (before !== undefined && isSamePlace(told[end], told[before[0]])) {
      found.push([end, before[1]]);
      continue;
    }
    const isOnly = new Set(leftovers.get(print)).size === 1;
    const step = size < leastLineSize ? undefined : takeStep(leftovers.get(print), told[end]);
    if (step === undefined && size >= leastLineSize) break;
    if (step === undefined) {
      waiting.push(end);
      continue;
    }
    // Brackets and blank lines between two lines that moved went with them.
    if (found.at(-1)?.[1] === step) found.push(...waiting.map((line): Found => [line, step]));
    waiting = [];
    all += isOnly ? size * 2 : size;
    found.push([end, step]);
    taken.push([end, step]);
  }
  return { end, size: all, found, taken };
}

function isSamePlace(one: Told[number] | undefined, other: Told[number] | undefined): boolean {
  return one?.place !== undefined && one.foundBy === other?.foundBy && one.place === other?.place;
}

function takeStep(steps: FileStep[] | undefined, told: Told[number] | undefined): FileStep | undefined {
  const at = steps?.findLastIndex((step) => mayHaveMade(step, told)) ?? -1;
  return at < 0 ? undefined : steps?.splice(at, 1)[0];
}
