import { looseName } from "../workspace/loose-text.ts";
import type { Git } from "./git.ts";

/** Where the workspace lies in the repository: empty, or a folder with a slash behind it. */
export const prefixOf = async (git: Git): Promise<string> =>
  (await git.run(["rev-parse", "--show-prefix"])).toString().replace(/\n$/, "");

/** A file that a commit changed, by git's object ids; `null` where it is gone. */
export interface Changed {
  blob: string | null;
  /** What the commits had that it is made from. */
  before: string[];
}

/** What each commit left, by path. A merge has only what is in none of the commits it brings together. */
export async function filesLeftBy(
  git: Git,
  commits: readonly string[],
  paths: readonly string[] = [],
): Promise<Map<string, Map<string, Changed>>> {
  const prefix = await prefixOf(git);
  const form = ["--stdin", "-r", "-z", "--root", "-c", "--raw", "--no-abbrev", "--no-renames"];
  const out = await git.run(["diff-tree", ...form, "--", ...paths], commits.map((id) => `${id}\n`).join(""));
  const parts = looseName(out).split("\0");
  const files = new Map<string, Map<string, Changed>>();
  let current = new Map<string, Changed>();
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const [, objects] = /^:+(?:\d{6} )+((?:[0-9a-f]{40,} )+)[A-Z]+$/.exec(part) ?? [];
    if (objects === undefined) {
      current = new Map();
      files.set(part.trim(), current);
      continue;
    }
    at += 1;
    const path = parts[at] ?? "";
    if (path.startsWith(prefix)) current.set(path.slice(prefix.length), changedBy(objects));
  }
  return files;
}

function changedBy(objects: string): Changed {
  const ids = objects
    .trim()
    .split(" ")
    .map((id) => (/^0+$/.test(id) ? null : id));
  return { blob: ids.at(-1) ?? null, before: ids.slice(0, -1).filter((id) => id !== null) };
}
