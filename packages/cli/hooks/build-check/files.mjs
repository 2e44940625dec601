// Small questions about the repository's files. Paths are from the root, with slashes; the root itself is ".".
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

export const exists = (root, path) => existsSync(join(root, path));

/** The text of a file; empty when there is none, or when nobody could have written so much by hand. */
export function textOf(root, path) {
  const file = join(root, path);
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() && stats.size < 1024 * 1024 ? readFileSync(file, "utf8") : "";
}

/** The object in a JSON file, or null. */
export function jsonOf(root, path) {
  try {
    const value = JSON.parse(textOf(root, path));
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** The folder itself, then every folder above it up to the root. */
export function upwards(folder) {
  const folders = [folder];
  while (folders.at(-1) !== ".") folders.push(posix.dirname(folders.at(-1)));
  return folders;
}

export const at = (folder, name) => posix.join(folder, name);

/** Whether `path` is `folder` or lies in it. */
export const isIn = (folder, path) => folder === "." || path === folder || path.startsWith(`${folder}/`);

/** The first of some names that is there. */
export const firstOf = (root, folder, names) => names.find((name) => exists(root, at(folder, name)));

/** A path as seen from a folder it lies in. */
export const from = (folder, path) => posix.relative(folder, path) || ".";
