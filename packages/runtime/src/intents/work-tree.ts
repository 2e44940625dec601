import type { Intent } from "@writ/contracts";
import { ownerOf } from "@writ/engine";
import { git } from "../git/run.ts";

/** Files that differ from the last commit, from the root, without what Writ itself writes; `null` where git cannot tell. */
export async function uncommittedFiles(root: string, brain: string): Promise<string[] | null> {
  try {
    const own = [":(exclude).orchestration", `:(exclude,literal)${brain}`];
    const said = await git(root, [
      "status",
      "--porcelain",
      "-z",
      "--no-renames",
      "--untracked-files=all",
      "--",
      ".",
      ...own,
    ]);
    const prefix = (await git(root, ["rev-parse", "--show-prefix"])).trim();
    return said
      .split("\0")
      .filter((entry) => entry !== "")
      .map((entry) => entry.slice(3))
      .map((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : path));
  } catch {
    return null;
  }
}

/** Those of them that an intent owns. */
export function ownedOf({ ownedScope }: Intent, files: readonly string[]): string[] {
  const owns = ownerOf(ownedScope);
  return files.filter((file) => owns(file));
}
