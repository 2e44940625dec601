import type { ContentHash, LineChange } from "@writ/contracts";
import { follow, type Lineage, person, unknown, untouched } from "./compose.ts";

/** What one trace says of one file. */
export interface FileStep {
  /** The number that stands for the trace. */
  trace: number;
  path: string;
  /** Where the file was before, when it was renamed. */
  from?: string;
  before: ContentHash | null;
  after: ContentHash | null;
  blob?: string;
  blobBefore?: string;
  /** Absent where nothing is known of its lines. */
  change?: LineChange;
  since?: LineChange & { version: ContentHash; unknown?: true; prints: ReadonlyMap<number, number> };
  /** What lines look like, by place counted from 1. */
  prints: ReadonlyMap<number, number>;
}

/** The versions of files that traces made or met, and who made their lines. */
export interface Versions {
  /** The version of this file; where the file is not known by that name, the same content under another. */
  find(path: string, hash: ContentHash): Lineage | null;
  /** The same, by git's object id. */
  findBlob(path: string, blob: string): Lineage | null;
  /** The versions of a file that no later trace went on from, newest first. */
  ends(path: string): { version: ContentHash; lineage: Lineage }[];
  /** Every file there was a trace of. */
  paths(): string[];
}

/** Folds traces, oldest first, into the versions they tell of. */
export function versionsOf(steps: Iterable<FileStep>): Versions {
  const byFile = new Map<string, Lineage>();
  const byContent = new Map<ContentHash, Lineage>();
  const ends = new Map<string, Map<ContentHash, Lineage>>();
  const find = (path: string, hash: ContentHash): Lineage | null =>
    byFile.get(`${hash} ${path}`) ?? byContent.get(hash) ?? null;
  const keep = (path: string, keys: readonly (string | undefined)[], lineage: Lineage): void => {
    for (const key of keys) {
      if (key === undefined) continue;
      byFile.set(`${key} ${path}`, lineage);
      byContent.set(key, lineage);
    }
  };
  for (const call of sameTrace(steps)) {
    const before = new Map(call.map((step) => [step.from ?? step.path, lineageBefore(step, find)]));
    for (const step of call) {
      const old = before.get(step.from ?? step.path);
      if (step.before !== null && old !== undefined && old !== null)
        keep(step.from ?? step.path, [step.before, step.blobBefore], old);
      if (step.before !== null) ends.get(step.from ?? step.path)?.delete(step.before);
      const lineage = lineageAfter(step, before.get(step.from ?? step.path) ?? null, (path, version) =>
        version === undefined ? (before.get(path) ?? null) : find(path, version),
      );
      if (step.after === null || lineage === null) continue;
      keep(step.path, [step.after, step.blob], lineage);
      const here = ends.get(step.path) ?? new Map<ContentHash, Lineage>();
      here.delete(step.after);
      ends.set(step.path, here.set(step.after, lineage));
    }
  }
  return {
    find,
    findBlob: find,
    paths: () => [...ends.keys()],
    ends: (path) => [...(ends.get(path) ?? [])].reverse().map(([version, lineage]) => ({ version, lineage })),
  };
}

/** Files of one call go together: lines may have moved between them. */
function* sameTrace(steps: Iterable<FileStep>): Generator<FileStep[]> {
  let call: FileStep[] = [];
  for (const step of steps) {
    if (call.length > 0 && call[0]?.trace !== step.trace) {
      yield call;
      call = [];
    }
    call.push(step);
  }
  if (call.length > 0) yield call;
}

/** `null` for a version that nobody has told anything about. */
function lineageBefore(step: FileStep, find: Versions["find"]): Lineage | null {
  if (step.before === null) return untouched(0);
  const path = step.from ?? step.path;
  const known = find(path, step.before);
  if (known !== null) return known;
  const last = step.since === undefined ? null : find(path, step.since.version);
  if (step.since === undefined || last === null) return null;
  const origin = step.since.unknown === true ? unknown : person;
  return follow(last, step.since, { origin, prints: step.since.prints });
}

function lineageAfter(
  step: FileStep,
  before: Lineage | null,
  elsewhere: (path: string, version: ContentHash | undefined) => Lineage | null,
): Lineage | null {
  if (step.change === undefined) return null;
  return follow(before, step.change, { origin: step.trace, prints: step.prints }, elsewhere);
}
