import type { Verification } from "@writ/stores";
import { prefixOf } from "../git/folders.ts";
import type { Workspace } from "../workspace/types.ts";
import type { FoundAnchors } from "./find-anchors.ts";
import { askGit } from "./git-text.ts";

/**
 * Live chains that were anchored and are not here, though this working copy made commits with their writer's records:
 * whoever throws the ledgers away, or makes them anew under another writer's name, leaves that behind in git.
 */
export async function strandedChains(
  { root, paths }: Workspace,
  { heads }: Verification,
  { anchors }: FoundAnchors,
): Promise<string[]> {
  const live = anchors.flatMap((anchor) => anchor.heads.filter(({ tracked }) => tracked !== true));
  const here = new Set(
    heads.filter(({ file }) => file === paths.traces || file === paths.decisions).map(({ writer }) => writer),
  );
  const absent = new Set(live.map(({ writer }) => writer).filter((writer) => !here.has(writer)));
  if (absent.size === 0) return [];
  const committed = await writersCommitted(root);
  return [...absent]
    .filter((writer) => committed.has(writer))
    .map(
      (writer) =>
        `the live records of ${writer} were anchored, commits made in this copy have them, and none of them is here any more: deleted, or made anew under another name`,
    );
}

/** The writers whose published files this working copy itself committed, as git's log of its own steps has it. */
async function writersCommitted(root: string): Promise<Set<string>> {
  const folder = `:(top)${prefixOf(root)}.orchestration/ledger`;
  const args = ["log", "--walk-reflogs", "--format=%x01%gs", "--name-only", "--diff-filter=AM", "HEAD", "--", folder];
  const { out } = await askGit(root, args);
  const writers = new Set<string>();
  for (const step of out.split("\u0001")) {
    const [what = "", ...files] = step.split("\n");
    if (!what.startsWith("commit")) continue;
    for (const file of files) {
      // Behind the writer comes a digest; in names of earlier versions the writer comes last.
      const [, writer, last] = /(?:-([0-9a-f]{12}))?-([0-9a-f]{12})\.jsonl"?$/.exec(file) ?? [];
      for (const name of [writer, last]) if (name !== undefined) writers.add(name);
    }
  }
  return writers;
}
