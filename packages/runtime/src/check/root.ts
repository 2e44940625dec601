import { dirname, relative, resolve, sep } from "node:path";
import { isSidecarGone } from "../governance.ts";
import { locate, sidecarName } from "../locate.ts";
import { looseName } from "../workspace/loose-text.ts";
import { type Git, gitIn } from "./git.ts";
import { type Asked, findRange } from "./range.ts";
import { type Around, surroundingsOf } from "./surroundings.ts";

/**
 * The workspace that a change is checked in: the outermost folder above `start` that has a sidecar here, or had one where
 * the change left, or in what it goes into. A change that takes a sidecar away, or puts one above it, does not choose who looks at it.
 */
export async function findCheckRoot(start: string, asked: Asked, around: Around): Promise<string | null> {
  const { root, top } = await locate(start);
  if (top === null) return root;
  const git = gitIn(top);
  try {
    const { parted, base } = await findRange(git, asked, surroundingsOf(around));
    const names = await Promise.all([...new Set([parted, base])].map((revision) => sidecarsAt(git, revision)));
    const folders = names.flat().map((name) => resolve(top, dirname(name)));
    const above = [...folders, ...(root === null ? [] : [root])].filter((folder) => isAbove(folder, start));
    return above.sort((one, other) => one.length - other.length)[0] ?? null;
  } catch (error) {
    // Where nothing is guarded, or the sidecar is missing, that is what there is to say.
    const isGuarded = root !== null && !isSidecarGone(root);
    if (!isGuarded && (await git.ask(["rev-parse", "--verify", "--quiet", "HEAD"])) !== null) return root;
    throw error;
  }
}

const isAbove = (folder: string, start: string): boolean => relative(folder, start).split(sep)[0] !== "..";

async function sidecarsAt(git: Git, revision: string): Promise<string[]> {
  const names = looseName(await git.run(["ls-tree", "-r", "-t", "-z", "--name-only", "--full-tree", revision]));
  return names.split("\0").filter((name) => name === sidecarName || name.endsWith(`/${sidecarName}`));
}
