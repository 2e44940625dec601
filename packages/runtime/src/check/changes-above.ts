import { posix } from "node:path";
import { guardsFromAbove, parseRaw, type RawChange } from "@writ/engine/check";
import { looseName } from "../workspace/loose-text.ts";
import { prefixOf } from "./files-left-by.ts";
import type { Git } from "./git.ts";

/** What differs in the folders above the workspace and guards it all the same, named from the workspace with `../`. */
export async function changesAbove(git: Git, base: string, head: string): Promise<RawChange[]> {
  const prefix = await prefixOf(git);
  if (prefix === "") return [];
  const form = ["--raw", "--no-abbrev", "--no-renames", "--ignore-submodules=none", "-z"];
  const out = looseName(await git.run(["-c", "diff.relative=false", "diff", ...form, base, head]));
  return parseRaw(out)
    .filter(({ path }) => !path.startsWith(prefix))
    .map((change) => ({ ...change, path: posix.relative(prefix, change.path) }))
    .filter(({ path }) => guardsFromAbove(path));
}
