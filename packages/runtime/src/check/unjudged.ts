import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LedgerIndex, leastLineSize, type TraceRecord } from "@writ/contracts";
import { lineKey, splitLines } from "@writ/engine";
import type { CheckedFile } from "@writ/engine/check";
import { type Git, readObjects } from "./git.ts";
import { shownIn } from "./shown.ts";
import { soundTrace } from "./sound.ts";

/** What old records are compared with. */
export interface Looked {
  /** Where the change left. */
  parted: string;
  files: readonly CheckedFile[];
  /** Whether a trace is the change's own. */
  isFresh(id: string): boolean;
}

/** What a trace left in the change: lines by their keys, or a whole content. */
interface Left {
  trace: TraceRecord;
  lines: Map<string, string>;
  blobs: Set<string>;
  paths: Set<string>;
}

/**
 * Traces whose records the base has, and that tell of something it never showed: records may go in before what they tell
 * of, or what they tell of may have been taken out before anybody looked. It is judged now that it comes.
 */
export async function unjudgedTraces(git: Git, index: LedgerIndex, looked: Looked): Promise<TraceRecord[]> {
  const left = await leftByOld(git, index, looked);
  if (left.length === 0) return [];
  const shown = await shownIn(git, looked.parted, new Set(left.flatMap(({ paths }) => [...paths])));
  const open = left.flatMap((one) => {
    const seen = [...one.paths].map((path) => shown(path).had);
    const isNew = (key: string) => !seen.some((keys) => keys.has(key));
    const lines = new Map([...one.lines].filter(([key]) => isNew(key)));
    const hasNewBlob = [...one.blobs].some(isNew);
    return lines.size > 0 || hasNewBlob ? [{ ...one, lines, hasNewBlob }] : [];
  });
  // Somebody may have moved lines to a file that no record names before they were committed.
  const elsewhere = await keysIn(git, looked.parted, new Map(open.flatMap(({ lines }) => [...lines])));
  return open
    .filter(({ lines, hasNewBlob }) => hasNewBlob || [...lines.keys()].some((key) => !elsewhere.has(key)))
    .map(({ trace }) => trace);
}

async function leftByOld(git: Git, index: LedgerIndex, { files, isFresh }: Looked): Promise<Left[]> {
  const found = new Map<string, Left>();
  const leftBy = (trace: TraceRecord, { path, from }: CheckedFile): Left => {
    const named = Object.entries(trace.metadata.files).flatMap(([name, meta]) => [name, meta.from ?? name]);
    const known = found.get(trace.id) ?? { trace, lines: new Map(), blobs: new Set(), paths: new Set(named) };
    for (const name of [path, from ?? path]) known.paths.add(name);
    found.set(trace.id, known);
    return known;
  };
  const known = new Map<string, TraceRecord | null>();
  const traceOf = async (id: string): Promise<TraceRecord | null> => {
    if (!known.has(id)) known.set(id, await index.trace(id));
    return known.get(id) ?? null;
  };
  const isOld = (id: string | null): id is string => id !== null && !isFresh(id);
  const told = files.filter(({ spans }) => spans.some(({ author, trace }) => author === "ai" && isOld(trace)));
  const objects = await readObjects(
    git,
    told.flatMap(({ blob }) => blob ?? []),
  );
  for (const file of told) {
    const lines = splitLines(objects.get(file.blob ?? "")?.toString("utf8") ?? "");
    for (const { author, trace: id, span } of file.spans) {
      const trace = author === "ai" && isOld(id) ? await traceOf(id) : null;
      if (trace === null) continue;
      const { lines: own } = leftBy(soundTrace(trace), file);
      for (const [key, line] of telling(lines.slice(span[0] - 1, span[1]))) own.set(key, line);
    }
  }
  // What has no lines is known as a whole.
  const whole = files.filter(
    ({ isFile, spans, blob, blobBefore }) => isFile && spans.length === 0 && blob !== blobBefore,
  );
  for (const file of whole)
    for (const trace of (await index.traces({ files: [file.path] })).filter(({ id }) => isOld(id)).map(soundTrace)) {
      const { blob } = trace.metadata.files[file.path] ?? {};
      if (blob !== undefined && blob === file.blob) leftBy(trace, file).blobs.add(blob);
    }
  return [...found.values()];
}

/** Lines by their keys: those that do not stand everywhere, if there are any. */
function telling(lines: readonly string[]): Map<string, string> {
  const all = lines.map((line) => ({ ...lineKey(line), line }));
  const some = all.filter(({ size }) => size >= leastLineSize);
  return new Map((some.length > 0 ? some : all).map(({ key, line }) => [key, line]));
}

/** More than this git would look for too long. */
const mostLines = 200;

/** Those of the lines that some file of a commit has. */
async function keysIn(git: Git, revision: string, lines: ReadonlyMap<string, string>): Promise<Set<string>> {
  const texts = [...lines.values()].map((line) => line.trim()).filter((line) => line !== "");
  if (texts.length === 0) return new Set();
  const folder = await mkdtemp(join(tmpdir(), "writ-check-"));
  try {
    const list = join(folder, "lines");
    await writeFile(list, `${texts.slice(0, mostLines).join("\n")}\n`);
    const out = await git.ask(["grep", "-h", "-a", "-F", "-f", list, revision]);
    return new Set(splitLines(out?.toString("utf8") ?? "").map((line) => lineKey(line).key));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
