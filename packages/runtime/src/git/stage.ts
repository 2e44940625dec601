import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { gitTop, prefixOf } from "./folders.ts";
import { git } from "./run.ts";

/**
 * Stages files where there is a git to stage them in. Neither what the repository ignores nor what a sparse checkout
 * leaves out keeps records back, so git is told the files, and not asked for its opinion.
 */
export async function stage(root: string, files: readonly string[]): Promise<void> {
  const top = gitTop(root);
  if (top === null || files.length === 0) return;
  const input = files.map((file) => `${posix(relative(root, file))}\0`).join("");
  const add = (env: NodeJS.ProcessEnv) =>
    git(root, ["update-index", "--add", "--remove", "-z", "--stdin"], { input, env }).catch(() =>
      addAsTheyAre(root, files, env),
    );
  await add({});
  const kept = keptIndex(top);
  // Without it the files are in the commit, and only look as if they were taken out again.
  if (kept !== null) await add({ GIT_INDEX_FILE: kept }).catch(() => {});
}

/** Attributes may say of records what they are not, so that git cannot read them: they go in all the same. */
async function addAsTheyAre(root: string, files: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const there = files.filter((file) => existsSync(file));
  const paths = there.map((file) => `${file}\n`).join("");
  const ids = (await git(root, ["hash-object", "-w", "--no-filters", "--stdin-paths"], { input: paths })).split("\n");
  const input = there.map((file, at) => `100644 ${ids[at] ?? ""}\t${prefixOf(root)}${posix(relative(root, file))}\0`);
  await git(root, ["update-index", "--add", "-z", "--index-info"], { input: input.join(""), env });
}

const posix = (path: string): string => path.split(sep).join("/");

/**
 * A commit of single paths has an index of its own. The one that stays was written before the hook runs, and is put in
 * place afterwards: what is not in there as well is untracked after the commit, and in the way of the next switch.
 */
function keptIndex(top: string): string | null {
  const own = process.env.GIT_INDEX_FILE;
  if (own === undefined || !/^next-index-\d+\.lock$/.test(basename(own))) return null;
  const kept = join(dirname(resolve(top, own)), "index.lock");
  return existsSync(kept) ? kept : null;
}
