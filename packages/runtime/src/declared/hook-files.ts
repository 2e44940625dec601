import { type BigIntStats, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileFinding } from "@writ/contracts";

/** Where a repository declares its hooks. */
export const hooksFolder = ".system/hooks";

/** What is larger is not read. */
export const largestFile = 64 * 1024;
/** All of them together: whoever sends a repository must not decide how long Writ reads. */
const largestSum = 1024 * 1024;
/** More than anybody declares; a folder with more is a mistake. */
const mostFiles = 1000;

/** One file that may hold a hook. */
export interface HookFileEntry {
  /** The file from the root; `builtin:NAME` for one of Writ's own. */
  readonly source: string;
  /** Where it really is. */
  readonly path: string;
  /** Another one of the same name and size differs in this. */
  readonly identity: string;
}

/** The files as they are now. */
export interface HookFiles {
  readonly entries: readonly HookFileEntry[];
  /** What cannot even be opened as a hook file. */
  readonly findings: readonly FileFinding[];
}

const finding = (file: string, message: string): FileFinding => ({ file, line: 0, severity: "error", message });

/** Also the moment its name, mode or bytes last changed, which nobody can set back. */
const identityOf = (stats: BigIntStats): string =>
  [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(" ");

/** What is wrong with a link in place of a definition: where it leads, agents may write. */
const linked = "it is a link, and what it leads to is not protected; put the thing itself there";

/** The folder the hooks are in, `null` when there is none, or why it is not used. */
function folderOf(root: string): { path: string } | { problem: string } | null {
  const path = join(root, hooksFolder);
  for (const part of [dirname(path), path]) {
    const seen = lstatSync(part, { throwIfNoEntry: false });
    if (seen === undefined) return null;
    if (seen.isSymbolicLink()) return { problem: part === path ? linked : `it lies behind a link: ${linked}` };
    if (!seen.isDirectory()) return part === path ? { problem: "it is not a folder" } : null;
  }
  return { path };
}

/** Why a file is not read; its identity otherwise. */
function lookAt(path: string): { path: string; identity: string; size: number } | { problem: string } {
  const stats = lstatSync(path, { bigint: true });
  if (stats.isSymbolicLink()) return { problem: linked };
  if (stats.isDirectory()) return { problem: "it is a folder, not a file" };
  if (!stats.isFile()) return { problem: "it is not a regular file" };
  if (stats.size > largestFile) return { problem: `it is larger than ${largestFile / 1024} KB` };
  return { path, identity: identityOf(stats), size: Number(stats.size) };
}

/** Whether a file of the folder declares a hook, by its name. */
export const isHookFileName = (name: string): boolean => /^[^./][^/]*\.ya?ml$/i.test(name);

/** Names by code unit: the same order on every machine. */
function namesIn(folder: string): string[] {
  return readdirSync(folder).filter(isHookFileName).sort();
}

/** Looks at the files of the repository's hooks, then at Writ's own. Synchronous and cheap: it is done for every event. */
export function lookAtHookFiles(root: string, builtins: string | null): HookFiles {
  const entries: HookFileEntry[] = [];
  const findings: FileFinding[] = [];
  let sum = 0;
  const add = (path: string, source: string) => {
    try {
      const seen = lookAt(path);
      if ("problem" in seen) return void findings.push(finding(source, seen.problem));
      const { size, ...entry } = seen;
      sum += size;
      if (sum > largestSum)
        findings.push(finding(source, `the hooks together are larger than ${largestSum / 1024} KB`));
      else entries.push({ source, ...entry });
    } catch {
      // Gone since it was listed.
    }
  };
  const folder = folderOf(root);
  if (folder !== null && "problem" in folder) findings.push(finding(hooksFolder, folder.problem));
  if (folder !== null && "path" in folder) {
    const names = namesIn(folder.path);
    if (names.length > mostFiles)
      findings.push(finding(hooksFolder, `it holds ${names.length} files; only the first ${mostFiles} are read`));
    for (const name of names.slice(0, mostFiles)) add(join(folder.path, name), `${hooksFolder}/${name}`);
  }
  for (const name of builtins === null ? [] : builtinNames(builtins))
    add(join(builtins ?? "", name), `builtin:${name.replace(/\.ya?ml$/, "")}`);
  return { entries, findings };
}

/** An installation without them has none. */
function builtinNames(folder: string): string[] {
  try {
    return namesIn(folder);
  } catch {
    return [];
  }
}
