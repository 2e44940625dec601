import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session, TraceRecord } from "@writ/contracts";
import { observe, sha256, type Writ } from "@writ/runtime";
import type { ChangedFile } from "./work-tree.ts";

/** Whether the file is what the newest record of it left behind; a formatter's work on that counts as the same. */
export async function isRecorded(writ: Writ, sessions: readonly Session[], file: ChangedFile): Promise<boolean> {
  const [newest] = await writ.traces.last(1, { file: file.path });
  if (newest === undefined) return false;
  const left = leftBehind(newest.record, file.path);
  if (file.isGone) return left === null;
  if (left === sha256(await readFile(join(writ.root, file.path)))) return true;
  return isOnlyLaidOut(writ.root, sessions, file.path);
}

/** The hash of what a change left under a path; `null` when nothing is there any more. */
function leftBehind({ metadata }: TraceRecord, path: string): string | null {
  // A file may be called `constructor`. A path that is not among them was moved away.
  return Object.hasOwn(metadata.files, path) ? (metadata.files[path]?.after ?? null) : null;
}

function isOnlyLaidOut(root: string, sessions: readonly Session[], path: string): boolean {
  const written = sessions.flatMap(({ reads }) => (Object.hasOwn(reads, path) ? (reads[path] ?? []) : []));
  const own = written.filter((seen) => seen.own === true && seen.tokens !== undefined);
  if (own.length === 0) return false;
  const now = observe(root, path, true);
  return own.some((seen) => seen.tokens === now.tokens);
}
