import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fail } from "@writ/contracts";
import type { Git } from "./git.ts";

/** A commit that no branch knows needs a name too. */
const nobody = {
  GIT_AUTHOR_NAME: "writ",
  GIT_AUTHOR_EMAIL: "writ@localhost",
  GIT_AUTHOR_DATE: "2000-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "writ",
  GIT_COMMITTER_EMAIL: "writ@localhost",
  GIT_COMMITTER_DATE: "2000-01-01T00:00:00Z",
};

/** What is staged as a commit that no branch knows, so that it is read as any other. Git forgets it by itself. */
export async function stagedCommit(git: Git, parent: string, env: Readonly<Record<string, string | undefined>>) {
  // In a commit hook git says which index it commits.
  const index = env.GIT_INDEX_FILE;
  return commitOf(git, parent, index === undefined ? {} : { GIT_INDEX_FILE: index });
}

/** The same for everything the work tree holds and git does not ignore. The index stays as it is. */
export async function workTreeCommit(git: Git, parent: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "writ-check-"));
  const copy = { GIT_INDEX_FILE: join(folder, "index") };
  try {
    const path = (await git.run(["rev-parse", "--git-path", "index"])).toString().trim();
    const top = (await git.run(["rev-parse", "--show-prefix"])).toString().trim();
    const cwd = (await git.run(["rev-parse", "--show-toplevel"])).toString().trim();
    // Without what git remembers of each file it would read them all.
    await copyFile(resolve(cwd, top, path), copy.GIT_INDEX_FILE).catch(() => {});
    await git.run(["add", "--all", "."], "", copy);
    return await commitOf(git, parent, copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function commitOf(git: Git, parent: string, env: NodeJS.ProcessEnv): Promise<string> {
  const tree = (await git.ask(["write-tree"], "", env))?.toString().trim();
  if (tree === undefined)
    throw fail("USAGE", {
      message: "What is staged cannot be looked at: a merge is not finished.",
      fix: "Finish or abort the merge first.",
    });
  return (await git.run(["commit-tree", tree, "-p", parent, "-m", "not committed"], "", nobody)).toString().trim();
}
