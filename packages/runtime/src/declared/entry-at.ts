import { lstatSync, type Stats, statSync } from "node:fs";

/** What is at a path, links not followed; nothing where nobody can look, since a file stands where a folder belongs or a name is too long. */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The same, with links followed. */
export function targetAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
