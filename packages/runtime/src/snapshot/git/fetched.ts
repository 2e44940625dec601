import { join } from "node:path";
import type { TreeState } from "@writ/contracts";
import { gitFolders } from "../../git/folders.ts";
import { textIn } from "../../git/text-in.ts";
import type { Scanned } from "../look/scan.ts";
import { isTrusted } from "./others.ts";
import { readRemotes } from "./remotes.ts";

/** How a branch of a remote last moved, in git's own words. */
function lastMove(folder: string, ref: string): string {
  const lines = textIn(join(folder, "logs", ref))
    ?.trimEnd()
    .split("\n");
  return lines?.at(-1)?.split("\t")[1] ?? "";
}

/**
 * Whether these words of git's say that a branch came from this remote. A place to fetch from or to, given by hand, has
 * a colon or is a path; with no remote named it was one of those there are.
 */
function cameFrom(move: string, remote: string, names: readonly string[], isEveryTrusted: boolean): boolean {
  const [, given] = /^(?:fetch|pull|remote update)\b(.*): [\w -]+$/.exec(move) ?? [];
  if (given === undefined) return false;
  const words = given.split(" ").filter(Boolean);
  if (words.some((word) => word.includes(":") || /^[./~\\]/.test(word))) return false;
  const named = words.find((word) => names.includes(word));
  return named === undefined ? isEveryTrusted : named === remote;
}

/**
 * The commits that branches of remotes stand at since the earlier look because something was fetched, from a machine
 * that was known before: not what this side pushed, nor what came from a folder or a remote that a call made up.
 */
export function fetchedSince(root: string, earlier: TreeState, { tree, refs }: Scanned): Set<string> {
  const known = new Set(earlier.tips);
  const fresh = refs.filter(({ commit, name }) => name.startsWith("refs/remotes/") && !known.has(commit));
  const folder = fresh.length === 0 ? undefined : gitFolders(root)?.shared;
  if (folder === undefined) return new Set();
  const trusts = isTrusted(earlier);
  const remotes = (tree.remotes ?? []).filter(trusts).map((one) => one.slice(0, one.indexOf(" ")));
  const { names } = readRemotes(root);
  const isEveryTrusted = names.every((name) => remotes.includes(name));
  const found = fresh.filter(({ name }) => {
    const remote = remotes.find((one) => name.startsWith(`refs/remotes/${one}/`));
    return remote !== undefined && cameFrom(lastMove(folder, name), remote, names, isEveryTrusted);
  });
  return new Set(found.map(({ commit }) => commit));
}
