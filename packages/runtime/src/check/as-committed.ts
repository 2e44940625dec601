import { lstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ContentHash, deletedContent } from "@writ/contracts";
import { sha256 } from "../hash.ts";
import { type Git, gitIn, listTree } from "./git.ts";
import { leftAt } from "./left-at.ts";

/**
 * What files hold, as a commit of them would: git may keep another layout of their lines than the work tree. A folder or
 * a link is left out.
 */
export async function contentsAt(root: string, paths: readonly string[]): Promise<Record<string, ContentHash>> {
  const git = gitIn(root);
  // A file may be called `__proto__`.
  const contents = new Map<string, ContentHash>();
  for (const path of paths) {
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) contents.set(path, deletedContent);
    else if (stats.isFile()) contents.set(path, sha256(await bytesOf(git, root, path)));
  }
  return Object.fromEntries(contents);
}

/** Outside of git a file is what it is. */
async function bytesOf(git: Git, root: string, path: string): Promise<Buffer> {
  const blob = await blobOf(git, path);
  return (blob === null ? null : await git.ask(["cat-file", "blob", blob])) ?? (await readFile(join(root, path)));
}

async function blobOf(git: Git, path: string): Promise<string | null> {
  const id = (await git.ask(["hash-object", "-w", "--", path]))?.toString().trim() ?? "";
  return id === "" ? null : id;
}

/**
 * What this branch and a commit of a file would change, as a patch, whatever attributes, settings and the index say of it:
 * whoever agrees to a change sees all of it, also of what is committed already. `null` where git cannot tell.
 */
export async function patchOf(root: string, path: string): Promise<string | null> {
  const git = gitIn(root);
  const empty = (await git.ask(["hash-object", "-w", "--stdin"]))?.toString().trim() ?? null;
  const isThere = lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
  const now = isThere ? await blobOf(git, path) : empty;
  if (now === null || empty === null) return null;
  const left = await leftAt(git);
  const entries = left === null ? [] : await listTree(git, left, [path]);
  const before = entries.find((entry) => entry.path === path)?.object ?? null;
  const words = ["--no-color", "--no-ext-diff", "--no-textconv", "--text"];
  const patch = (await git.ask(["diff", ...words, before ?? empty, now]))?.toString() ?? null;
  if (patch === null) return null;
  const [from, to] = [before === null ? "/dev/null" : `a/${path}`, isThere ? `b/${path}` : "/dev/null"];
  const hunks = patch.slice(Math.max(0, patch.search(/^@@/m)));
  return patch === "" ? "" : `--- ${from}\n+++ ${to}\n${hunks}`;
}
