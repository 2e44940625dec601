import { join } from "node:path";
import { entryAt } from "../entry-at.ts";

/** What keeps Writ from writing to a file: which part of its path, from the root, and why. */
export interface Obstacle {
  readonly path: string;
  readonly reason: string;
}

/**
 * The first part of a path below the root that is not what it should be. A repository can bring links along, and
 * whoever may choose where a log leads may write anywhere; so no link is followed, also not one that stays inside.
 */
export function obstacleOn(realRoot: string, names: readonly string[]): Obstacle | null {
  for (const count of names.keys()) {
    const path = names.slice(0, count + 1).join("/");
    const stats = entryAt(join(realRoot, path));
    if (stats === undefined) return null;
    if (stats.isSymbolicLink()) return { path, reason: "is a link" };
    const isLast = count === names.length - 1;
    if (isLast && !stats.isFile()) return { path, reason: "is not a regular file" };
    if (!isLast && !stats.isDirectory()) return { path, reason: "is not a folder" };
  }
  return null;
}
