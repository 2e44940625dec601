/** Where something copied or moved may end up. */
interface Landing {
  readonly from: string;
  readonly path: string;
  readonly ifFolder?: true;
}

/**
 * Where each source ends up: in the last operand, or inside of it when that is a folder, which only the disk can tell.
 * `slash` says what a target with a slash at its end is.
 */
export function landings(paths: readonly string[], slash: "folder" | "either"): Landing[] | null {
  const to = paths.at(-1);
  if (to === undefined || paths.length < 2) return null;
  const isFolder = paths.length > 2 || (slash === "folder" && to.endsWith("/")) || /(^|\/)\.{1,2}\/*$/.test(to);
  const ends: Landing[] = [];
  for (const from of paths.slice(0, -1)) {
    const name = from.replace(/\/+$/, "").split("/").at(-1) ?? "";
    // `cp -r src/. x` puts what is in the folder straight into the other.
    if (name === "." && slash === "folder" && paths.length === 2) return [{ from, path: to }];
    if (/^\.{0,2}$/.test(name)) return null;
    const inside = `${to.replace(/\/+$/, "")}/${name}`;
    if (isFolder) ends.push({ from, path: inside });
    else ends.push({ from, path: to }, { from, path: inside, ifFolder: true });
  }
  return ends;
}
