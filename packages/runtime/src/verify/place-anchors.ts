import { existsSync } from "node:fs";
import { join } from "node:path";
import { type FileAnchor, knownWriter } from "@writ/stores";
import type { SidecarPaths } from "../paths.ts";
import type { FoundAnchor } from "./find-anchors.ts";
import { askGit } from "./git-text.ts";

/**
 * The anchors that can be compared in this working copy. A head that came with a commit must be there when the commit
 * is; a head of a live ledger must be there when this copy wrote it. Other copies' live ledgers are not here.
 */
export async function placeAnchors(
  root: string,
  paths: SidecarPaths,
  anchors: readonly FoundAnchor[],
  isSingle: boolean,
): Promise<FileAnchor[]> {
  const own = await knownWriter(paths.state, root);
  const sparse = new Map<string, boolean>();
  const placed: FileAnchor[] = [];
  for (const { heads, isReached, ...anchor } of anchors) {
    for (const { tracked, ...head } of heads) {
      if (tracked === true && !isReached) continue;
      const file = join(paths.dir, ...head.file.split("/"));
      const noted = { ...head, file, where: sayWhere(anchor) };
      if (tracked === true) {
        if (!sparse.has(file)) sparse.set(file, !existsSync(file) && (await isLeftOut(root, file)));
        placed.push(sparse.get(file) === true ? { ...noted, elsewhere: "behind" } : noted);
      } else {
        placed.push(head.writer === own ? noted : { ...noted, elsewhere: isSingle ? "behind" : "absent" });
      }
    }
  }
  return placed;
}

/** Where and when an anchor was made, in words. */
export function sayWhere({ tag, commit, at }: Pick<FoundAnchor, "tag" | "commit" | "at">): string {
  return tag === undefined ? `noted at commit ${commit.slice(0, 10)}, ${at}` : `tag ${tag}, ${at}`;
}

/** Whether a sparse checkout leaves the file out. */
async function isLeftOut(root: string, file: string): Promise<boolean> {
  return (await askGit(root, ["ls-files", "-t", "--", file])).out.startsWith("S ");
}
