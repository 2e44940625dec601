import { resolve } from "node:path";
import type { Io } from "../io.ts";
import { gitLayout } from "./git-layout.ts";

/** What git knows of files in a working copy. */
export interface GitFiles {
  isTracked(path: string): Promise<boolean>;
  isIgnored(path: string): Promise<boolean>;
  /** The file that keeps paths out of git for one repository; `null` without git. Worktrees share it. */
  readonly excludeFile: string | null;
}

/** Asks git about a working copy; without git nothing is tracked and nothing ignored. */
export async function gitFiles(root: string, { run }: Pick<Io, "run">): Promise<GitFiles> {
  const git = (...args: string[]) => run("git", args, { cwd: root });
  const layout = await gitLayout(root, { run });
  const isInside = layout !== null && layout !== "bare";
  return {
    isTracked: async (path) => isInside && (await git("ls-files", "--error-unmatch", "--", path)).code === 0,
    isIgnored: async (path) => isInside && (await git("check-ignore", "--quiet", "--", path)).code === 0,
    excludeFile: isInside ? resolve(root, layout.exclude) : null,
  };
}
