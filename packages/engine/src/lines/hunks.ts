import { diffArrays } from "diff";
import { anchorsOf } from "./anchors.ts";
import { linesOf } from "./split.ts";

/** From line `start` of the new text on, so many lines were added; so many old ones were removed there. */
export interface Hunk {
  /** 1-based, also where nothing was added. */
  start: number;
  added: number;
  removed: number;
}

/** Above these, looking closer would cost more than it tells: one piece covers all of it. */
const maxLines = 20_000;
const maxEdits = 400;

/** The changed runs of lines between two texts, in order. */
export function hunksBetween(before: string, after: string): Hunk[] {
  return hunksOf(linesOf(before), linesOf(after));
}

/** The same for lines that are given, or for what stands for them. */
export function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  return compare(before, after, 1);
}

/** Lines that occur once on either side hold still; what lies between them is compared by itself. */
function compare(old: readonly string[], now: readonly string[], start: number): Hunk[] {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;

  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const first = start + head;
  if (removed.length === 0 && added.length === 0) return [];
  const anchors = anchorsOf(removed, added);
  if (anchors.length === 0) return closely(removed, added, first);
  const hunks: Hunk[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [oldEnd, newEnd] of [...anchors, [removed.length, added.length] as const]) {
    hunks.push(...compare(removed.slice(oldAt, oldEnd), added.slice(newAt, newEnd), first + newAt));
    [oldAt, newAt] = [oldEnd + 1, newEnd + 1];
  }
  return hunks;
}

function closely(removed: readonly string[], added: readonly string[], start: number): Hunk[] {
  const whole: Hunk = { start, added: added.length, removed: removed.length };
  if (removed.length + added.length > maxLines) return [whole];
  const there = new Set(removed);
  if (!added.some((line) => there.has(line))) return [whole];
  const changes = diffArrays([...removed], [...added], { maxEditLength: maxEdits });
  return changes === undefined ? [whole] : collect(changes, start);
}

function collect(changes: readonly { added: boolean; removed: boolean; count: number }[], start: number): Hunk[] {
  const hunks: Hunk[] = [];
  let line = start;
  let current: Hunk | null = null;
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      current = null;
      line += count;
      continue;
    }
    if (current === null) {
      current = { start: line, added: 0, removed: 0 };
      hunks.push(current);
    }
    if (removed) current.removed += count;
    else {
      current.added += count;
      line += count;
    }
  }
  return hunks;
}
