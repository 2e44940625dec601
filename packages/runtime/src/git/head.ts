import { statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readPlainFile } from "@writ/stores";

/** Where the work tree stands. */
export interface Head {
  /** Commit id, or `unknown` outside git and before the first commit (R96). */
  revision: string;
  /** Branch name; `null` for a detached HEAD or outside git. */
  branch: string | null;
}

/** Packed references of a very old repository. */
const largest = 64 * 1024 * 1024;

const nowhere: Head = { revision: "unknown", branch: null };

/** What a small file of git's holds. A pipe or a device under its name would never answer, so only a plain file is read. */
function text(file: string): string | null {
  try {
    const read = readPlainFile(file, largest);
    return read instanceof Uint8Array ? new TextDecoder().decode(read) : null;
  } catch {
    return null;
  }
}

/** The git folder of a work tree: also for linked work trees and submodules, whose `.git` is a file. */
function gitDir(root: string): string | null {
  for (let here = root; ; here = dirname(here)) {
    const dotGit = join(here, ".git");
    const stats = statSync(dotGit, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return dotGit;
    if (stats !== undefined) {
      const target = /^gitdir: (.+)$/m.exec(text(dotGit) ?? "")?.[1]?.trim();
      return target === undefined ? null : resolve(here, target);
    }
    if (dirname(here) === here) return null;
  }
}

function commonDir(dir: string): string {
  const common = text(join(dir, "commondir"))?.trim();
  if (common === undefined || common === "") return dir;
  return isAbsolute(common) ? common : resolve(dir, common);
}

const commitId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function readRef(dir: string, common: string, ref: string, depth = 0): string {
  const loose = (text(join(dir, ref)) ?? text(join(common, ref)))?.trim();
  if (loose !== undefined && commitId.test(loose)) return loose;
  const symbolic = /^ref: (.+)$/.exec(loose ?? "")?.[1];
  if (symbolic !== undefined && depth < 5) return readRef(dir, common, symbolic, depth + 1);
  const packed = text(join(common, "packed-refs")) ?? "";
  const line = packed.split("\n").find((candidate) => candidate.endsWith(` ${ref}`));
  const id = line?.split(" ")[0] ?? "";
  return commitId.test(id) ? id : "unknown";
}

/** Reads HEAD from the files: no git process on the decision path. Never throws. */
export async function readHead(root: string): Promise<Head> {
  const dir = gitDir(root);
  if (dir === null) return nowhere;
  const head = text(join(dir, "HEAD"))?.trim() ?? "";
  if (commitId.test(head)) return { revision: head, branch: null };
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (ref === undefined) return nowhere;
  const branch = ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
  return { revision: readRef(dir, commonDir(dir), ref), branch };
}
