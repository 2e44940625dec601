import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "./json-file.ts";
import { statePath } from "./sidecar.ts";

/** More than this is not taken away at once: a session that ends must not wait for it. */
const mostAtOnce = 2000;

/** Takes away files of a folder of `.state/` that nobody wrote for so many days, but for some; gives how many. */
export function dropOld(
  state: string,
  folder: string,
  now: string,
  keptDays: number,
  isKept: (name: string) => boolean = () => false,
): number {
  const path = statePath(state, folder);
  const oldest = Date.parse(now) - keptDays * 86_400_000;
  const old = namesIn(path)
    .filter((name) => !isKept(name))
    .map((name) => join(path, name))
    .filter((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < oldest);
  for (const file of old.slice(0, mostAtOnce)) rmSync(file, { recursive: true, force: true });
  return Math.min(old.length, mostAtOnce);
}
