import { leastLineSize } from "@writ/contracts";
import { type FileStep, lineKey } from "@writ/engine";

/** What a step took out of a file. */
export interface TakenOut {
  step: FileStep;
  /** The keys of lines that nowhere stood in it any more; `null` where nobody can tell. */
  keys: string[] | null;
  /** Each line of others that did not stay where it was; `null` where nobody can tell. */
  all: string[] | null;
}

/** Lines of a file; none where one of the steps made it. */
type Lines = readonly (string | undefined)[];

/**
 * What steps took out of one file of what others had made, oldest step first. Git has no versions between two commits,
 * so lines are followed through them.
 */
export function takenOut(steps: readonly FileStep[], textOf: (blob: string) => readonly string[] | null): TakenOut[] {
  let last: { after: string | null; lines: Lines } | null = null;
  return steps.map((step) => {
    const there: Lines | null = step.before === null ? [] : textOf(step.blobBefore ?? "");
    const before: Lines | null = last === null ? there : (found(step, last, there) ?? there);
    if (before === null || step.change === null) {
      last = null;
      return { step, keys: null, all: step.after === null && before !== null ? before.filter(isLine) : null };
    }
    const { lines, isCarried } = carried(step.change, before);
    last = { after: step.after, lines };
    return { step, keys: gone(before, lines), all: before.filter((_, at) => !isCarried(at)).filter(isLine) };
  });
}

/** What a step found, if it began where the one before ended, or it is known what came between. */
function found(step: FileStep, last: { after: string | null; lines: Lines }, there: Lines | null): Lines | null {
  if (step.before === last.after) return last.lines;
  if (step.since === null || step.since.version !== last.after) return null;
  const { lines, isKept } = carried(step.since, last.lines);
  return lines.map((line, at) => (isKept(at) ? line : there?.[at]));
}

/** The lines of now that stood there before. */
function carried({ length, kept }: NonNullable<FileStep["change"]>, before: Lines) {
  const lines = new Array<string | undefined>(length).fill(undefined);
  const [places, stayed] = [new Set<number>(), new Set<number>()];
  for (const { start, count, stood, path, version } of kept) {
    if (path !== undefined || version !== undefined) continue;
    for (let nth = 0; nth < count; nth += 1) {
      lines[start + nth] = before[stood + nth];
      places.add(start + nth);
      stayed.add(stood + nth);
    }
  }
  return { lines, isKept: (at: number) => places.has(at), isCarried: (at: number) => stayed.has(at) };
}

const isLine = (line: string | undefined): line is string => line !== undefined;

/** The keys of lines that are nowhere any more: of those that do not stand everywhere, if there are any. */
function gone(before: Lines, now: Lines): string[] {
  const left = new Set(keyed(now).map(({ key }) => key));
  const all = keyed(before).filter(({ key, size }) => size > 0 && !left.has(key));
  const some = all.filter(({ size }) => size >= leastLineSize);
  return [...new Set((some.length > 0 ? some : all).map(({ key }) => key))];
}

const keyed = (lines: Lines) => lines.flatMap((line) => (line === undefined ? [] : [lineKey(line)]));
