import { isUtf8 } from "node:buffer";
import type { ChangedLines, DecisionRecord, SnapshotStore, TreeChange } from "@writ/contracts";
import { changedLines, countChanged } from "@writ/engine";
import type { Stored } from "../look/blobs.ts";
import { bytesAt, largestCopied } from "../look/copies.ts";
import { bytesBefore } from "./claims.ts";

/** So many lines are in one record. Of a file with more, only its content is recorded. */
const mostLines = 400;

/** The lines that came and went with each change, so that a later check knows whether a branch has any of them. */
export async function strayLines(
  root: string,
  changes: readonly TreeChange[],
  stored: ReadonlyMap<string, Stored>,
  store: SnapshotStore,
): Promise<Pick<DecisionRecord, "lines">> {
  const texts: [path: string, before: string | null, after: string | null][] = [];
  for (const change of changes) {
    const { path, from, before, after } = change;
    if ([before, after].some((state) => state !== null && (state.kind !== "file" || state.size > largestCopied)))
      continue;
    const was = before === null ? "" : textIn(await bytesBefore(change, stored, store));
    const is = after === null ? "" : textIn(bytesAt(root, path, after));
    if (from !== undefined) texts.push([from, was, ""]);
    texts.push([path, from === undefined ? was : "", is]);
  }
  return linesBetween(texts);
}

/** The same for texts; `null` where there is no text. */
export function linesBetween(
  texts: Iterable<readonly [path: string, before: string | null, after: string | null]>,
): Pick<DecisionRecord, "lines"> {
  let room = mostLines;
  // A file may be called `__proto__`.
  const lines = new Map<string, ChangedLines>();
  for (const [path, before, after] of texts) {
    if (before === null || after === null) continue;
    const changed = changedLines(before, after);
    const count = countChanged(changed);
    if (count > room) continue;
    room -= count;
    lines.set(path, changed);
  }
  return lines.size === 0 ? {} : { lines: Object.fromEntries(lines) };
}

/** The text of bytes; `null` for what is no text. */
export function textIn(bytes: Uint8Array | null): string | null {
  if (bytes === null || bytes.includes(0) || !isUtf8(bytes)) return null;
  return Buffer.from(bytes).toString("utf8");
}
