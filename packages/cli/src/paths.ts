import { isAbsolute, relative, resolve } from "node:path";

/** Whether a path is a folder or lies below it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !/^\.\.[/\\]/.test(way);
}

/** A path as typed in a folder, spelled from the root as the records spell it. */
export function fromRoot(root: string, cwd: string, path: string): string {
  const full = resolve(cwd, path);
  return isInside(full, root) ? relative(root, full).replaceAll("\\", "/") : path;
}
