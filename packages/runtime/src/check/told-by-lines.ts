import { isUtf8 } from "node:buffer";
import { type LedgerIndex, type LineSpan, leastLineSize } from "@writ/contracts";
import { isFollowed, lineKey, splitLines } from "@writ/engine";
import type { CheckedFile } from "@writ/engine/check";
import { type Git, readObjects } from "./git.ts";
import { noPast, type Past, type PastOf, versionsIn } from "./past-in-range.ts";

/** How many files are read together. */
const atATime = 200;

/**
 * Of files that no record names, those that may hold an agent's lines all the same: a record tells of their content, or
 * of one of their new lines. Whoever moves a file, or lines into another, does not make them a person's.
 */
export async function toldByLines(
  git: Git,
  index: LedgerIndex,
  files: readonly CheckedFile[],
  added: ReadonlyMap<string, LineSpan[]>,
  pastOf: PastOf = noPast,
): Promise<CheckedFile[]> {
  const told: CheckedFile[] = [];
  for (let at = 0; at < files.length; at += atATime) {
    const some = files.slice(at, at + atATime);
    const objects = await readObjects(
      git,
      some.flatMap(({ blob }) => blob ?? []),
    );
    const keys = new Map(some.map((file) => [file, keysIn(objects.get(file.blob ?? ""), added.get(file.path) ?? [])]));
    const all = new Set([...keys.values()].flat());
    const known = new Set(all.size === 0 ? [] : (await index.addedLines([...all])).map(({ key }) => key));
    for (const [file, own] of keys) {
      const isTold = own.some((key) => known.has(key)) || (await isKnownVersion(index, file));
      const isRead = () => isText(objects.get(file.blob ?? ""));
      if (isTold || (!isRead() && (await hadKnownVersion(git, index, pastOf(file.path))))) told.push(file);
    }
  }
  return told;
}

const isKnownVersion = async (index: LedgerIndex, { blob }: CheckedFile): Promise<boolean> =>
  blob !== null && (await index.filesWith(blob)).length > 0;

/** Whether lines are known again in it. */
function isText(bytes: Buffer | undefined): boolean {
  return bytes !== undefined && isUtf8(bytes) && isFollowed(splitLines(bytes.toString("utf8")));
}

async function hadKnownVersion(git: Git, index: LedgerIndex, past: Past): Promise<boolean> {
  const [versions = []] = await versionsIn(git, [past]);
  for (const version of versions) if ((await index.filesWith(version)).length > 0) return true;
  return false;
}

function keysIn(bytes: Buffer | undefined, spans: readonly LineSpan[]): string[] {
  if (bytes === undefined || spans.length === 0) return [];
  const lines = splitLines(bytes.toString("utf8"));
  return spans
    .flatMap(([start, end]) => lines.slice(start - 1, end))
    .map(lineKey)
    .flatMap(({ key, size }) => (size >= leastLineSize ? [key] : []));
}
