import type { LineShape } from "@writ/contracts";
import { hunksOf } from "../lines/hunks.ts";
import type { Sources } from "./carry.ts";

/** Brackets and blank lines follow their neighbours: between two lines that are known, what stood between them stays. */
export function foldSmall(old: readonly LineShape[], now: readonly LineShape[], sources: Sources): void {
  const isTaken = new Uint8Array(old.length);
  for (const source of sources) if (source >= 0) isTaken[source] = 1;
  for (let from = 0; from < now.length; ) {
    if (sources[from] !== -1) {
      from += 1;
      continue;
    }
    let to = from;
    while (to < now.length && sources[to] === -1) to += 1;
    fill(old, now, { from, to, sources, isTaken });
    from = to;
  }
}

interface Gap {
  from: number;
  to: number;
  sources: Sources;
  isTaken: Uint8Array;
}

function fill(old: readonly LineShape[], now: readonly LineShape[], { from, to, sources, isTaken }: Gap): void {
  const before = from === 0 ? -1 : (sources[from - 1] ?? -1);
  const after = to === now.length ? old.length : (sources[to] ?? old.length);
  let start = from;
  // A line that was broken ends in brackets of its own.
  if (before >= 0 && from > 1 && sources[from - 2] === before)
    while (start < to && now[start]?.size === 0 && now[start]?.print !== "") sources[start++] = before;
  const stood: number[] = [];
  const isOpen = (at: number): boolean => at >= 0 && at < old.length && isTaken[at] === 0;
  if (after > before) for (let at = before + 1; at < after; at += 1) stood.push(...(isOpen(at) ? [at] : []));
  else {
    // The neighbours come from two places: what stood right behind the one, and right before the other.
    for (let at = before + 1; isOpen(at); at += 1) stood.push(at);
  }
  const keys = (shapes: readonly (LineShape | undefined)[]) => shapes.map((shape) => shape?.print ?? "");
  let [oldLine, newLine] = [0, start];
  const stay = (until: number): void => {
    for (; newLine < until; newLine += 1, oldLine += 1) {
      const source = stood[oldLine] ?? -1;
      sources[newLine] = source;
      if (source >= 0) isTaken[source] = 1;
    }
  };
  for (const { start: line, added, removed } of hunksOf(keys(stood.map((at) => old[at])), keys(now.slice(start, to)))) {
    stay(start + line - 1);
    oldLine += removed;
    newLine += added;
  }
  stay(to);
}
