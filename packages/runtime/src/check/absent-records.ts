import { isUtf8 } from "node:buffer";
import type { ChangedLines, DecisionRecord, TraceRecord } from "@writ/contracts";
import { type FileStep, freshIn, isAmong, isImported, splitLines, stepsIn, toChanged } from "@writ/engine";
import { type CheckedFile, isCalled, touched } from "@writ/engine/check";
import { largest } from "./added-by.ts";
import { type Git, readObjects } from "./git.ts";
import { takenOut } from "./taken-out.ts";

/** Records, and the files of the change that they may be about. */
interface Looked {
  files: readonly CheckedFile[];
  decisions: readonly DecisionRecord[];
  traces: readonly TraceRecord[];
}

/** A record, one file that it names, and which lines it told of there. `null` where lines do not tell. */
interface Claim {
  id: string;
  file: CheckedFile;
  told(textOf: TextOf): ChangedLines | null;
}

type TextOf = (blob: string | null | undefined) => string | null;

/**
 * Records of what was taken back, or is on another branch, come along with a commit that changes other lines of the same
 * files. By their ids, the files of which it is certain that the change has none of their lines.
 */
export async function absentRecords(git: Git, looked: Looked): Promise<Map<string, Set<string>>> {
  const claims = [...strayClaims(looked), ...traceClaims(looked)].filter(({ file }) => isPlain(file));
  const absent = new Map<string, Set<string>>();
  if (claims.length === 0) return absent;
  const steps = looked.traces.flatMap(stepsIn);
  const ids = claims.flatMap(({ file }) => [file.blob, file.blobBefore]);
  const named = new Set(claims.flatMap(({ file: { path, from, formerly = [] } }) => [path, from ?? path, ...formerly]));
  for (const { path, blobBefore } of steps) if (named.has(path)) ids.push(blobBefore ?? null);
  const objects = await readObjects(
    git,
    ids.filter((id) => typeof id === "string" && /^[0-9a-f]{40,64}$/.test(id)).map(String),
  );
  const textOf: TextOf = (blob) => textIn(objects.get(blob ?? ""));
  for (const { id, file, told } of claims) {
    const [before, now] = [file, file].map(({ blob, blobBefore }, at) => (at === 0 ? blobBefore : blob));
    const [was, is] = [before, now].map((blob) => (blob === null ? "" : textOf(blob)));
    if (typeof was !== "string" || typeof is !== "string") continue;
    const lines = told(textOf);
    if (lines === null || isAmong(lines, was, is)) continue;
    absent.set(id, (absent.get(id) ?? new Set()).add(file.path));
  }
  return absent;
}

/** A file of which git tells what it held before and holds now. */
const isPlain = ({ isFile, op }: CheckedFile): boolean => isFile || op === "delete";

function textIn(bytes: Buffer | undefined): string | null {
  const isText = bytes !== undefined && bytes.byteLength <= largest && !bytes.includes(0) && isUtf8(bytes);
  return isText ? bytes.toString("utf8") : null;
}

function strayClaims({ files, decisions }: Looked): Claim[] {
  const told = decisions.filter(
    ({ decision, code, lines }) =>
      lines !== undefined && (decision === "strayed" || (decision === "unmatched" && code !== undefined)),
  );
  return told.flatMap((record) =>
    files.flatMap((file): Claim[] => {
      const names = (record.paths ?? []).filter((name) => isCalled(file, name) || file.from === name);
      if (names.length === 0 || names.some((name) => isHeld(file, record, name))) return [];
      const lines = names.map((name) => record.lines?.[name]);
      return [{ id: record.id, file, told: () => (lines.every((one) => one !== undefined) ? together(lines) : null) }];
    }),
  );
}

/** What holds what a record says byte for byte has it, also where that is less than a line. */
const isHeld = ({ op, hash }: CheckedFile, { contents = {} }: DecisionRecord, name: string): boolean =>
  op === "delete" ? contents[name] === undefined : hash !== null && contents[name] === hash;

const together = (lines: readonly ChangedLines[]): ChangedLines => ({
  added: lines
    .map(({ added }) => added)
    .filter(Boolean)
    .join(" "),
  removed: lines
    .map(({ removed }) => removed)
    .filter(Boolean)
    .join(" "),
});

function traceClaims({ files, traces }: Looked): Claim[] {
  const filesOf = touched(files);
  const steps = traces.flatMap(stepsIn);
  return traces.filter(isTelling).flatMap((trace) =>
    filesOf(trace).flatMap((file): Claim[] => {
      const names = new Set([file.path, file.from ?? file.path, ...(file.formerly ?? [])]);
      const own = steps.filter(({ path }) => names.has(path));
      const mine = own.filter((step) => step.trace === trace);
      const isSeen = mine.length > 0 && mine.every(({ change, isUntold }) => change !== null && !isUntold);
      const has = (file.heldBy ?? []).includes(trace.id) || file.spans.some((span) => span.trace === trace.id);
      const isLeft = mine.some(({ blob }) => blob !== undefined && blob === file.blob);
      if (!isSeen || has || isLeft) return [];
      return [{ id: trace.id, file, told: (textOf) => linesOf(mine, own, textOf) }];
    }),
  );
}

/** Whether its lines tell all that a trace did. */
const isTelling = (trace: TraceRecord): boolean =>
  !isImported(trace) &&
  trace.metadata.erased !== true &&
  trace.metadata.lines_dropped !== true &&
  Object.values(trace.metadata.files).every(({ binary, coarse, op }) => !binary && !coarse && op !== "delete");

/** The lines that steps wrote and took out, where both are known. */
function linesOf(mine: readonly FileStep[], own: readonly FileStep[], textOf: TextOf): ChangedLines | null {
  const linesIn = (blob: string) => {
    const text = textOf(blob);
    return text === null ? null : splitLines(text);
  };
  const taken = takenOut(own, linesIn).filter(({ step }) => mine.includes(step));
  if (taken.some(({ step, keys }) => keys === null && (step.trace.metadata.files[step.path]?.removed ?? 0) > 0))
    return null;
  const shapes = mine.flatMap((step) => freshIn(step).map(({ shape }) => shape));
  const removed = taken.flatMap(({ keys }) => (keys ?? []).map(shapeIn));
  return toChanged(shapes, removed);
}

function shapeIn(key: string): { size: number; sum: number } {
  const [size = 0, sum = 0] = key.split(".").map(Number);
  return { size, sum };
}
