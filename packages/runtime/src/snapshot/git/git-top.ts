import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** The folder git calls the top; `null` outside git. */
export function gitTop(root: string): string | null {
  for (let here = root; ; here = dirname(here)) {
    if (existsSync(join(here, ".git"))) return here;
    if (dirname(here) === here) return null;
  }
}

/** The root, seen from git's top, with a slash at its end; empty when they are the same. */
export function prefixOf(root: string): string {
  const top = gitTop(root);
  const between = top === null ? "" : relative(top, root).split(sep).join("/");
  return between === "" ? "" : `${between}/`;
}
