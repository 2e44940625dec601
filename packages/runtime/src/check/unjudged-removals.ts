import type { LedgerIndex, TraceRecord } from "@writ/contracts";
import { commitsOf, type FileStep, inOrder, lineKey, splitLines, stepsIn } from "@writ/engine";
import type { CheckedFile } from "@writ/engine/check";
import type { CommitRanks } from "../lineage/commit-ranks.ts";
import { comesAfter } from "../lineage/moments.ts";
import { type Git, readObjects } from "./git.ts";
import { type Shown, shownIn } from "./shown.ts";
import { soundTrace } from "./sound.ts";
import { takenOut } from "./taken-out.ts";
import type { Looked } from "./unjudged.ts";

/** What an old trace took out of a file, and the change takes out now. */
interface Removal {
  name: string;
  trace: TraceRecord;
  /** Whether the base was once without it. */
  isJudged(shown: Shown): boolean;
}

/** A file of the change, and what the base has on record of it. */
interface Known {
  file: CheckedFile;
  name: string;
  steps: FileStep[];
}

/** How many files are looked at together. */
const atATime = 50;

/**
 * Traces whose records the base has, and that tell of something taken out which it was never without: it is judged now
 * that it goes.
 */
export async function unjudgedRemovals(
  git: Git,
  index: LedgerIndex,
  looked: Looked,
  ranks: CommitRanks,
): Promise<TraceRecord[]> {
  const traced = new Set(await index.files());
  const changed = looked.files.flatMap((file) => {
    const name = file.from ?? file.path;
    return file.blobBefore === null || file.blob === file.blobBefore || !traced.has(name) ? [] : [{ file, name }];
  });
  const removals: Removal[] = [];
  for (let at = 0; at < changed.length; at += atATime) {
    const some = changed.slice(at, at + atATime);
    const traces = await index.traces({ files: some.map(({ name }) => name) });
    const settled = traces.filter(({ id }) => !looked.isFresh(id)).map(soundTrace);
    await ranks.load(settled.flatMap(commitsOf));
    const old = inOrder(settled, ranks.rankOf).flatMap(stepsIn);
    const known = some.map(({ file, name }) => ({
      ...{ file, name },
      steps: old.filter(({ path, from }) => path === name || from === name),
    }));
    for (const one of known) removals.push(...(await removedFile(index, one, ranks)));
    removals.push(...(await removedLines(git, known)));
  }
  if (removals.length === 0) return [];
  const shown = await shownIn(git, looked.parted, new Set(removals.map(({ name }) => name)));
  return removals.filter(({ name, isJudged }) => !isJudged(shown(name))).map(({ trace }) => trace);
}

/** The last that is on record of a file: that it was deleted, or moved away, as the base has it now. */
async function removedFile(index: LedgerIndex, { file, name, steps }: Known, ranks: CommitRanks): Promise<Removal[]> {
  const { op, from, blobBefore } = file;
  const step = steps.at(-1);
  if (step === undefined || blobBefore === null || (op !== "delete" && from === undefined)) return [];
  const isGone = step.after === null || step.path !== name;
  const isOther = step.blobBefore !== undefined && step.blobBefore !== blobBefore;
  if (!isGone || isOther) return [];
  const { trace } = step;
  const undone = await index.decisions({ path: name, kinds: ["undone"] });
  return undone.some((one) => comesAfter(one, trace, ranks))
    ? []
    : [{ name, trace, isJudged: ({ lost }) => lost.has(blobBefore) }];
}

async function removedLines(git: Git, known: readonly Known[]): Promise<Removal[]> {
  const some = known.filter(({ file, steps }) => file.op !== "delete" && steps.some(hasRemoved));
  const ids = some.flatMap(({ file, steps }) => [file.blob, file.blobBefore, ...steps.map((step) => step.blobBefore)]);
  const objects = await readObjects(
    git,
    ids.filter((id) => typeof id === "string"),
  );
  const textOf = (id: string | null | undefined): string[] | null => {
    const bytes = objects.get(id ?? "");
    return bytes === undefined ? null : splitLines(bytes.toString("utf8"));
  };
  return some.flatMap(({ file, name, steps }) => {
    const [before, now] = [keysIn(textOf(file.blobBefore)), keysIn(textOf(file.blob))];
    const own = steps.filter(({ path }) => path === name);
    return own.filter(hasRemoved).flatMap((step): Removal[] => {
      const { trace, blob } = step;
      if (blob !== undefined && blob === file.blob) return [{ name, trace, isJudged: ({ had }) => had.has(blob) }];
      const going = (takenBy(step, own, textOf) ?? []).filter((key) => before.has(key) && !now.has(key));
      if (going.length === 0) return [];
      return [{ name, trace, isJudged: ({ lost }) => going.every((key) => lost.has(key)) }];
    });
  });
}

const hasRemoved = ({ trace, path }: FileStep): boolean => (trace.metadata.files[path]?.removed ?? 0) > 0;

/** What one step took out, told through those before it where git does not have what it found. */
function takenBy(
  step: FileStep,
  steps: readonly FileStep[],
  textOf: (id: string | undefined) => string[] | null,
): string[] | null {
  const until = steps.indexOf(step);
  let from = until;
  while (from > 0 && textOf(steps[from]?.blobBefore) === null) from -= 1;
  return takenOut(steps.slice(from, until + 1), textOf).at(-1)?.keys ?? null;
}

const keysIn = (lines: readonly string[] | null): Set<string> =>
  new Set((lines ?? []).map((line) => lineKey(line).key));
