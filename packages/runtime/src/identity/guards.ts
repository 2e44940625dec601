import { readdirSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { guardedNames } from "@writ/engine";

/** What protected names at the root lead to, from the root, when they are links: those targets are protected too. */
export function linkedGuards(root: string): string[] {
  const realRoot = realpathSync.native(root);
  const links = readdirSync(realRoot, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  // The ordinary root has no links at all, and one look tells.
  if (links.length === 0) return [];
  const guarded = new Set(guardedNames());
  return links
    .filter(({ name }) => guarded.has(name))
    .flatMap(({ name }) => {
      try {
        const target = relative(realRoot, realpathSync.native(join(realRoot, name)))
          .split(sep)
          .join("/");
        return target === "" || target === ".." || target.startsWith("../") ? [] : [target];
      } catch {
        // A link to nothing guards nothing yet; its own name is protected.
        return [];
      }
    });
}
