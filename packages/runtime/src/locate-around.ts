import { dirname, join } from "node:path";
import { gitFolders } from "./git/folders.ts";
import { locate } from "./locate.ts";

/**
 * The workspace whose records tell of a folder. A submodule without a sidecar is told of by the repository around it,
 * whose agents work in both. Only for questions: what may be changed is decided by `locate`.
 */
export async function locateAround(start: string): Promise<string | null> {
  const { root, top } = await locate(start);
  if (root !== null || top === null || !isSubmodule(top)) return root;
  return locateAround(dirname(top));
}

/** A linked work tree has a `.git` that is a file too, and shares what it leads to with others. */
function isSubmodule(top: string): boolean {
  const folders = gitFolders(top);
  return folders !== null && folders.own === folders.shared && folders.own !== join(top, ".git");
}
