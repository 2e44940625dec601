import type { LineShape } from "@writ/contracts";
import type { Sources } from "./carry.ts";

/** A run of lines must hold as many telling characters as this to be told again elsewhere in its file. */
const leastMoved = 6;
/** What lines that everybody types tell, beside others: imports are sorted, but `return result;` is typed anew. */
const commonShare = 0.3;

/** Lines that are gone from a version, by fingerprint, to be found again elsewhere. Each is found once. */
export interface Gone {
  readonly shapes: readonly LineShape[];
  readonly places: Map<string, number[]>;
}

/** The lines of a version that these places stand for. */
export function goneFrom(shapes: readonly LineShape[], places: Iterable<number>): Gone {
  const byKey = new Map<string, number[]>();
  for (const at of places) {
    const shape = shapes[at];
    if (shape === undefined || shape.print === "") continue;
    const known = byKey.get(shape.print);
    if (known === undefined) byKey.set(shape.print, [at]);
    else known.push(at);
  }
  return { shapes, places: byKey };
}

/** All that may be found again. */
export const openIn = ({ shapes, places }: Gone): Weighed => ({ shapes, open: [...places.values()].flat() });

/** Runs of new lines that stood elsewhere in the old version, and are gone there, moved. */
export function foldMoves(old: readonly LineShape[], now: readonly LineShape[], sources: Sources): void {
  const gone = goneFrom(old, unused(old.length, sources));
  if (gone.places.size === 0) return;
  const came = { shapes: now, open: newIn(sources) };
  const needed = { least: leastMoved, weigh: weighing(openIn(gone), came, commonShare) };
  for (const run of newRuns(sources))
    takeMoved(now, run, gone, needed, (at, oldAt) => {
      sources[at] = oldAt;
    });
}

/** Old lines that no new line comes from. */
export function* unused(length: number, sources: Sources): Generator<number> {
  const used = new Uint8Array(length);
  for (const source of sources) if (source >= 0) used[source] = 1;
  for (let at = 0; at < length; at += 1) if (used[at] === 0) yield at;
}

/** Lines that come from nowhere. */
export const newIn = (sources: Sources): number[] => [...sources.keys()].filter((at) => sources[at] === -1);

/** Runs of them. */
export function* newRuns(sources: Sources): Generator<[from: number, to: number]> {
  let start = -1;
  for (let at = 0; at <= sources.length; at += 1) {
    const isNew = at < sources.length && sources[at] === -1;
    if (isNew && start === -1) start = at;
    if (!isNew && start !== -1) {
      yield [start, at];
      start = -1;
    }
  }
}

/** A version, and those of its lines that came or went. */
export interface Weighed {
  readonly shapes: readonly LineShape[];
  readonly open: Iterable<number>;
}

/** How much a line tells of where it comes from. */
type Weigh = (shape: LineShape) => number;

/** What is written more often in one version is written again and again, and tells nothing. */
const mostEqual = 2;

/**
 * A line that came more often than it went was copied, and tells nothing of its place; and one that everybody types tells
 * only a share of what another would.
 */
export function weighing(gone: Weighed, came: Weighed, common: number): Weigh {
  const all = [gone, came].map(({ shapes }) => countOf(shapes));
  const [went, now] = [gone, came].map(({ shapes, open }) => countOf([...open].flatMap((at) => shapes[at] ?? [])));
  const isSilent = (print: string): boolean =>
    all.some((count) => (count.get(print) ?? 0) > mostEqual) || (now?.get(print) ?? 0) > (went?.get(print) ?? 0);
  return ({ print, size, isCommon }) => (isSilent(print) ? 0 : isCommon === true ? size * common : size);
}

function countOf(shapes: readonly LineShape[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const { print } of shapes) count.set(print, (count.get(print) ?? 0) + 1);
  return count;
}

/** How much a run of lines must tell. */
interface Needed {
  least: number;
  weigh: Weigh;
}

/** The longest part of the run that stood together, again and again. */
export function takeMoved(
  now: readonly LineShape[],
  [from, to]: readonly [number, number],
  gone: Gone,
  needed: Needed,
  take: (at: number, oldAt: number) => void,
): void {
  for (let at = from; at < to; ) {
    const best = bestFrom(now, at, to, gone, needed);
    for (let step = 0; step < best.count; step += 1) {
      take(at + step, best.oldAt + step);
      const places = gone.places.get(keyIn(now, at + step));
      places?.splice(places.indexOf(best.oldAt + step), 1);
    }
    at += Math.max(best.count, 1);
  }
}

function keyIn(shapes: readonly LineShape[], at: number): string {
  return shapes[at]?.print ?? "";
}

function bestFrom(now: readonly LineShape[], at: number, to: number, { shapes, places }: Gone, needed: Needed) {
  let best = { oldAt: -1, count: 0, size: 0 };
  const { least, weigh } = needed;
  for (const oldAt of places.get(keyIn(now, at)) ?? []) {
    let [count, size, weight] = [0, 0, 0];
    while (at + count < to) {
      const key = keyIn(now, at + count);
      const stood = shapes[oldAt + count];
      if (stood === undefined || key !== stood.print) break;
      // A blank line between two moved ones moved with them.
      if (key !== "" && !(places.get(key) ?? []).includes(oldAt + count)) break;
      size += stood.size;
      weight += Math.min(weigh(stood), weigh(now[at + count] ?? stood));
      count += 1;
    }
    if (weight >= least && size > best.size) best = { oldAt, count, size };
  }
  return best;
}
