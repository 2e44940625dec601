import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { TreeChange, TreeState } from "@writ/contracts";
import type { Clock } from "./clock.ts";
import { hasOtherRules, isRule } from "./ignored-before.ts";
import { slackMs } from "./limits.ts";
import { lookAt } from "./look-at.ts";
import { onDisk, toText } from "./path-bytes.ts";
import { skipped } from "./walk-tree.ts";

/** So much of what git ignores is kept of a look, and so many files are told that it ignores only now. */
export const mostIgnored = 2_000;
const mostHidden = 200;

/** What a call put where git does not look any more; `gap` when there is more than can be told. */
interface Hidden {
  created: TreeChange[];
  gap: string | null;
}

const statOf = (root: string, path: string) => lstatSync(onDisk(root, path), { throwIfNoEntry: false });

/** Whether a rule that hides itself was written since then. One in a folder that came with it is a tool's cache. */
function isNewRule(root: string, path: string, since: number): boolean {
  if (!isRule(path)) return false;
  const folder = dirname(path) === "." ? undefined : statOf(root, dirname(path));
  return (statOf(root, path)?.ctimeMs ?? 0) >= since && (folder === undefined || folder.birthtimeMs < since);
}

function entriesIn(root: string, folder: string): Dirent<Buffer>[] {
  try {
    return readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: "buffer" });
  } catch {
    return [];
  }
}

/** The files beneath a folder but for what git ignored before, and what is made from something else anyway. */
function* filesIn(root: string, folder: string, known: ReadonlySet<string>): Generator<string> {
  if (known.has(`${folder}/`) || skipped.has(folder.slice(folder.lastIndexOf("/") + 1))) return;
  for (const entry of entriesIn(root, folder)) {
    const path = `${folder}/${toText(entry.name)}`;
    if (entry.isDirectory()) yield* filesIn(root, path, known);
    else if (!known.has(path)) yield path;
  }
}

/** Whether a folder above a path was ignored already. */
function isBelow(path: string, known: ReadonlySet<string>): boolean {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) if (known.has(`${folder}/`)) return true;
  return false;
}

/**
 * A file can be hidden from git by a rule that was written in the same call. Where rules changed, what git ignores now,
 * and neither ignored nor listed before, is new.
 */
export function hiddenSince(
  root: string,
  changes: readonly TreeChange[],
  before: TreeState,
  after: TreeState,
  ignored: readonly string[],
  clock: Clock,
): Hidden {
  const since = Date.parse(before.at) - slackMs;
  const isOther = hasOtherRules(root, changes, before, after) || ignored.some((path) => isNewRule(root, path, since));
  if (!isOther) return { created: [], gap: null };
  if (before.ignored === undefined)
    return { created: [], gap: "it changed what git ignores, and git ignored too much already to tell what is new" };
  const known = new Set(before.ignored);
  const created: TreeChange[] = [];
  for (const entry of ignored) {
    if (known.has(entry) || isBelow(entry, known)) continue;
    const paths = entry.endsWith("/") ? filesIn(root, entry.slice(0, -1), known) : [entry];
    for (const path of paths) {
      clock.left();
      const state =
        before.files.has(path) || before.guarded.has(path) || after.guarded.has(path) ? null : lookAt(root, path);
      if (state === null) continue;
      if (created.length >= mostHidden)
        return {
          created,
          gap: `it changed what git ignores, and made more than ${mostHidden} files that are ignored now`,
        };
      created.push({ path, op: "create", before: null, after: state });
    }
  }
  return { created, gap: null };
}
