import { existsSync, lstatSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Whether a path from the root leads through a link: what lies there is another file, which has a name of its own. Git
 * sees it so too.
 */
export function isBeyondLink(root: string, path: string): boolean {
  for (let folder = dirname(path); folder !== "." && folder !== dirname(folder); folder = dirname(folder))
    if (lstatSync(join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink() === true) return true;
  return false;
}

/** Whether there is nothing of this name any more. */
export const isGone = (root: string, path: string): boolean =>
  !existsSync(join(root, path)) || isBeyondLink(root, path);
