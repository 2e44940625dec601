import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { FileState, TreeState } from "@writ/contracts";
import { sha256 } from "../hash.ts";
import { type Clock, startClock } from "./clock.ts";
import { lookAtGuarded } from "./guarded-files.ts";
import { lookAt, reachOf } from "./look-at.ts";
import { type Blob, parseStatus, type Status } from "./parse-status.ts";
import { runGit } from "./run-git.ts";
import { tipsOf } from "./tips.ts";
import { mostWalked, walkTree } from "./walk-tree.ts";

/** So many changed files are looked at; a work tree with more is on its way to something else. */
const mostFiles = 20_000;

/** What a look found, and what the last commit has under each path it names. */
export interface Scanned {
  tree: TreeState;
  heads: ReadonlyMap<string, Blob>;
}

/** How a look is done. */
export interface ScanOptions {
  /** The look before this one: hashes of files nobody touched since are taken from it. */
  earlier?: TreeState | null;
  clock?: Clock;
  /** A look at the guarded files that was just made. */
  guarded?: ReadonlyMap<string, FileState>;
}

/** What Writ itself writes while calls run; what must not change there is among the guarded files. */
export const isOwn = (path: string): boolean => /^(?:\.orchestration|\.system\/(?:logs|cache))(?:\/|$)/.test(path);

/** The folder git calls the top; `null` outside git. */
export function gitTop(root: string): string | null {
  for (let here = root; ; here = dirname(here)) {
    if (existsSync(join(here, ".git"))) return here;
    if (dirname(here) === here) return null;
  }
}

/** The root, seen from git's top, with a slash at its end; empty when they are the same. */
export function prefixOf(root: string): string {
  const top = gitTop(root);
  const between = top === null ? "" : relative(top, root).split(sep).join("/");
  return between === "" ? "" : `${between}/`;
}

async function gitStatus(root: string, clock: Clock): Promise<Status | null> {
  const args = [
    "status",
    "--porcelain=v2",
    "--branch",
    "--no-ahead-behind",
    "-z",
    "--untracked-files=all",
    "--no-renames",
  ];
  const printed = await runGit(root, prefixOf(root) === "" ? args : [...args, "--", "."], clock);
  return printed === null ? null : parseStatus(printed);
}

/** A repository inside this one, as one thing: another commit or another change in it makes it another. */
async function lookAtRepository(root: string, path: string, clock: Clock): Promise<FileState | null> {
  const inner = join(root, path);
  const status = existsSync(join(inner, ".git")) ? await gitStatus(inner, clock) : null;
  if (status === null) return null;
  const stamps = status.entries.map((entry) => [entry.path, lookAt(inner, entry.path)?.stamp ?? ""]);
  const stamp = sha256(JSON.stringify([status.head, stamps]));
  return { kind: "repository", hash: stamp, mode: 0, size: 1, changedAt: 0, stamp };
}

/** What the work tree holds beyond the last commit. Throws `TooSlow`. */
export async function scan(
  root: string,
  { earlier = null, clock = startClock(), ...looked }: ScanOptions = {},
): Promise<Scanned> {
  // The real clock, not the engine's: it is compared with what the disk says.
  const now = new Date().toISOString();
  const at = earlier === null ? 0 : Date.parse(earlier.at);
  const asked = gitTop(root) === null ? null : Promise.all([gitStatus(root, clock), tipsOf(root, clock)]);
  asked?.catch(() => {});
  // Git is at work meanwhile.
  const guarded = looked.guarded ?? lookAtGuarded(root, earlier);
  const [status, tips] = (await asked) ?? [null, []];
  const look = (path: string) => lookAt(root, path, { state: earlier?.files.get(path), at });
  const files = new Map<string, FileState | null>();
  const heads = new Map<string, Blob>();
  if (status === null) {
    const { paths, isCut } = walkTree(root, clock);
    for (const path of paths.filter((one) => !isOwn(one))) {
      clock.left();
      const state = look(path);
      if (state !== null) files.set(path, state);
    }
    const partial = isCut ? { partial: `there are more than ${mostWalked} files and no git` } : {};
    return { tree: { at: now, source: "walk", head: null, files, guarded, ...partial }, heads };
  }
  const prefix = prefixOf(root);
  const isReached = reachOf(root);
  const inside = status.entries.filter(({ path }) => path.startsWith(prefix) && !isOwn(path.slice(prefix.length)));
  for (const { path, head, isRepository } of inside.slice(0, mostFiles)) {
    clock.left();
    const name = path.slice(prefix.length);
    if (head !== null) heads.set(name, head);
    const isThere = isReached(name);
    files.set(name, !isThere ? null : isRepository ? await lookAtRepository(root, name, clock) : look(name));
  }
  const partial =
    inside.length > mostFiles ? { partial: `more than ${mostFiles} files differ from the last commit` } : {};
  return { tree: { at: now, source: "git", head: status.head, tips, files, guarded, ...partial }, heads };
}
