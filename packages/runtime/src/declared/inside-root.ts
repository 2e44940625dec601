import { posix, relative, sep } from "node:path";

/** A path below the root, from the root and with plain slashes; `null` for one that lies elsewhere. */
export function fromRoot(root: string, path: string): string | null {
  const way = relative(root, path);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || (sep === "\\" && /^[A-Za-z]:/.test(way))) return null;
  return way.split(sep).join("/");
}

/** Whether a file of the repository lies in a folder that is protected as a whole because hooks are in it. */
export function liesWithHooks(name: string): boolean {
  return name.startsWith(".system/hooks/") || posix.basename(posix.dirname(name)) === "hooks";
}
