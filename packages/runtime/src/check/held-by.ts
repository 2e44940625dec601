import { type AddedLine, type LedgerIndex, leastLineSize, type TraceFileMeta } from "@writ/contracts";
import { lineKey, splitLines } from "@writ/engine";
import type { CheckedFile } from "@writ/engine/check";
import { sha256 } from "../hash.ts";
import { type Git, readObjects } from "./git.ts";
import { type PastOf, versionsIn } from "./past-in-range.ts";

/** So many lines of a trace are no chance; fewer count where they are half of what is new. */
const enough = 3;
/** What is larger is known as a whole or not at all. */
const largest = 8 * 1024 * 1024;

/** How many files are read together. */
const atATime = 50;

/**
 * Notes of files whose lines nobody tells of which traces left them so, or wrote lines of theirs: that a file is called
 * binary does not make it a person's, whatever its name is now.
 */
export async function noteHolders(
  git: Git,
  index: LedgerIndex,
  files: readonly CheckedFile[],
  pastOf: PastOf,
): Promise<void> {
  const changed = files.filter(({ blob, blobBefore }) => blob !== null && blob !== blobBefore);
  for (let at = 0; at < changed.length; at += atATime) {
    const some = changed.slice(at, at + atATime);
    const ids = some.flatMap(({ blob, blobBefore }) => [blob, blobBefore].filter((id) => id !== null));
    const objects = await readObjects(git, ids);
    // Whoever changes a byte of it later has not made the rest.
    const past = await versionsIn(
      git,
      some.map(({ path }) => pastOf(path)),
    );
    for (const [nth, file] of some.entries()) file.heldBy = await heldBy(index, file, objects, past[nth] ?? []);
  }
}

async function heldBy(
  index: LedgerIndex,
  { blob, blobBefore }: CheckedFile,
  objects: ReadonlyMap<string, Buffer>,
  past: readonly string[],
): Promise<string[]> {
  const bytes = objects.get(blob ?? "");
  if (blob === null || bytes === undefined) return [];
  const left = await tracesThatLeft(index, [...new Set([blob, sha256(bytes), ...past])]);
  const before = new Set(keysIn(objects.get(blobBefore ?? "")));
  const keys = keysIn(bytes).filter((key) => !before.has(key));
  const added = keys.length === 0 ? [] : await index.addedLines(keys);
  return [...new Set([...left, ...writersOf(added, keys.length)])];
}

async function tracesThatLeft(index: LedgerIndex, versions: readonly string[]): Promise<string[]> {
  const names = (await Promise.all(versions.map((version) => index.filesWith(version)))).flat();
  if (names.length === 0) return [];
  const isOne = ({ blob, after }: TraceFileMeta) => [blob, after].some((id) => id != null && versions.includes(id));
  const traces = await index.traces({ files: [...new Set(names)] });
  return traces.filter(({ metadata }) => Object.values(metadata?.files ?? {}).some(isOne)).map(({ id }) => id);
}

function writersOf(added: readonly AddedLine[], all: number): string[] {
  const byTrace = new Map<string, Set<string>>();
  for (const { trace, key } of added) byTrace.set(trace, (byTrace.get(trace) ?? new Set()).add(key));
  const isOne = ({ size }: ReadonlySet<string>) => size >= enough || size * 2 >= all;
  return [...byTrace].filter(([, keys]) => isOne(keys)).map(([trace]) => trace);
}

function keysIn(bytes: Buffer | undefined): string[] {
  if (bytes === undefined || bytes.byteLength > largest) return [];
  const keyed = splitLines(bytes.toString("utf8")).map(lineKey);
  return [...new Set(keyed.flatMap(({ key, size }) => (size >= leastLineSize ? [key] : [])))];
}
