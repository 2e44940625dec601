import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Call, ChangedFile, FileContent, PendingCall, PendingFile } from "@writ/contracts";
import { expectedText, tokenDigestText } from "@writ/engine";
import { contentOf, readBytes } from "./files.ts";
import { recordedSince } from "./recorded-since.ts";
import type { Workspace } from "./types.ts";

/** The file before the call: the kept copy, or as much as its hash tells. */
function beforeOf(file: PendingFile, copies: Readonly<Record<string, Uint8Array>>): FileContent | null {
  // A file may be called `constructor`.
  const copy = Object.hasOwn(copies, file.path) ? copies[file.path] : undefined;
  if (copy !== undefined) return contentOf(copy);
  return file.hash === null || file.hash === undefined ? null : { hash: file.hash, size: 0, text: null, binary: false };
}

/** What the call really changed, file by file; files it left as they were are not listed. */
export async function changesOf(
  workspace: Workspace,
  pending: PendingCall,
  copies: Readonly<Record<string, Uint8Array>>,
): Promise<ChangedFile[]> {
  const changed: ChangedFile[] = [];
  for (const file of pending.files) {
    if (isOtherPlace(workspace.root, file, pending.files)) continue;
    const before = beforeOf(file, copies);
    const bytes = readBytes(join(workspace.root, file.path));
    const after = bytes === null ? null : contentOf(bytes);
    if (after === null && before === null) continue;
    if (after !== null && before !== null && after.hash === before.hash && file.op !== "rename") continue;
    const op = after === null ? "delete" : before === null ? "create" : file.op === "rename" ? "rename" : "modify";
    changed.push({ path: file.path, op, before, after, ...(file.from === undefined ? {} : { from: file.from }) });
  }
  return changed;
}

/** A file may be moved to a name, or into a folder of that name: it did not go to the one where it is not. */
function isOtherPlace(root: string, { op, path, from }: PendingFile, all: readonly PendingFile[]): boolean {
  if (op !== "rename" || from === undefined || isThere(root, path)) return false;
  return isThere(root, from) || all.some((other) => other.from === from && isThere(root, other.path));
}

const isThere = (root: string, path: string): boolean => readBytes(join(root, path)) !== null;

/** Whether a path as the agent spelled it can be this file; the real identity was settled before the call. */
const isSamePath = (given: string | null, path: string): boolean =>
  given === path || given?.endsWith(`/${path}`) === true;

/** Whether the file holds something else than what the call should have left there, layout aside. */
function isUnexpected(call: Call, file: ChangedFile): boolean {
  const actual = file.after?.text;
  if (actual === undefined || actual === null) return false;
  const change = call.effects.find(
    (effect) => effect.change !== undefined && isSamePath(effect.path, file.path),
  )?.change;
  const expected = expectedText(change, file.before?.text ?? null);
  return (
    expected !== null &&
    expected !== actual &&
    tokenDigestText(expected, file.path) !== tokenDigestText(actual, file.path)
  );
}

/** A path was looked up by its real name before the call; a link that stands there now was put there since. */
function leadsElsewhere({ root }: Workspace, { path, after }: ChangedFile): boolean {
  if (after === null) return false;
  try {
    return realpathSync.native(join(root, path)) !== join(root, path);
  } catch {
    return true;
  }
}

/** Of this many records of a file, some may have come during one call. */
const mostSince = 5;

/**
 * Files somebody else changed between the decision and the write (R79): another session's trace says so, or the
 * content is not what this call's edits make of what was there.
 */
export async function racedPaths(
  workspace: Workspace,
  call: Call,
  pending: PendingCall,
  changed: readonly ChangedFile[],
): Promise<string[]> {
  const raced: string[] = [];
  for (const file of changed) {
    const held = file.op === "rename" ? null : (file.before?.hash ?? null);
    const others = await recordedSince(workspace.traces, file.path, held, { most: mostSince, since: pending });
    const overtaken = others.some(({ metadata }) => metadata?.session !== pending.session);
    if (overtaken || isUnexpected(call, file) || leadsElsewhere(workspace, file)) raced.push(file.path);
  }
  return raced;
}
