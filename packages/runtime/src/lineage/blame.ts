import type { BlameLine, LedgerIndex } from "@writ/contracts";
import { isFollowed, splitLines } from "@writ/engine";
import type { Workspace } from "../workspace/types.ts";
import { doubtsAbout } from "./doubts.ts";
import type { FileName } from "./former-names.ts";
import { gitHistory } from "./git-history.ts";
import { readTarget } from "./target.ts";
import { tellLines } from "./tell-lines.ts";
import { toBlameLine } from "./to-blame-lines.ts";
import { type Tree, workTree } from "./tree.ts";
import { treeAt } from "./tree-at.ts";
import { tellWhole } from "./whole.ts";

/** Who made each line of a file, by its path from the root: as it is now, or as a commit has it. */
export async function blame(
  workspace: Pick<Workspace, "root" | "lines" | "sessions">,
  index: LedgerIndex,
  path: string,
  { revision, tree: given, names }: { revision?: string; tree?: Tree; names?: readonly FileName[] } = {},
): Promise<BlameLine[]> {
  const { root } = workspace;
  const tree = given ?? (revision === undefined ? workTree(root) : await treeAt(root, path, revision));
  const target = await readTarget(root, tree, path);
  const { text, bytes } = target;
  const lines = text === null ? roughLines(bytes) : splitLines(text);
  const history = gitHistory(root, target.path, tree);
  const named = { root, path: target.path, bytes, history, tree };
  const { sources: told, unseen } =
    text === null || !isFollowed(lines)
      ? { sources: await tellWhole(index, named), unseen: [] }
      : await tellLines(workspace.lines, index, tree, { root, path: target.path, text, lines, history });
  const doubts = await doubtsAbout(workspace, index, { ...named, lines, told, unseen, names });
  return told.map((source, at) => toBlameLine(source, at + 1, doubts[at]));
}

/** Of what is larger, no single line is looked at. */
const largest = 64 * 1024 * 1024;

/** The lines of what is no text, or too much of it, so that those that were there before can be told. */
const roughLines = (bytes: Uint8Array): string[] =>
  bytes.byteLength > largest ? [] : splitLines(new TextDecoder().decode(bytes));
