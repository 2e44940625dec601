import type { LineShape } from "@writ/contracts";
import type { Piece, Sources } from "./carry.ts";
import { joined } from "./shape.ts";

/** Looking for every beginning costs the product of both sides; above this only the ends are looked at. */
const mostStarts = 40_000;
/** A group with fewer characters than this says nothing: a bracket, a number. */
const least = 6;

/** Lines that hold what other lines held before, only broken elsewhere, come from those. */
export function foldReflow(old: readonly LineShape[], now: readonly LineShape[], piece: Piece, sources: Sources): void {
  const { newTo, newFrom, oldFrom, oldTo } = piece;
  const isSmall = (oldTo - oldFrom) * (newTo - newFrom) <= mostStarts;
  let oldAt = oldFrom;
  let newAt = newFrom;
  while (newAt < newTo && oldAt < oldTo) {
    const rest = { ...piece, oldFrom: oldAt, newFrom: newAt };
    const met = isSmall ? nextGroup(old, now, rest) : groupAt(old, now, rest);
    if (met === null) return;
    spread(old, now, met, sources);
    oldAt = met.oldTo;
    newAt = met.newTo;
  }
}

/** The first group, in the order of the new lines, from any place on. */
function nextGroup(old: readonly LineShape[], now: readonly LineShape[], piece: Piece): Piece | null {
  for (let newAt = piece.newFrom; newAt < piece.newTo; newAt += 1) {
    if ((now[newAt]?.size ?? 0) === 0) continue;
    for (let oldAt = piece.oldFrom; oldAt < piece.oldTo; oldAt += 1) {
      if ((old[oldAt]?.size ?? 0) === 0) continue;
      const met = groupAt(old, now, { ...piece, oldFrom: oldAt, newFrom: newAt });
      if (met !== null) return met;
    }
  }
  return null;
}

/** The smallest group of lines from these two on that hold the same characters. */
function groupAt(old: readonly LineShape[], now: readonly LineShape[], piece: Piece): Piece | null {
  let { oldFrom: oldAt, newFrom: newAt } = piece;
  let [oldSize, newSize, oldSum, newSum] = [0, 0, 0, 0];
  while (true) {
    const isOlds = oldSize <= newSize;
    const shape = isOlds
      ? oldAt < piece.oldTo
        ? old[oldAt]
        : undefined
      : newAt < piece.newTo
        ? now[newAt]
        : undefined;
    if (shape === undefined) return null;
    if (isOlds) {
      oldSum = joined(oldSum, shape.sum, shape.size);
      oldSize += shape.size;
      oldAt += 1;
    } else {
      newSum = joined(newSum, shape.sum, shape.size);
      newSize += shape.size;
      newAt += 1;
    }
    if (oldSize === newSize && oldSum === newSum && newAt > piece.newFrom && oldSize >= least) {
      const met = { oldFrom: piece.oldFrom, oldTo: oldAt, newFrom: piece.newFrom, newTo: newAt };
      return isOnlyEdited(old, now, met) ? null : withClosing(now, met, piece.newTo);
    }
  }
}

/** One line that became one other was neither broken nor joined: somebody grouped anew what it says. */
function isOnlyEdited(old: readonly LineShape[], now: readonly LineShape[], group: Piece): boolean {
  const says = ({ size }: LineShape): boolean => size > 0;
  const [before, more] = old.slice(group.oldFrom, group.oldTo).filter(says);
  const [after, further] = now.slice(group.newFrom, group.newTo).filter(says);
  return more === undefined && further === undefined && before?.print !== after?.print;
}

/** A line that was broken ends in brackets of its own, which count for nothing in a sum. */
function withClosing(now: readonly LineShape[], group: Piece, end: number): Piece {
  let newTo = group.newTo;
  const isBroken = newTo - group.newFrom > group.oldTo - group.oldFrom;
  while (isBroken && newTo < end && now[newTo]?.size === 0 && now[newTo]?.print !== "") newTo += 1;
  return { ...group, newTo };
}

/** Each new line of a group comes from the old one in which its first character stood. */
function spread(old: readonly LineShape[], now: readonly LineShape[], group: Piece, sources: Sources): void {
  let oldAt = group.oldFrom;
  let end = old[oldAt]?.size ?? 0;
  let place = 0;
  for (let newAt = group.newFrom; newAt < group.newTo; newAt += 1) {
    while (place >= end && oldAt < group.oldTo - 1) {
      oldAt += 1;
      end += old[oldAt]?.size ?? 0;
    }
    sources[newAt] = oldAt;
    place += now[newAt]?.size ?? 0;
  }
}
