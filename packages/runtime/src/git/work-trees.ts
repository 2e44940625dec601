import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { gitFolders, gitTop, prefixOf } from "./folders.ts";
import { textIn } from "./text-in.ts";

/** The same folder in the other work trees of its repository, whether it is there or not. */
export function inOtherWorkTrees(root: string): string[] {
  const folders = gitFolders(root);
  const own = gitTop(root);
  if (folders === null || own === null) return [];
  const { shared } = folders;
  const linked = join(shared, "worktrees");
  const tops = namesIn(linked).flatMap((name) => {
    const dotGit = textIn(join(linked, name, "gitdir"))?.trim() ?? "";
    return dotGit === "" ? [] : [dirname(resolve(linked, name, dotGit))];
  });
  // A bare repository has no work tree of its own, and a submodule's is elsewhere.
  if (basename(shared) === ".git") tops.unshift(dirname(shared));
  return tops.filter((top) => top !== own).map((top) => join(top, prefixOf(root)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
