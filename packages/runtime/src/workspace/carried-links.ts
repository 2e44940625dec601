import { readlinkSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Effect, FileFact } from "@writ/contracts";
import { entriesIn } from "./entries.ts";

/** More names in one folder are not looked at; then one of them may be a link. */
const most = 5_000;

/** Marks folders that are copied with links which lead out of them, and so somewhere else from their new place. */
export function markCarriedLinks(root: string, effects: readonly Effect[], files: Record<string, FileFact>): void {
  for (const { carries } of effects) {
    const fact = carries === undefined ? undefined : files[carries];
    if (carries === undefined || fact?.kind !== "directory" || fact.place === "refused") continue;
    const folder = isAbsolute(fact.path) ? fact.path : join(root, fact.path);
    if (leadsOut(folder)) files[carries] = { ...fact, linksOut: true };
  }
}

function leadsOut(top: string): boolean {
  const folders = [{ path: top, depth: 0 }];
  let count = 0;
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of entriesIn(at.path)) {
      count += 1;
      if (count > most) return true;
      const path = join(at.path, entry.name);
      if (entry.isDirectory()) folders.push({ path, depth: at.depth + 1 });
      else if (entry.isSymbolicLink() && climbs(readlinkSync(path), at.depth)) return true;
    }
  }
  return false;
}

/** Whether a link so deep in a folder leads out of it. A whole path leads to the same from everywhere. */
function climbs(text: string, depth: number): boolean {
  if (isAbsolute(text)) return false;
  const names = text.split("/").filter((name) => name !== "" && name !== ".");
  const ups = names.findIndex((name) => name !== "..");
  // What goes up behind a name may go up from where another link leads.
  return (
    (ups === -1 ? names.length : ups) > depth ||
    names.slice(Math.max(ups, 0)).some((name) => ups !== -1 && name === "..")
  );
}
