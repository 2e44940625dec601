import { leastLineSize } from "@writ/contracts";
import { isStep, mayHaveMade, type Told } from "./align.ts";
import type { FileStep } from "./steps.ts";

/** A line as it is told again elsewhere, and how many characters tell it. */
export interface Keyed {
  key: string;
  size: number;
  print: string;
  /** Everybody may have typed it. */
  isCommon: boolean;
}

/** A line that a step added, and that stands nowhere any more. */
export interface Leftover {
  step: FileStep;
  /** Where it stood in the version the step made, counted from 0. */
  place: number;
}

/** By fingerprint, oldest first. */
export type Leftovers = Map<string, Leftover[]>;

/** Whether what brought a line here took it away, at the same time, from where a step, or somebody else, had put it. */
export type IsLinked = (line: number, step: FileStep | null) => boolean;

/** A run of lines must hold so many characters to be told again without its surroundings; half of it, if no other step ever added such lines. */
const leastRun = 20;

/** So many lines that say something, as a step wrote them, are that step's, whenever they came. */
const leastInOrder = 3;

/**
 * Lines that no step made where they stand, but that a step made elsewhere, or here at another time, and that are gone
 * there: they were moved, brought back, or came with a merge. Only where something speaks for it: people type again
 * what others typed before them.
 */
export function findMoved(told: Told, lines: readonly Keyed[], leftovers: Leftovers, isLinked: IsLinked): void {
  for (let at = 0; at < lines.length; ) {
    const run = runFrom(at, told, lines, leftovers, isLinked);
    const taken = new Set([...linkedIn(run.found), ...orderedIn(run.found, lines)]);
    settle(told, lines, run, taken);
    for (const found of run.found) if (!taken.has(found)) leftovers.get(found.print)?.push(found.leftover);
    at = Math.max(run.end, at + 1);
  }
}

interface Found {
  line: number;
  print: string;
  leftover: Leftover;
  isLinked: boolean;
  /** How many characters speak for it. */
  weight: number;
}

interface Run {
  start: number;
  end: number;
  found: Found[];
  /** Pieces of a line that was broken since, by the line whose they are. */
  pieces: Map<number, number[]>;
}

function runFrom(start: number, told: Told, lines: readonly Keyed[], leftovers: Leftovers, isLinked: IsLinked): Run {
  const found: Found[] = [];
  const pieces = new Map<number, number[]>();
  let end = start;
  for (; end < lines.length && !isStep(told[end]?.origin); end += 1) {
    const { print, size, isCommon } = lines[end] ?? { print: "", size: 0, isCommon: true };
    const before = found.at(-1);
    if (before !== undefined && isSamePlace(told[end], told[before.line])) {
      pieces.set(before.line, [...(pieces.get(before.line) ?? []), end]);
      continue;
    }
    if (size < leastLineSize) continue;
    const open = leftovers.get(print) ?? [];
    const isOnly = new Set(open.map(({ step }) => step)).size === 1;
    const leftover = take(open, { told: told[end], before: before?.leftover, isLinked: (step) => isLinked(end, step) });
    if (leftover === undefined) break;
    const weight = isCommon ? 0 : isOnly ? size * 2 : size;
    found.push({ line: end, print, leftover, isLinked: isLinked(end, leftover.step), weight });
  }
  return { start, end, found, pieces };
}

/** Lines that came with what took them away. */
function linkedIn(found: readonly Found[]): Found[] {
  const linked = found.filter((one) => one.isLinked);
  return linked.reduce((sum, { weight }) => sum + weight, 0) >= leastRun ? linked : [];
}

/** Lines that stand as one step wrote them. */
function orderedIn(found: readonly Found[], lines: readonly Keyed[]): Found[] {
  const taken: Found[] = [];
  let run: Found[] = [];
  const close = (): void => {
    if (run.filter(({ line }) => lines[line]?.isCommon === false).length >= leastInOrder) taken.push(...run);
    run = [];
  };
  for (const one of found) {
    const last = run.at(-1)?.leftover;
    if (last !== undefined && (last.step !== one.leftover.step || last.place >= one.leftover.place)) close();
    run.push(one);
  }
  close();
  return taken;
}

/** Brackets and blank lines between two lines that moved went with them, and so did brackets that closed them. */
function settle(told: Told, lines: readonly Keyed[], { found, pieces }: Run, taken: ReadonlySet<Found>): void {
  let before: Found | null = null;
  for (const one of found) {
    if (!taken.has(one)) {
      before = null;
      continue;
    }
    const { step } = one.leftover;
    const source = { origin: step, foundBy: step, leftBy: null };
    const first = before?.leftover.step === step ? before.line + 1 : one.line;
    for (let line = first; line <= one.line; line += 1) told[line] = source;
    for (const line of pieces.get(one.line) ?? []) told[line] = source;
    for (const line of closing(told, lines, one)) told[line] = source;
    before = one;
  }
}

/** The brackets that follow a line here as they did where a step put it. */
function closing(told: Told, lines: readonly Keyed[], { line, leftover: { step, place } }: Found): number[] {
  const brackets: number[] = [];
  for (let next = 1; ; next += 1) {
    const here = lines[line + next];
    const there = step.change?.shapes.get(place + next);
    if (here === undefined || here.print === "" || here.print !== there?.print) return brackets;
    if (here.size >= leastLineSize || isStep(told[line + next]?.origin)) return brackets;
    brackets.push(line + next);
  }
}

function isSamePlace(one: Told[number] | undefined, other: Told[number] | undefined): boolean {
  return one?.place !== undefined && one.foundBy === other?.foundBy && one.place === other?.place;
}

interface Wanted {
  told: Told[number] | undefined;
  before: Leftover | undefined;
  isLinked(step: FileStep): boolean;
}

/** The one that something speaks for, or that goes on from the line before, or else the newest. */
function take(open: Leftover[], { told, before, isLinked }: Wanted): Leftover | undefined {
  const able = open.filter(({ step }) => mayHaveMade(step, told));
  const goesOn = ({ step, place }: Leftover): boolean => step === before?.step && place > before.place;
  const linked = able.filter(({ step }) => isLinked(step));
  const best = linked.find(goesOn) ?? linked.at(-1) ?? able.find(goesOn) ?? able.at(-1);
  if (best !== undefined) open.splice(open.indexOf(best), 1);
  return best;
}
