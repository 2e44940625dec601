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
  const own = statSync(dotGit, { throwIfNoEntry: false })?.isDirectory() === true ? dotGit : linkedFolder(dotGit);
  // A submodule has a folder of its own; a linked work tree shares one. So does every other folder with this file, as
  // git itself reads it.
  return own === null ? null : { own, shared: resolve(own, textIn(join(own, "commondir"))?.trim() ?? "") };
}

/** The folder that a file in the place of `.git` names. */
function linkedFolder(dotGit: string): string | null {
  const target = /^gitdir: (.+)$/m.exec(textIn(dotGit) ?? "")?.[1]?.trim();
  return target === undefined ? null : resolve(dirname(dotGit), target);
}
