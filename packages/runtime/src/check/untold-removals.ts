import type { TraceRecord } from "@writ/contracts";
import { type FileStep, isImported, lineKey, splitLines, stepsIn } from "@writ/engine";
import type { CheckedFile } from "@writ/engine/check";
import { largest } from "./added-by.ts";
import type { Changed } from "./files-left-by.ts";
import { type Git, readObjects } from "./git.ts";
import { namesOf } from "./read-files.ts";
import { takenOut } from "./taken-out.ts";

/** How often lines stand somewhere, by their keys. */
type Counts = ReadonlyMap<string, number>;

/** Tells how many lines a commit took out of a file for good without a record that took them out. */
export type UntoldIn = (path: string, changed: Changed) => Promise<number>;

/**
 * A line that is gone is nobody's, so a record that only wrote something says nothing of it. What the base has not, or the
 * head still has, is not gone by the change.
 */
export function untoldRemovals(git: Git, files: readonly CheckedFile[], traces: readonly TraceRecord[]): UntoldIn {
  const steps = traces.filter((trace) => !isImported(trace)).flatMap(stepsIn);
  return async (path, { blob, before }) => {
    const called = files.filter((file) => namesOf(file).includes(path));
    const names = new Set([path, ...called.flatMap(namesOf)]);
    const own = steps.filter((step) => names.has(step.path));
    // Where nothing is on record there is nothing to tell apart.
    if (own.length === 0 && !called.some(isHeld)) return 0;
    const ends = called.flatMap((file) => [file.blob, file.blobBefore]);
    const ids = [blob, ...before, ...ends, ...own.map(({ blobBefore }) => blobBefore)];
    const objects = await readObjects(
      git,
      ids.filter((id) => typeof id === "string"),
    );
    const textOf = (id: string | null | undefined) => linesIn(objects.get(id ?? ""));
    const countsOf = (id: string | null): Counts => countedIn(textOf(id) ?? []);
    const [left, had] = [countsOf(blob), before.map(countsOf)];
    const [now, then] = [called.map((file) => countsOf(file.blob)), called.map((file) => countsOf(file.blobBefore))];
    const told = takenBy(own, textOf);
    let untold = 0;
    for (const [key, count] of had[0] ?? []) {
      // What one of the commits that a merge brings together had taken out, the merge did not.
      const here = Math.min(count, ...had.map((counts) => timesIn(counts, key))) - timesIn(left, key);
      const inAll = sum(then.map((counts) => timesIn(counts, key))) - sum(now.map((counts) => timesIn(counts, key)));
      untold += Math.max(0, Math.min(here, inAll) - timesIn(told, key));
    }
    return untold;
  };
}

/** Whether something in it is on record, be it under the name of another file. */
const isHeld = ({ spans, heldBy = [] }: CheckedFile): boolean =>
  heldBy.length > 0 || spans.some(({ trace }) => trace !== null);

function takenBy(steps: readonly FileStep[], textOf: (id: string) => string[] | null): Counts {
  const told = new Map<string, number>();
  for (const { all } of takenOut(steps, textOf))
    for (const [key, count] of countedIn(all ?? [])) told.set(key, timesIn(told, key) + count);
  return told;
}

function linesIn(bytes: Buffer | undefined): string[] | null {
  return bytes === undefined || bytes.byteLength > largest ? null : splitLines(bytes.toString("utf8"));
}

/** Empty lines say nothing. */
function countedIn(lines: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const { key, size } of lines.map(lineKey)) if (size > 0) counts.set(key, timesIn(counts, key) + 1);
  return counts;
}

const timesIn = (counts: Counts, key: string): number => counts.get(key) ?? 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
