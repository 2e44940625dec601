import { lstatSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { guardedNames } from "@writ/engine";

/** What protected names at the root lead to, from the root, when they are links: those targets are protected too. */
export function linkedGuards(root: string): string[] {
  const realRoot = realpathSync.native(root);
  return guardedNames().flatMap((name) => {
    const path = join(realRoot, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return [];
    try {
      const target = relative(realRoot, realpathSync.native(path)).split(sep).join("/");
      return target === "" || target === ".." || target.startsWith("../") ? [] : [target];
    } catch {
      // A link to nothing guards nothing yet; its own name is protected.
      return [];
    }
  });
}
