import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fail } from "@writ/contracts";
import { fromRoot, isInside } from "../paths.ts";

/** A file as typed in a folder, spelled from the root, by its real name; a problem when it lies outside. */
export function fileInWorkspace(root: string, cwd: string, typed: string): string {
  if (typed === "")
    throw fail("USAGE", { message: "The file has no name.", fix: "Name one file, from where you are." });
  const path = realName(resolve(cwd, typed));
  if (path === root)
    throw fail("USAGE", { message: `${typed} is the whole workspace, not a file.`, fix: "Name one file in it." });
  if (!isInside(path, root))
    throw fail("PATH_OUTSIDE_WORKSPACE", {
      path: typed,
      reason: `the workspace is ${root}`,
      fix: "Name a file inside of it, from where you are.",
    });
  return fromRoot(root, cwd, path);
}

/** Records know files by their real names. One that is gone, or was never there, keeps its own in its real folder. */
function realName(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realName(folder), basename(path));
  }
}
