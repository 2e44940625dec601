import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { textIn } from "./text-in.ts";

/** Where git keeps things: what belongs to this work tree, and what it shares with others. */
export interface GitFolders {
  own: string;
  shared: string;
}

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

/** The folders of the repository a folder lies in, also of linked work trees and submodules; `null` where there is none. */
export function gitFolders(root: string): GitFolders | null {
  const top = gitTop(root);
  if (top === null) return null;
  const dotGit = join(top, ".git");
  if (statSync(dotGit, { throwIfNoEntry: false })?.isDirectory() === true) return { own: dotGit, shared: dotGit };
  const target = /^gitdir: (.+)$/m.exec(textIn(dotGit) ?? "")?.[1]?.trim();
  if (target === undefined) return null;
  const own = resolve(top, target);
  // A submodule has a folder of its own; only a linked work tree shares one.
  return { own, shared: resolve(own, textIn(join(own, "commondir"))?.trim() ?? "") };
}
