import type { BlameLine, LedgerIndex } from "@writ/contracts";
import { isFollowed, splitLines } from "@writ/engine";
import type { Workspace } from "../workspace/types.ts";
import { doubtsAbout } from "./doubts.ts";
import { gitHistory } from "./git-history.ts";
import { readTarget } from "./target.ts";
import { tellLines } from "./tell-lines.ts";
import { toBlameLine } from "./to-blame-lines.ts";
import { commitTree, type Tree, workTree } from "./tree.ts";
import { tellWhole } from "./whole.ts";

/** Who made each line of a file, by its path from the root: as it is now, or as a commit has it. */
export async function blame(
  workspace: Pick<Workspace, "root" | "lines" | "sessions">,
  index: LedgerIndex,
  path: string,
  { revision, tree: given }: { revision?: string; tree?: Tree } = {},
): Promise<BlameLine[]> {
  const { root } = workspace;
  const tree = given ?? (revision === undefined ? workTree(root) : await commitTree(root, revision));
  const target = await readTarget(root, tree, path);
  const { text } = target;
  const lines = text === null ? [] : splitLines(text);
  const history = gitHistory(root, target.path, tree);
  if (text === null || !isFollowed(lines)) return tellWhole(index, tree, history, target);
  const told = await tellLines(workspace.lines, index, tree, { root, path: target.path, text, lines, history });
  const doubts = await doubtsAbout(workspace, index, { path: target.path, lines, told, history });
  return told.map((source, at) => toBlameLine(source, at + 1, doubts[at]));
}
