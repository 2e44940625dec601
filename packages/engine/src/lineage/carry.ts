import type { LineShape } from "@writ/contracts";
import { hunksOf } from "../lines/hunks.ts";
import { foldMoves } from "./moves.ts";
import { foldReflow } from "./reflow.ts";
import { foldSmall } from "./small.ts";

/** For each line of the new version, the line of the old one it comes from; -1 for a new line. Counted from 0. */
export type Sources = Int32Array;

/** A piece that changed: lines `oldFrom..oldTo` became `newFrom..newTo` (ends excluded, counted from 0). */
export interface Piece {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** A line with fewer characters than this is like many others: it does not hold a place, but follows its neighbours. */
const small = 6;

/** Where each line of a version comes from: lines that stayed, that were laid out anew, and that moved. */
export function carry(old: readonly LineShape[], now: readonly LineShape[]): Sources {
  const sources: Sources = new Int32Array(now.length).fill(-1);
  holdLarge(old, now, sources);
  for (const piece of piecesIn(old, sources)) foldReflow(old, now, trimmed(old, now, piece, sources), sources);
  foldMoves(old, now, sources);
  if (isWrittenAnew(old, now, sources)) return sources.fill(-1);
  foldSmall(old, now, sources);
  return sources;
}

/** Lines that say something, and are in the same order in both. */
function holdLarge(old: readonly LineShape[], now: readonly LineShape[], sources: Sources): void {
  const places = (shapes: readonly LineShape[]) => [...shapes.keys()].filter((at) => (shapes[at]?.size ?? 0) >= small);
  const [oldAt, newAt] = [places(old), places(now)];
  const keys = (shapes: readonly LineShape[], all: readonly number[]) => all.map((at) => shapes[at]?.print ?? "");
  let [oldLine, newLine] = [0, 0];
  const stay = (until: number): void => {
    for (; newLine < until; newLine += 1, oldLine += 1) sources[newAt[newLine] ?? 0] = oldAt[oldLine] ?? -1;
  };
  for (const { start, added, removed } of hunksOf(keys(old, oldAt), keys(now, newAt))) {
    stay(start - 1);
    oldLine += removed;
    newLine += added;
  }
  stay(newAt.length);
}

/** Of a version with little in common with the one before, and only what everybody types, nothing stayed. */
function isWrittenAnew(old: readonly LineShape[], now: readonly LineShape[], sources: Sources): boolean {
  const [before, after] = [old, now].map((shapes) => shapes.filter(({ size }) => size >= small).length);
  const held = [...sources.keys()].filter((at) => sources[at] !== -1 && (now[at]?.size ?? 0) >= small);
  if (held.length * 3 > Math.min(before ?? 0, after ?? 0)) return false;
  return held.length > 0 && held.every((at) => now[at]?.isCommon === true);
}

/** What is the same at both ends of a piece stays. */
function trimmed(old: readonly LineShape[], now: readonly LineShape[], piece: Piece, sources: Sources): Piece {
  let { oldFrom, oldTo, newFrom, newTo } = piece;
  const isSame = (oldAt: number, newAt: number): boolean => old[oldAt]?.print === now[newAt]?.print;
  while (oldFrom < oldTo && newFrom < newTo && isSame(oldFrom, newFrom)) sources[newFrom++] = oldFrom++;
  while (oldFrom < oldTo && newFrom < newTo && isSame(oldTo - 1, newTo - 1)) sources[--newTo] = --oldTo;
  return { oldFrom, oldTo, newFrom, newTo };
}

/** What lies between the lines that hold their places. */
function* piecesIn(old: readonly LineShape[], sources: Sources): Generator<Piece> {
  let oldFrom = 0;
  for (let newFrom = 0; newFrom < sources.length; ) {
    let newTo = newFrom;
    while (newTo < sources.length && sources[newTo] === -1) newTo += 1;
    const held = sources[newTo] ?? old.length;
    if (newTo > newFrom && held > oldFrom) yield { oldFrom, oldTo: held, newFrom, newTo };
    oldFrom = held + 1;
    newFrom = newTo + 1;
  }
}
