import { join, posix } from "node:path";
import { fail } from "@writ/contracts";
import { gitTop } from "../git/folders.ts";
import { repositoryOf } from "../git/inner.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";
import { commitTree, gitMs, type Tree } from "./tree.ts";

/**
 * The files as a commit has them, to ask about this one. A file in a submodule is as the commit has it that is recorded
 * there; the tree's own revision is then that commit, since the submodule knows no other.
 */
export async function treeAt(root: string, path: string, revision: string): Promise<Tree> {
  const name = posix.normalize(path);
  await refuseInnerCommit(root, name, revision);
  return withinSubmodules(root, name, await commitTree(root, revision));
}

/** The bytes of a file as a commit has it; `null` where it has none. */
export async function readAt(root: string, path: string, revision: string): Promise<Uint8Array | null> {
  return (await treeAt(root, path, revision)).read(path);
}

async function withinSubmodules(root: string, path: string, around: Tree): Promise<Tree> {
  const folder = await submoduleOf(path, around);
  if (folder === null) return around;
  const top = join(root, folder);
  // In a folder that is no repository, git would answer for the one around it.
  if (gitTop(top) !== top)
    throw fail("NOT_FOUND", {
      message: `${path} is in the submodule ${folder}, which is not checked out here.`,
      fix: `Get it with: git submodule update --init ${folder}`,
    });
  const commit = await idOf(root, `${around.revision}:./${folder}`);
  if ((await idOf(top, `${commit}^{commit}`)) === "")
    throw fail("NOT_FOUND", {
      message: `${path} is in the submodule ${folder}, whose commit ${commit.slice(0, 10)} is not here.`,
      fix: `Get it with: git -C ${folder} fetch`,
    });
  const inner = await withinSubmodules(top, path.slice(folder.length + 1), await commitTree(top, commit));
  return joined(around, inner, `${folder}/`);
}

/** The submodule a file lies in, as a commit has it; `null` for none. */
async function submoduleOf(path: string, tree: Tree): Promise<string | null> {
  const parts = path.split("/");
  for (let depth = 1; depth < parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join("/");
    const kind = await tree.kindOf(folder);
    if (kind === "other") return folder;
    if (kind !== "folder") return null;
  }
  return null;
}

/** Both trees as one, seen from the outer one's root. */
function joined(outer: Tree, inner: Tree, prefix: string): Tree {
  const isInner = (path: string): boolean => path.startsWith(prefix);
  const nameOf = (path: string): string => path.slice(prefix.length);
  return {
    revision: inner.revision,
    read: (path) => (isInner(path) ? inner.read(nameOf(path)) : outer.read(path)),
    kindOf: (path) => (isInner(path) ? inner.kindOf(nameOf(path)) : outer.kindOf(path)),
    async filesWith(texts) {
      const own = (await inner.filesWith(texts)).map((name) => prefix + name);
      return [...own, ...(await outer.filesWith(texts))];
    },
  };
}

/** A commit that only the submodule knows says nothing of what is around it. */
async function refuseInnerCommit(root: string, path: string, revision: string): Promise<void> {
  const { cwd, prefix } = repositoryOf(root, path);
  if (prefix === "" || revision.startsWith("-")) return;
  const commit = `${revision}^{commit}`;
  if ((await idOf(root, commit)) !== "" || (await idOf(cwd, commit)) === "") return;
  throw fail("NOT_FOUND", {
    message: `${revision} is a commit of the submodule ${prefix.slice(0, -1)}, not of the repository around it.`,
    fix: "Name a commit of the repository around it: the file is told of as the submodule's commit recorded there has it.",
  });
}

/** Git's id of what is named; empty where it knows nothing of it. */
async function idOf(cwd: string, named: string): Promise<string> {
  const found = await runGit(cwd, ["rev-parse", "--verify", "--quiet", named], startClock(gitMs));
  return found?.toString().trim() ?? "";
}
