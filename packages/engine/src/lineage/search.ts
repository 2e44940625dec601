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

/** Sorts lines by what a change kept. Typed arrays, as this is done for every line of every step. */
export function split({ lines, places }: Search, kept: readonly Run[]): Split {
  const stayed = { lines: new Int32Array(lines.length), places: new Int32Array(lines.length) };
  const fresh = { lines: new Int32Array(lines.length), places: new Int32Array(lines.length) };
  const moved: Split["moved"] = [];
  let [staying, freshly, at, last] = [0, 0, 0, -1];
  let isSorted = true;
  const add = (): void => {
    fresh.lines[freshly] = lines[at] ?? 0;
    fresh.places[freshly] = places[at] ?? 0;
    freshly += 1;
  };
  for (const run of kept) {
    for (; at < places.length && (places[at] ?? 0) < run.start; at += 1) add();
    const end = run.start + run.count;
    const shift = run.stood - run.start;
    const first = at;
    while (at < places.length && (places[at] ?? 0) < end) at += 1;
    if (at === first) continue;
    const there = places.slice(first, at);
    if (shift !== 0) for (let nth = 0; nth < there.length; nth += 1) there[nth] = (there[nth] ?? 0) + shift;
    if (run.path !== undefined) {
      moved.push({ run, search: { lines: lines.slice(first, at), places: there } });
      continue;
    }
    if ((there[0] ?? 0) < last) isSorted = false;
    last = there.at(-1) ?? last;
    stayed.lines.set(lines.subarray(first, at), staying);
    stayed.places.set(there, staying);
    staying += there.length;
  }
  for (; at < places.length; at += 1) add();
  const all = { lines: stayed.lines.subarray(0, staying), places: stayed.places.subarray(0, staying) };
  const news = { lines: fresh.lines.subarray(0, freshly), places: fresh.places.subarray(0, freshly) };
  return { fresh: news, stayed: isSorted ? all : sorted(all), moved };
}

function sorted({ lines, places }: Search): Search {
  const order = [...places.keys()].sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
  return {
    lines: Int32Array.from(order, (at) => lines[at] ?? 0),
    places: Int32Array.from(order, (at) => places[at] ?? 0),
  };
}
