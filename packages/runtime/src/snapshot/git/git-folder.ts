import { lstatSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { gitTop } from "./git-top.ts";

/** Where git keeps things: what belongs to this work tree, and what it shares with others. */
export interface GitFolders {
  own: string;
  shared: string;
}

const textIn = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
};

/** The folders of the repository a folder lies in; `null` where there is none. */
export function gitFolders(root: string): GitFolders | null {
  const top = gitTop(root);
  if (top === null) return null;
  const dotGit = join(top, ".git");
  if (statSync(dotGit, { throwIfNoEntry: false })?.isDirectory() === true) return { own: dotGit, shared: dotGit };
  const [, target] = /^gitdir: (.+)$/m.exec(textIn(dotGit) ?? "") ?? [];
  if (target === undefined) return null;
  const own = resolve(top, target.trim());
  // A submodule has a folder of its own; only a linked work tree shares one.
  const common = textIn(join(own, "commondir"));
  return { own, shared: common === null ? own : resolve(own, common) };
}

/** Whether a name is a link. */
export const isLink = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
