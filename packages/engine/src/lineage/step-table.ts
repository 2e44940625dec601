import type { ContentHash } from "@writ/contracts";
import type { FileStep, Given } from "./steps.ts";

/** What traces say of files, found by the versions they made or met. */
export interface StepTable {
  readonly all: readonly FileStep[];
  /** The step that made this version of the file: the newest before another, or else the first after it. */
  made(path: string, version: ContentHash, than?: FileStep): FileStep | null;
  /** The same, whatever the file's name was then. */
  madeAnywhere(version: ContentHash, than?: FileStep): FileStep | null;
  /** The newest step that met this version of the file. */
  met(path: string, version: ContentHash): FileStep | null;
  /** Who took lines out of another file that had been put into this version. */
  givers(path: string, version: ContentHash): { step: FileStep; given: Given }[];
  /** The step of the same trace that found a file under this name. */
  beside(step: FileStep, from: string): FileStep | null;
  /** The steps that made versions of a file which no later one went on from, newest first. */
  ends(path: string): FileStep[];
}

/** Numbers steps, which are given oldest first. `isSame` tells names under which a file is the same one. */
export function tableOf(all: readonly FileStep[], isSame: (path: string) => boolean = () => true): StepTable {
  const made = new Map<string, FileStep[]>();
  const anywhere = new Map<string, FileStep[]>();
  const met = new Map<string, FileStep>();
  const givers = new Map<string, { step: FileStep; given: Given }[]>();
  const byCall = new Map<string, FileStep>();
  const ends = new Map<string, Map<ContentHash, FileStep>>();
  for (const [order, step] of all.entries()) {
    step.order = order;
    for (const given of step.given) push(givers, `${given.version} ${given.path}`, { step, given });
    byCall.set(`${step.trace.id} ${step.from}`, step);
    for (const version of [step.before, step.blobBefore])
      if (typeof version === "string") met.set(`${version} ${step.from}`, step);
    if (step.before !== null) ends.get(step.from)?.delete(step.before);
    if (step.after === null) continue;
    for (const version of [step.after, step.blob])
      if (version !== undefined) {
        push(made, `${version} ${step.path}`, step);
        if (isSame(step.path)) push(anywhere, version, step);
      }
    const here = ends.get(step.path) ?? new Map<ContentHash, FileStep>();
    here.delete(step.after);
    ends.set(step.path, here.set(step.after, step));
  }
  return {
    all,
    made: (path, version, than) => nearest(made.get(`${version} ${path}`), than),
    madeAnywhere: (version, than) => nearest(anywhere.get(version), than),
    met: (path, version) => met.get(`${version} ${path}`) ?? null,
    givers: (path, version) => givers.get(`${version} ${path}`) ?? [],
    beside: (step, from) => byCall.get(`${step.trace.id} ${from}`) ?? null,
    ends: (path) => [...(ends.get(path)?.values() ?? [])].reverse(),
  };
}

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [one]);
  else known.push(one);
}

/** Clocks of working copies differ: what came before in another one may be dated later. */
function nearest(steps: readonly FileStep[] | undefined, than: FileStep | undefined): FileStep | null {
  if (than === undefined) return steps?.at(-1) ?? null;
  const isForeign = ({ trace }: FileStep) => trace.metadata.writer !== than.trace.metadata.writer;
  return steps?.findLast((step) => step.order < than.order) ?? steps?.find(isForeign) ?? null;
}
