import { relative, sep } from "node:path";

/** A path below the root, from the root and with plain slashes; `null` for one that lies elsewhere. */
export function fromRoot(root: string, path: string): string | null {
  const way = relative(root, path);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || (sep === "\\" && /^[A-Za-z]:/.test(way))) return null;
  return way.split(sep).join("/");
}
