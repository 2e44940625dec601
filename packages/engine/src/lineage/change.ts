import type { ContentHash, Cut, LineChange, LineShape } from "@writ/contracts";
import { carry, type Sources } from "./carry.ts";
import { type Gone, goneFrom, newRuns, takeMoved, unused } from "./moves.ts";

/** A run of lines must hold as many characters as this to be told again in another file. */
const leastBetweenFiles = 10;

/** One file of a call, before and after. */
export interface Changing {
  path: string;
  /** Where it was before, if it was elsewhere. */
  from?: string;
  old: readonly LineShape[];
  now: readonly LineShape[];
}

/** Where lines of another file stood. */
interface Elsewhere {
  path: string;
  version?: ContentHash;
  lines: Gone;
  /** Where a line stood in its file, counted from 0. */
  placeOf(at: number): number;
}

/** How a version came from another, as a record keeps it. */
export function changeBetween(old: readonly LineShape[], now: readonly LineShape[]): LineChange {
  return toChange(carry(old, now), new Map());
}

/** The same for the files of one call: lines that are gone from one, or were cut earlier, may be found in another. */
export function changesOf(
  files: readonly Changing[],
  cuts: readonly Cut[],
): Map<string, { change: LineChange; gone: number[] }> {
  const carried = files.map((file) => ({ file, sources: carry(file.old, file.now) }));
  const elsewhere: Elsewhere[] = carried.map(({ file, sources }) => ({
    path: file.from ?? file.path,
    lines: goneFrom(file.old, unused(file.old.length, sources)),
    placeOf: (at) => at,
  }));
  elsewhere.push(...cuts.map(cutLines));
  const changes = carried.map(({ file, sources }) => {
    const moved: Moved = new Map();
    for (const from of elsewhere) {
      if (from.path === (file.from ?? file.path) || from.lines.places.size === 0) continue;
      for (const run of newRuns(sources))
        takeMoved(file.now, run, from.lines, leastBetweenFiles, (at, stood) => {
          if (!moved.has(at)) moved.set(at, { from, stood: from.placeOf(stood) });
        });
    }
    return { file, change: toChange(sources, moved) };
  });
  return new Map(
    changes.map(({ file, change }, at) => [
      file.path,
      { change, gone: [...(elsewhere[at]?.lines.places.values() ?? [])].flat().sort((one, other) => one - other) },
    ]),
  );
}

function cutLines({ path, version, runs }: Cut): Elsewhere {
  const shapes = runs.flatMap((run) => run.shapes);
  const places = runs.flatMap((run) => run.shapes.map((_, at) => run.stood - 1 + at));
  return { path, version, lines: goneFrom(shapes, shapes.keys()), placeOf: (at) => places[at] ?? -1 };
}

type Moved = Map<number, { from: Elsewhere; stood: number }>;

function toChange(sources: Sources, moved: Moved): LineChange {
  const kept: LineChange["kept"] = [];
  for (const [at, source] of sources.entries()) {
    const there = moved.get(at);
    const stood = there?.stood ?? source;
    if (stood < 0) continue;
    const last = kept.at(-1);
    const goesOn = last !== undefined && last[0] + last[1] === at + 1 && last[2] + last[1] === stood + 1;
    if (goesOn && last[3] === there?.from.path && last[4] === there?.from.version) last[1] += 1;
    else if (there === undefined) kept.push([at + 1, 1, stood + 1]);
    else if (there.from.version === undefined) kept.push([at + 1, 1, stood + 1, there.from.path]);
    else kept.push([at + 1, 1, stood + 1, there.from.path, there.from.version]);
  }
  return { length: sources.length, kept };
}
