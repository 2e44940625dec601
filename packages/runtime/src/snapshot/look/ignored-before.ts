import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileState, TreeChange, TreeState } from "@writ/contracts";
import { gitTop } from "../../git/folders.ts";
import { slackMs } from "./limits.ts";
import { onDisk } from "./path-bytes.ts";

/** Stands for bytes nobody looked at: git ignored them, or did not answer. */
export const unseen = "stat:unseen";

/** Whether a file says what git ignores. */
export const isRule = (path: string): boolean => path === ".gitignore" || path.endsWith("/.gitignore");

/** Whether a rule above the root was written since a moment: git goes up to its top. */
function hasOtherAbove(root: string, since: number): boolean {
  const top = gitTop(root);
  if (top === null) return false;
  for (let folder = root; folder !== top; ) {
    folder = dirname(folder);
    if ((lstatSync(join(folder, ".gitignore"), { throwIfNoEntry: false })?.ctimeMs ?? 0) >= since) return true;
  }
  return false;
}

/** Whether git may ignore other files than it did. */
export function hasOtherRules(
  root: string,
  changes: readonly TreeChange[],
  before: TreeState,
  after: TreeState,
): boolean {
  if (changes.some(({ path, from = "" }) => isRule(path) || isRule(from))) return true;
  if (hasOtherAbove(root, Date.parse(before.at) - slackMs)) return true;
  const kept = [".git/info/exclude", ".git/config", ".git/config.worktree"];
  return kept.some((path) => before.guarded.get(path)?.hash !== after.guarded.get(path)?.hash);
}

/** Whether no folder above a path was moved here, or got or lost a name, since a moment. */
function isSettled(root: string, path: string, since: number): boolean {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    const stats = lstatSync(onDisk(root, folder), { throwIfNoEntry: false });
    if (stats === undefined || stats.ctimeMs >= since) return false;
  }
  return true;
}

/** Whether a name is older than a moment; where the disk does not tell, it is not. */
function isOlder(root: string, path: string, since: number): boolean {
  const born = lstatSync(onDisk(root, path), { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  return born > 0 && born < since;
}

/**
 * A file that no look named before need not be new: git ignored it until somebody changed what it ignores. Nobody made
 * it, and nobody may take it away.
 */
export function withoutOlder(
  root: string,
  changes: readonly TreeChange[],
  before: TreeState,
  after: TreeState,
): TreeChange[] {
  const since = Date.parse(before.at) - slackMs;
  const isOther = hasOtherRules(root, changes, before, after);
  return changes.flatMap((change): TreeChange[] => {
    const { path, op, after: state } = change;
    if (op !== "create" || state === null || state.kind === "repository" || state.changedAt === 0) return [change];
    if (state.changedAt < since && (isOther || isSettled(root, path, since))) return [];
    if (!isOther || !isOlder(root, path, since)) return [change];
    const was: FileState = { ...state, hash: unseen };
    return [{ ...change, op: "modify", before: was }];
  });
}
