import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Io } from "../io.ts";

/** A file that differs from the last commit. */
export interface ChangedFile {
  /** From the root, with `/`. */
  readonly path: string;
  readonly isGone: boolean;
  /** When it was changed last, in milliseconds since 1970; of one that is gone, when its folder was. */
  readonly changedAt: number;
  /** In bytes; `null` for what is no plain file. */
  readonly size: number | null;
}

/** What of a work tree is not committed. */
export interface WorkTree {
  readonly files: readonly ChangedFile[];
  /** When the last commit was made, in milliseconds since 1970; 0 before the first one. */
  readonly committedAt: number;
}

/** Asking how things stand must stay quick. */
const timeout = 10_000;

/** Asks git, which is told to write nothing; `null` where there is no git, or none that answers. What git ignores is left out. */
export async function readWorkTree(root: string, { run }: Pick<Io, "run">): Promise<WorkTree | null> {
  const git = (...args: string[]) => run("git", ["--no-optional-locks", ...args], { cwd: root, timeout });
  const [status, prefix, commit] = await Promise.all([
    git(
      "status",
      "--porcelain=v1",
      "-z",
      "--untracked-files=all",
      "--no-renames",
      "--ignore-submodules=all",
      "--",
      ".",
    ),
    git("rev-parse", "--show-prefix"),
    git("log", "-1", "--format=%ct"),
  ]);
  if (status.code !== 0 || prefix.code !== 0) return null;
  const paths = parseStatus(status.stdout, prefix.stdout.replace(/\r?\n$/, ""));
  const files = await Promise.all(paths.map((path) => look(root, path)));
  return { files, committedAt: commit.code === 0 ? Number(commit.stdout.trim()) * 1000 : 0 };
}

/** The paths in what `git status --porcelain=v1 -z` printed, from a folder instead of from git's top. */
export function parseStatus(printed: string, prefix: string): string[] {
  const paths = printed.split("\0").flatMap((entry) => (entry.length > 3 ? [entry.slice(3)] : []));
  // A slash at the end is another repository inside this one.
  return paths
    .filter((path) => path.startsWith(prefix) && !path.endsWith("/"))
    .map((path) => path.slice(prefix.length));
}

async function look(root: string, path: string): Promise<ChangedFile> {
  try {
    const stats = await lstat(join(root, path));
    return { path, isGone: false, changedAt: stats.mtimeMs, size: stats.isFile() ? stats.size : null };
  } catch {
    return { path, isGone: true, changedAt: await folderChanged(root, path), size: null };
  }
}

async function folderChanged(root: string, path: string): Promise<number> {
  const folder = dirname(path);
  try {
    return (await lstat(join(root, folder))).mtimeMs;
  } catch {
    return folder === "." ? 0 : folderChanged(root, folder);
  }
}
