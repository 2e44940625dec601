/** A path as named from the root, where it lies below it. */
export function fromRoot(path: string, root: string): string {
  const base = root.replace(/[\\/]$/, "");
  const below = path.startsWith(`${base}/`) || path.startsWith(`${base}\\`) ? path.slice(base.length + 1) : path;
  return below.replace(/^\.\//, "");
}
