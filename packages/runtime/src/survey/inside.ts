import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

/** The place a path leads to through its links, from the root; `null` when that is outside, or nowhere. */
export function insideOf(realRoot: string, path: string): string | null {
  try {
    const way = relative(realRoot, realpathSync.native(join(realRoot, path)));
    if (way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return null;
    return way.split(sep).join("/");
  } catch {
    return null;
  }
}
