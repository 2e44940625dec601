import type { ContentHash, LineChange, LineShape, TraceFileMeta, TraceRecord } from "@writ/contracts";
import { parseShape } from "./shape.ts";

/** What one trace says of one file. Lines are counted from 0. */
export interface FileStep {
  /** Its place in the order of all steps that are known. */
  order: number;
  trace: TraceRecord;
  path: string;
  /** The file's name before. */
  from: string;
  before: ContentHash | null;
  after: ContentHash | null;
  blob: string | undefined;
  blobBefore: string | undefined;
  /** How the lines of `after` follow from `before`; none where they were not followed. */
  change: Change | null;
  /** How the lines of `before` follow from what was last known of the file. */
  since: (Change & { version: ContentHash; isUnknown: boolean }) | null;
  /** Lines of `before` that an earlier call had put into another file. */
  given: Given[];
  /** Versions that git brought lines from, of which nobody can say who made them. */
  unsure: ReadonlySet<string>;
  /** Git may have brought any of the lines that are new. */
  isUntold: boolean;
  /** Somebody else wrote to the file during the call. */
  isRaced: boolean;
  /** It only tells what it met: what is asked about was there before it. */
  isLater?: true;
}

/**
 * What a step tells of a text that was there before it: what it met, and where lines went, as what was copied first and
 * taken out later was moved; but it made no line of it.
 */
export const asLater = (step: FileStep): FileStep => ({
  ...step,
  after: null,
  blob: undefined,
  change: step.change === null ? null : { ...step.change, shapes: new Map() },
  isLater: true,
});

/** How lines follow from others, and how those look that are told of. */
export interface Change {
  length: number;
  kept: Run[];
  shapes: ReadonlyMap<number, LineShape>;
}

/** Lines `start..start+count` stood at `stood`, perhaps in another file. */
export interface Run {
  start: number;
  count: number;
  stood: number;
  path: string | undefined;
  version: ContentHash | undefined;
}

/** Lines from `stood` on are those from `start` on in a version of another file. */
export interface Given {
  stood: number;
  count: number;
  path: string;
  version: ContentHash;
  start: number;
}

/** Whether only somebody else says so: Writ did not see it. */
export const isImported = ({ metadata }: TraceRecord): boolean => metadata?.imported !== undefined;

/** A file of more lines has no lines that are followed. */
const mostLines = 100_000;

/**
 * Whether lines are followed: not of a file that has too many, nor of one whose lines end in carriage returns alone,
 * which would be a single one.
 */
export function isFollowed(lines: readonly string[]): boolean {
  const [first = ""] = lines;
  return lines.length <= mostLines && !(lines.length === 1 && first.includes("\r") && !first.endsWith("\n"));
}

/** What a trace says of its files. Ledgers come with repositories, so nothing in them is taken on trust. */
export function stepsIn(trace: TraceRecord): FileStep[] {
  return Object.entries(trace.metadata?.files ?? {}).map(([path, meta]) => ({
    order: 0,
    trace,
    path,
    from: text(meta.from) ?? path,
    before: text(meta.before) ?? null,
    after: text(meta.after) ?? null,
    blob: text(meta.blob),
    blobBefore: text(meta.blob_before),
    change: changeOf(meta.change, () => shapesAdded(trace, path, meta)),
    since: sinceOf(meta.since),
    given: givenIn(meta.given),
    unsure: new Set(Array.isArray(meta.unsure) ? meta.unsure : []),
    isUntold: meta.unsure === true,
    isRaced: Array.isArray(trace.metadata.raced) && trace.metadata.raced.includes(path),
  }));
}

function sinceOf(since: TraceFileMeta["since"]): FileStep["since"] {
  const version = text(since?.version);
  if (since === undefined || since === null || version === undefined) return null;
  const change = changeOf(since, () => shapesTold(since.lines));
  return change === null ? null : { ...change, version, isUnknown: since.unknown === true };
}

function givenIn(given: TraceFileMeta["given"]): Given[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((run) => {
    if (!Array.isArray(run)) return [];
    const [stood, count, path, version, start] = run;
    const isRight = [stood, count, start].every(isCount) && stood > 0 && start > 0 && count <= mostLines;
    return isRight && typeof path === "string" && typeof version === "string"
      ? [{ stood: stood - 1, count, path, version, start: start - 1 }]
      : [];
  });
}

function changeOf(change: LineChange | undefined | null, shapes: () => Change["shapes"]): Change | null {
  if (
    change === undefined ||
    change === null ||
    !isCount(change.length) ||
    change.length > mostLines ||
    !Array.isArray(change.kept)
  )
    return null;
  const kept: Run[] = [];
  let next = 0;
  for (const run of change.kept) {
    if (!Array.isArray(run)) return null;
    const [start, count, stood, path, version] = run;
    if (![start, count, stood].every(isCount) || start - 1 < next || stood < 1 || start - 1 + count > change.length)
      return null;
    kept.push({ start: start - 1, count, stood: stood - 1, path: text(path), version: text(version) });
    next = start - 1 + count;
  }
  return { length: change.length, kept, shapes: shapes() };
}

/** The lines a record has fingerprints of, range after range, in their order. */
function shapesAdded(trace: TraceRecord, path: string, { sums }: TraceFileMeta): Map<number, LineShape> {
  const prints: unknown = trace.metadata.lines?.[path];
  const ranges = trace.files.find((file) => file.relative_path === path)?.conversations[0]?.ranges ?? [];
  const shapes = new Map<number, LineShape>();
  if (!Array.isArray(prints)) return shapes;
  const known = Array.isArray(sums) ? sums : [];
  let [nth, next] = [0, 1];
  for (const { start_line, end_line } of ranges) {
    if (!isCount(start_line) || start_line < next || end_line > mostLines) break;
    for (next = start_line; next <= end_line && nth < prints.length; next += 1, nth += 1)
      shapes.set(next - 1, parseShape(text(prints[nth]) ?? "", text(known[nth])));
  }
  return shapes;
}

function shapesTold(lines: readonly [number, string, string][] | undefined): Map<number, LineShape> {
  const shapes = new Map<number, LineShape>();
  if (!Array.isArray(lines)) return shapes;
  for (const told of lines)
    if (Array.isArray(told) && isCount(told[0]))
      shapes.set(told[0] - 1, parseShape(text(told[1]) ?? "", text(told[2])));
  return shapes;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
