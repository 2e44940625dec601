import type { ContentHash, LineChange, LineShape, Piece, TraceFileMeta } from "@writ/contracts";
import { type Brought, broughtFrom, type Earlier } from "./brought.ts";
import { carry, type Sources } from "./carry.ts";
import { type Gone, goneFrom, newIn, newRuns, openIn, takeMoved, unused, weighing } from "./moves.ts";

/** A run of lines must hold as many telling characters as this to be told again in another file. */
const leastBetweenFiles = 10;
/** What lines that everybody types tell: most where the call that cut them was this one or the last, else hardly anything. */
const commonShare = { soon: 1 / 4, later: 1 / 8 };

/** Somebody who moves lines takes them out soon after they put them elsewhere; later it was a copy. */
const mostSince = 3;

/** One file of a call, before and after. */
export interface Changing {
  path: string;
  /** Where it was before, if it was elsewhere. */
  from?: string;
  old: readonly LineShape[];
  now: readonly LineShape[];
  /** What git had of it before the call. */
  earlier: readonly Earlier[];
}

/** How a file's lines changed. Places are counted from 0. */
export interface Changed {
  change: LineChange;
  /** Lines that went elsewhere before they were taken out here. */
  given: NonNullable<TraceFileMeta["given"]>;
  /** Lines that git brought. */
  brought: Brought;
  /** Old lines that are nowhere now, and new ones that were nowhere before. */
  gone: number[];
  fresh: number[];
}

/** Where lines of another file stood. */
interface Elsewhere {
  path: string;
  version?: ContentHash;
  lines: Gone;
  /** Where a line stood in its file, counted from 0. */
  placeOf(at: number): number;
  /** What a line tells that everybody types. */
  commonShare: number;
  /** Told when a line of it is found. */
  found?(): void;
}

/** How a version came from another, as a record keeps it. */
export function changeBetween(old: readonly LineShape[], now: readonly LineShape[]): LineChange {
  return toChange(carry(old, now), new Map());
}

/** The same for the files of one call: lines that are gone from one, or were cut earlier, may be found in another. */
export function changesOf(
  files: readonly Changing[],
  pieces: readonly Piece[],
): { changes: Map<string, Changed>; used: Piece[] } {
  const used = new Set<Piece>();
  const carried = files.map((file) => {
    const sources = carry(file.old, file.now);
    return { file, sources, brought: broughtFrom(file.now, newIn(sources), file.earlier) };
  });
  const gone: Elsewhere[] = carried.map(({ file, sources }) => ({
    path: file.from ?? file.path,
    lines: goneFrom(file.old, unused(file.old.length, sources)),
    placeOf: (at) => at,
    commonShare: commonShare.soon,
  }));
  const cuts = pieces.filter(({ op }) => op === "cut");
  const callOf = (piece: Piece | undefined) => piece?.call ?? piece?.at;
  const shareOf = (piece: Piece): number =>
    callOf(piece) === callOf(pieces[0]) ? commonShare.soon : commonShare.later;
  const elsewhere = [
    ...gone,
    ...cuts.map((piece) => ({ ...standing(piece, () => used.add(piece)), commonShare: shareOf(piece) })),
  ];
  const moves = carried.map(({ file, sources, brought }) => movesInto(file, sources, brought, elsewhere));
  const changes = new Map(
    carried.map(({ file, sources, brought }, at): [string, Changed] => {
      const moved: Moved = moves[at] ?? new Map();
      const fresh = [...sources.keys()].filter((line) => sources[line] === -1 && !moved.has(line));
      const left = leftIn(file.old, sources, gone[at]?.lines);
      const given = gone[at] === undefined ? [] : givenBy(file.from ?? file.path, gone[at].lines, pieces, used);
      return [file.path, { change: toChange(sources, moved), given, brought, gone: left, fresh }];
    }),
  );
  return { changes, used: [...used] };
}

type Moved = Map<number, { from: Pick<Elsewhere, "path" | "version">; stood: number }>;

function movesInto(file: Changing, sources: Sources, brought: Brought, elsewhere: readonly Elsewhere[]): Moved {
  const moved: Moved = new Map(brought);
  const came = { shapes: file.now, open: newIn(sources) };
  for (const from of elsewhere) {
    if (from.path === (file.from ?? file.path) || from.lines.places.size === 0) continue;
    const needed = {
      least: leastBetweenFiles,
      weigh: weighing(openIn(from.lines), came, from.commonShare),
    };
    for (const run of newRuns(sources))
      takeMoved(file.now, run, from.lines, needed, (at, stood) => {
        if (moved.has(at)) return;
        moved.set(at, { from, stood: from.placeOf(stood) });
        from.found?.();
      });
  }
  return moved;
}

/** Lines that are taken out here, and that an earlier call had copied to another file, moved there. */
function givenBy(path: string, gone: Gone, pieces: readonly Piece[], used: Set<Piece>): Changed["given"] {
  const given: Changed["given"] = [];
  for (const piece of pieces.slice(0, mostSince)) {
    if (piece.op !== "paste" || piece.path === path || gone.places.size === 0) continue;
    const pasted = piece.runs.flatMap((run) => run.shapes);
    if (!isMostlyGone(pasted, gone)) continue;
    const weigh = weighing(openIn(gone), { shapes: pasted, open: pasted.keys() }, commonShare.later);
    const needed = { least: leastBetweenFiles, weigh };
    for (const { stood: start, shapes } of piece.runs)
      takeMoved(shapes, [0, shapes.length], gone, needed, (at, oldAt) => {
        used.add(piece);
        const last = given.at(-1);
        const isNext =
          last !== undefined &&
          last[3] === piece.version &&
          last[0] + last[1] === oldAt + 1 &&
          last[4] + last[1] === start + at;
        if (isNext) last[1] += 1;
        else given.push([oldAt + 1, 1, piece.path, piece.version, start + at]);
      });
  }
  return given;
}

/** Who moves lines takes out most of what they put elsewhere; else it was a copy. */
function isMostlyGone(pasted: readonly LineShape[], { places }: Gone): boolean {
  const telling = pasted.filter(({ size }) => size > 0);
  return telling.filter(({ print }) => places.has(print)).length * 2 >= telling.length;
}

/** Old lines that went nowhere. Blank lines between them count, or they would fall apart. */
function leftIn(old: readonly LineShape[], sources: Sources, gone: Gone | undefined): number[] {
  const open = new Set([...(gone?.places.values() ?? [])].flat());
  return [...unused(old.length, sources)].filter((line) => open.has(line) || old[line]?.print === "");
}

function standing({ path, version, runs }: Piece, found: () => void): Omit<Elsewhere, "commonShare"> {
  const shapes = runs.flatMap((run) => run.shapes);
  const places = runs.flatMap((run) => run.shapes.map((_, at) => run.stood - 1 + at));
  return { path, version, lines: goneFrom(shapes, shapes.keys()), placeOf: (at) => places[at] ?? -1, found };
}

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
