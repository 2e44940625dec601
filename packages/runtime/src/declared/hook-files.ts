import { type BigIntStats, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FileFinding } from "@writ/contracts";
import { fromRoot } from "./inside-root.ts";

/** Where a repository declares its hooks. */
const hooksFolder = ".system/hooks";

const largestFile = 256 * 1024;
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

/** The real folder the hooks are in, `null` when there is none, or why it is not used. */
function folderOf(root: string): { path: string } | { problem: string } | null {
  let path: string;
  try {
    path = realpathSync.native(join(root, hooksFolder));
  } catch {
    const link = lstatSync(join(root, hooksFolder), { throwIfNoEntry: false });
    return link === undefined ? null : { problem: "it is a link to nothing" };
  }
  if (fromRoot(root, path) === null) return { problem: "it is, or lies behind, a link out of the repository" };
  return statSync(path).isDirectory() ? { path } : { problem: "it is not a folder" };
}

/** Why a file is not read; its identity otherwise. */
function lookAt(root: string, path: string): { path: string; identity: string } | { problem: string } {
  const link = lstatSync(path, { bigint: true });
  let real = path;
  let stats = link;
  if (link.isSymbolicLink()) {
    try {
      real = realpathSync.native(path);
      stats = statSync(real, { bigint: true });
    } catch {
      return { problem: "it is a link to nothing" };
    }
    if (fromRoot(root, real) === null) return { problem: "it is a link out of the repository" };
  }
  if (stats.isDirectory()) return { problem: "it is a folder, not a file" };
  if (!stats.isFile()) return { problem: "it is not a regular file" };
  if (stats.size > largestFile) return { problem: `it is larger than ${largestFile / 1024} KB` };
  return { path: real, identity: `${identityOf(link)} ${identityOf(stats)}` };
}

/** Names by code unit: the same order on every machine. */
function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^[^.].*\.ya?ml$/i.test(name))
    .sort();
}

/** Looks at the files of the repository's hooks, then at Writ's own. Synchronous and cheap: it is done for every event. */
export function lookAtHookFiles(root: string, builtins: string | null): HookFiles {
  const entries: HookFileEntry[] = [];
  const findings: FileFinding[] = [];
  const add = (path: string, source: string, within: string) => {
    try {
      const seen = lookAt(within, path);
      if ("problem" in seen) findings.push(finding(source, seen.problem));
      else entries.push({ source, ...seen });
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
    for (const name of names.slice(0, mostFiles)) add(join(folder.path, name), `${hooksFolder}/${name}`, root);
  }
  for (const name of builtins === null ? [] : builtinNames(builtins))
    add(join(builtins ?? "", name), `builtin:${name.replace(/\.ya?ml$/, "")}`, builtins ?? "");
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
