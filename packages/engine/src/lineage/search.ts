import type { Run } from "./steps.ts";

/** Lines that are still looked for: their numbers in the version asked for, and where they stand here, in order. */
export interface Search {
  lines: Int32Array;
  places: Int32Array;
}

/** What of the lines a change kept, and where that stood, and what is new. */
export interface Split {
  fresh: Search;
  stayed: Search;
  moved: { run: Run; search: Search }[];
}

/** Sorts lines by what a change kept. Done for every line of every step, so what stays does so in the arrays that are given. */
export function split({ lines, places }: Search, kept: readonly Run[]): Split {
  const fresh: { lines: number[]; places: number[] } = { lines: [], places: [] };
  const moved: Split["moved"] = [];
  const { length } = places;
  let [staying, at, last] = [0, 0, -1];
  let isSorted = true;
  const skip = (until: number): void => {
    for (; at < length && (places[at] ?? 0) < until; at += 1) {
      fresh.lines.push(lines[at] ?? 0);
      fresh.places.push(places[at] ?? 0);
    }
  };
  for (const run of kept) {
    skip(run.start);
    const first = at;
    at = firstAt(places, run.start + run.count, at);
    if (at === first) continue;
    const shift = run.stood - run.start;
    if (run.path !== undefined) {
      const there = places.slice(first, at).map((place) => place + shift);
      moved.push({ run, search: { lines: lines.slice(first, at), places: there } });
      continue;
    }
    if ((places[first] ?? 0) + shift < last) isSorted = false;
    last = (places[at - 1] ?? 0) + shift;
    if (staying !== first) {
      lines.copyWithin(staying, first, at);
      places.copyWithin(staying, first, at);
    }
    const end = staying + at - first;
    if (shift !== 0) for (let nth = staying; nth < end; nth += 1) places[nth] = (places[nth] ?? 0) + shift;
    staying = end;
  }
  skip(Number.POSITIVE_INFINITY);
  const stayed = { lines: lines.subarray(0, staying), places: places.subarray(0, staying) };
  return {
    fresh: { lines: Int32Array.from(fresh.lines), places: Int32Array.from(fresh.places) },
    stayed: isSorted ? stayed : sorted(stayed),
    moved,
  };
}

/** The first of the places, from one on, that is not before this one. */
export function firstAt(places: Int32Array, place: number, from = 0): number {
  let [low, high] = [from, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sorted({ lines, places }: Search): Search {
  const order = [...places.keys()].sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
  return {
    lines: Int32Array.from(order, (at) => lines[at] ?? 0),
    places: Int32Array.from(order, (at) => places[at] ?? 0),
  };
}
