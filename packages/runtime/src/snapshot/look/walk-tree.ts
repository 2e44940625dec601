import { type Dirent, readdirSync } from "node:fs";
import type { Clock } from "./clock.ts";
import { onDisk, toText } from "./path-bytes.ts";

/** Without git there is no list of files: so many are looked at, no more. */
export const mostWalked = 50_000;

/** Folders that hold what is made from something else, or what is not the project's. */
export const skipped: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  "bower_components",
  "target",
  "dist",
  "build",
  "out",
  "coverage",
  ".next",
  ".nuxt",
  ".cache",
  ".gradle",
  ".venv",
  "venv",
  "__pycache__",
  ".tox",
  ".mypy_cache",
  ".pytest_cache",
  ".terraform",
  "vendor",
  "Pods",
]);

/** Every file of a folder, from it, sorted; `isCut` when there are more than are looked at. */
export function walkTree(root: string, clock: Clock): { paths: string[]; isCut: boolean } {
  const paths: string[] = [];
  const todo = [""];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    clock.left();
    for (const entry of entriesIn(root, folder)) {
      const name = toText(entry.name);
      const path = folder === "" ? name : `${folder}/${name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(name)) todo.push(path);
      } else if (entry.isFile() || entry.isSymbolicLink()) paths.push(path);
      if (paths.length >= mostWalked) return { paths: paths.sort(), isCut: true };
    }
  }
  return { paths: paths.sort(), isCut: false };
}

function entriesIn(root: string, folder: string): Dirent<Buffer>[] {
  try {
    return readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: "buffer" });
  } catch {
    // Gone meanwhile, or closed to us.
    return [];
  }
}
