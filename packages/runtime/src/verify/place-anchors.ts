import { existsSync } from "node:fs";
import { join } from "node:path";
import { type FileAnchor, knownWriter, writersIn } from "@writ/stores";
import type { SidecarPaths } from "../paths.ts";
import type { FoundAnchor } from "./find-anchors.ts";
import { askGit } from "./git-text.ts";

/**
 * The anchors that can be compared in this working copy. A head that came with a commit must be there when the commit
 * is; a head of a live ledger must be there when this copy wrote it, under whatever name it goes by now. Other copies'
 * live ledgers are not here.
 */
export async function placeAnchors(
  root: string,
  paths: SidecarPaths,
  anchors: readonly FoundAnchor[],
  isSingle: boolean,
): Promise<FileAnchor[]> {
  const own = await knownWriter(paths.state, root);
  const told = new Set<string>();
  const placed: FileAnchor[] = [];
  let ours: ReadonlySet<string> | null = null;
  let leftOut: ReadonlySet<string> | null = null;
  for (const { heads, isReached, ...anchor } of anchors) {
    for (const { tracked, ...head } of heads) {
      if (tracked === true && !isReached) continue;
      const file = join(paths.dir, ...head.file.split("/"));
      const noted = { ...head, file, where: sayWhere(anchor), ...(tracked && { commit: anchor.commit }) };
      if (tracked === true) {
        // Published files stay as they are, so later anchors tell the same of them again.
        const key = `${head.file} ${head.writer} ${head.seq} ${head.hash}`;
        if (told.has(key)) continue;
        told.add(key);
        if (!existsSync(file)) leftOut ??= await filesLeftOut(root, paths.dir);
        placed.push(leftOut?.has(file) === true ? { ...noted, elsewhere: "behind" } : noted);
      } else {
        // Whoever has a line in one live ledger wrote the others here too. A tracked one has other people's lines.
        if (head.writer !== own)
          ours ??= await writersIn(isSingle ? [paths.decisions] : [paths.traces, paths.decisions]);
        const isOurs = head.writer === own || (ours?.has(head.writer) === true && !(isSingle && file === paths.traces));
        placed.push(isOurs ? noted : { ...noted, elsewhere: isSingle ? "behind" : "absent" });
      }
    }
  }
  return placed;
}

/** Where and when an anchor was made, in words. */
export function sayWhere({ tag, commit, at }: Pick<FoundAnchor, "tag" | "commit" | "at">): string {
  return tag === undefined ? `noted at commit ${commit.slice(0, 10)}, ${at}` : `tag ${tag}, ${at}`;
}

/** The files a sparse checkout leaves out. */
async function filesLeftOut(root: string, folder: string): Promise<ReadonlySet<string>> {
  const { out } = await askGit(root, ["ls-files", "-t", "-z", "--", folder]);
  return new Set(out.split("\0").flatMap((entry) => (entry.startsWith("S ") ? [join(root, entry.slice(2))] : [])));
}
