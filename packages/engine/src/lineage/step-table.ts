import type { ContentHash } from "@writ/contracts";
import type { FileStep, Given, Run } from "./steps.ts";

/** Who tells of a version: the step that left it behind, or one that met it. */
export interface Place {
  step: FileStep;
  side: "after" | "before";
}

/** Lines that a step took out, and that an earlier one had put into another file. */
interface Gift {
  step: FileStep;
  given: Given;
}

const overlaps = (one: Run, other: Given): boolean =>
  one.stood < other.stood + other.count && other.stood < one.stood + one.count;

/** What traces say of files, found by the versions they made or met. */
export interface StepTable {
  readonly all: readonly FileStep[];
  /** The step that made this version of the file: the newest before another, or else the first after it. */
  made(path: string, version: ContentHash, than?: FileStep): FileStep | null;
  /** The same, whatever the file's name was then. */
  madeAnywhere(version: ContentHash, than?: FileStep): FileStep | null;
  /** Whether a file had what a step made in another one before that did. */
  hadBefore(path: string, maker: FileStep): boolean;
  /** Who first had this version of the file, before another step: whoever brings a version back made none of it. */
  first(path: string, version: ContentHash, than?: FileStep): Place | null;
  /** Who had the version that a step made before it did; `null` where it was new. */
  returned(step: FileStep): Place | null;
  /** Who took lines out of another file that had been put into this version. */
  givers(path: string, version: ContentHash): Gift[];
  /** The step of the same trace that found a file under this name. */
  beside(step: FileStep, from: string): FileStep | null;
  /** The steps that made versions of a file which no later one went on from, newest first. */
  ends(path: string): FileStep[];
}

/**
 * Numbers steps, which are given oldest first. `isSame` tells names under which a file is the same one, `hadBefore` what
 * is known from elsewhere.
 */
export function tableOf(
  all: readonly FileStep[],
  isSame: (path: string) => boolean = () => true,
  hadBefore: StepTable["hadBefore"] = () => false,
): StepTable {
  const made = new Map<string, FileStep[]>();
  const anywhere = new Map<string, FileStep[]>();
  const tellers = new Map<string, Place[]>();
  const givers = new Map<string, Gift[]>();
  const moved = new Map<string, Run[]>();
  // What was put elsewhere after it was taken out was not given before: that had been a copy.
  const isMoved = ({ step: { before, blobBefore, from }, given }: Gift): boolean =>
    [before, blobBefore].some((version) => moved.get(`${version} ${from}`)?.some((run) => overlaps(run, given)));
  // Nor what is found there again, as git had it; but whoever puts lines elsewhere and then takes them out moved them, on whatever branch.
  const isNext = ({ step: { order }, given: { path, version } }: Gift): boolean =>
    all[order - 1]?.path === path && all[order - 1]?.after === version;
  const isBack = ({ step: { before, from, order } }: Gift): boolean =>
    tellers.get(`${before} ${from}`)?.some(({ step, side }) => side === "before" && step.order > order) === true;
  const renamed = new Map<string, number>();
  // Where a file went that a step renamed is known: another one with its content is a copy, or was copied.
  const isLost = ({ path, order }: FileStep): boolean => (renamed.get(path) ?? -1) <= order;
  const byCall = new Map<string, FileStep>();
  const ends = new Map<string, Map<ContentHash, FileStep>>();
  for (const [order, step] of all.entries()) {
    step.order = order;
    for (const given of step.given) push(givers, `${given.version} ${given.path}`, { step, given });
    byCall.set(`${step.trace.id} ${step.from}`, step);
    for (const version of [step.before, step.blobBefore])
      if (typeof version === "string") push(tellers, `${version} ${step.from}`, { step, side: "before" });
    if (step.before !== null && step.isLater !== true) ends.get(step.from)?.delete(step.before);
    if (step.before !== null && step.from !== step.path) renamed.set(step.from, order);
    for (const run of step.change?.kept ?? [])
      if (run.version !== undefined) push(moved, `${run.version} ${run.path}`, run);
    if (step.after === null) continue;
    for (const version of [step.after, step.blob])
      if (version !== undefined) {
        push(made, `${version} ${step.path}`, step);
        push(tellers, `${version} ${step.path}`, { step, side: "after" });
        if (isSame(step.path)) push(anywhere, version, step);
      }
    const here = ends.get(step.path) ?? new Map<ContentHash, FileStep>();
    here.delete(step.after);
    ends.set(step.path, here.set(step.after, step));
  }
  return {
    all,
    made: (path, version, than) => nearest(made.get(`${version} ${path}`), than),
    madeAnywhere: (version, than) => nearest(anywhere.get(version)?.filter(isLost), than),
    hadBefore,
    first: (path, version, than) => firstOf(tellers.get(`${version} ${path}`) ?? [], than),
    returned: (step) => {
      if (step.after === null || isClaim(step)) return null;
      const known = tellers.get(`${step.after} ${step.path}`) ?? [];
      const here = foremost(known.filter((place) => place.step.order < step.order));
      // Git takes what was done to a file under one name to its other name.
      const isEarlier = (other: FileStep) =>
        other.order < step.order && other.trace.id !== step.trace.id && !hadBefore(step.path, other);
      const there = step.before === null ? undefined : anywhere.get(step.after)?.find(isEarlier);
      return here ?? (there === undefined ? null : { step: there, side: "after" });
    },
    givers: (path, version) =>
      givers.get(`${version} ${path}`)?.filter((gift) => !isMoved(gift) && (isNext(gift) || !isBack(gift))) ?? [],
    beside: (step, from) => byCall.get(`${step.trace.id} ${from}`) ?? null,
    ends: (path) => [...(ends.get(path)?.values() ?? [])].reverse(),
  };
}

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [one]);
  else known.push(one);
}

function firstOf(places: readonly Place[], than: FileStep | undefined): Place | null {
  if (than === undefined) return foremost(places);
  const before = places.filter(({ step }) => step.order < than.order);
  if (before.some(({ side }) => side === "after")) return foremost(before);
  return places.find(({ step, side }) => side === "after" && isForeign(step, than)) ?? foremost(before);
}

/** Claims come one upon the other, newest first, and then whoever first had the version. */
function foremost(places: readonly Place[]): Place | null {
  return places.findLast(({ step, side }) => side === "after" && isClaim(step)) ?? earliest(places);
}

/** Whether a step only says of one content who made lines of it: nothing came before or after. */
const isClaim = ({ before, after }: FileStep): boolean => before !== null && before === after;

/** The first that made it; one that met it before that was as well the first to have it, if their clock is the same. */
function earliest(places: readonly Place[]): Place | null {
  const maker = places.find(({ side }) => side === "after");
  const meeter = places.find(({ step, side }) => side === "before" && !(maker && isForeign(step, maker.step)));
  if (maker === undefined || meeter === undefined) return maker ?? meeter ?? null;
  return meeter.step.order <= maker.step.order ? meeter : maker;
}

/** Whether two steps were dated by the clocks of two working copies. */
export const isForeign = (one: FileStep, other: FileStep): boolean =>
  one.trace.metadata.writer !== other.trace.metadata.writer;

/** Clocks of working copies differ: what came before in another one may be dated later. */
function nearest(steps: readonly FileStep[] | undefined, than: FileStep | undefined): FileStep | null {
  if (than === undefined) return steps?.at(-1) ?? null;
  return steps?.findLast((step) => step.order < than.order) ?? steps?.find((step) => isForeign(step, than)) ?? null;
}
