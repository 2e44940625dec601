import { existsSync, lstatSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { FileState, RepositoryState, TreeState } from "@writ/contracts";
import { gitFolders } from "../../git/folders.ts";
import { textIn } from "../../git/text-in.ts";
import { sha256 } from "../../hash.ts";
import { parseGitConfig } from "../git/git-entries.ts";
import { innerStates, modulesIn } from "../git/git-files.ts";
import { runGit } from "../git/run-git.ts";
import type { Clock } from "./clock.ts";
import { indexStamp } from "./git-index.ts";
import { gitStatus } from "./git-status.ts";
import { lookAt } from "./look-at.ts";
import { markedIn } from "./overlooked.ts";

/** So many files that git was told to overlook are looked at in each. */
const mostMarked = 2_000;

/** What a look found of the repositories inside this one. */
export interface Repositories {
  /** By path, each as one thing; `null` for what is none any more. What its git runs by itself stands beside it. */
  states: Map<string, FileState | null>;
  known: Record<string, RepositoryState>;
}

/** Where a submodule lies in the work tree, as its own config says. */
function placeOf(root: string, folder: string): string[] {
  try {
    const { entries } = parseGitConfig(textIn(join(folder, "config")) ?? "");
    const place = entries.find(({ section, key }) => section === "core" && key === "worktree")?.value;
    const path = place === undefined ? "" : relative(root, resolve(folder, place)).split(sep).join("/");
    return path === "" || path.startsWith("../") || path === ".." ? [] : [path];
  } catch {
    return [];
  }
}

/** The submodules that are checked out below a folder, from it: git names only those that it finds changed. */
function submodulesIn(root: string): string[] {
  const shared = gitFolders(root)?.shared;
  if (shared === undefined) return [];
  const places = [...modulesIn(shared)].flatMap((path) => placeOf(root, join(shared, path)));
  return places.filter((path) => existsSync(join(root, path, ".git")));
}

/** What git was told to overlook in a repository. It is asked only when its index is another one. */
async function markedAt(
  inner: string,
  known: RepositoryState | undefined,
  at: string | undefined,
  clock: Clock,
): Promise<RepositoryState> {
  const index = indexStamp(inner, { stamp: known?.stamp, at });
  if (index === null) return { stamp: "", marked: [] };
  if (index.isSame && known !== undefined) return known;
  const printed = (await runGit(inner, ["ls-files", "-v", "-s", "-z"], clock)) ?? Buffer.alloc(0);
  const marked = [...markedIn(printed)].slice(0, mostMarked).map(({ path }) => path);
  return { stamp: index.stamp, marked };
}

/** A repository inside this one, as one thing: another commit or another change in it makes it another. */
async function lookAtRepository(inner: string, marked: readonly string[], clock: Clock): Promise<FileState | null> {
  const status = existsSync(join(inner, ".git")) ? await gitStatus(inner, clock) : null;
  if (status === null) return null;
  const stampOf = (path: string) => [path, lookAt(inner, path)?.stamp ?? ""];
  const stamps = status.entries.map(({ path }) => stampOf(path));
  const overlooked = marked.length === 0 ? [] : [marked.map(stampOf)];
  const stamp = sha256(JSON.stringify([status.head, stamps, ...overlooked]));
  return { kind: "repository", hash: stamp, mode: 0, size: 1, changedAt: 0, stamp };
}

/** What git runs by itself in a repository that keeps its own folder. A submodule's is among the guarded files. */
function gitFilesAt(root: string, path: string): [string, FileState][] {
  const folder = join(root, path, ".git");
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return innerStates(folder).map(([name, state]) => [`${path}/.git/${name}`, state]);
}

/** The repository that keeps such a file; `null` for any other path. */
export const keeperOf = (path: string): string | null => /^(.+?)\/\.git\//.exec(path)?.[1] ?? null;

/** Looks at the repositories git named, and into submodules it found nothing in. */
export async function lookAtRepositories(
  root: string,
  named: readonly string[],
  earlier: TreeState | null,
  clock: Clock,
): Promise<Repositories> {
  const states: Repositories["states"] = new Map();
  const known: Repositories["known"] = {};
  for (const path of new Set([...named, ...submodulesIn(root)])) {
    clock.left();
    const inner = join(root, path);
    const seen = existsSync(join(inner, ".git"))
      ? await markedAt(inner, earlier?.repositories?.[path], earlier?.at, clock)
      : null;
    if (seen !== null) known[path] = seen;
    const marked = seen?.marked ?? [];
    if (named.includes(path) || marked.length > 0) states.set(path, await lookAtRepository(inner, marked, clock));
    for (const [file, state] of gitFilesAt(root, path)) states.set(file, state);
  }
  return { states, known };
}
