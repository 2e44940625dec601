import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** Where the work tree stands. */
export interface Head {
  /** Commit id, or `unknown` outside git and before the first commit (R96). */
  revision: string;
  /** Branch name; `null` for a detached HEAD or outside git. */
  branch: string | null;
}

const nowhere: Head = { revision: "unknown", branch: null };

async function text(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch {
    return null;
  }
}

/** The git folder of a work tree: also for linked work trees and submodules, whose `.git` is a file. */
async function gitDir(root: string): Promise<string | null> {
  for (let here = root; ; here = dirname(here)) {
    const dotGit = join(here, ".git");
    try {
      if ((await stat(dotGit)).isDirectory()) return dotGit;
      const target = /^gitdir: (.+)$/m.exec((await text(dotGit)) ?? "")?.[1]?.trim();
      return target === undefined ? null : resolve(here, target);
    } catch {
      if (dirname(here) === here) return null;
    }
  }
}

async function commonDir(dir: string): Promise<string> {
  const common = (await text(join(dir, "commondir")))?.trim();
  if (common === undefined || common === "") return dir;
  return isAbsolute(common) ? common : resolve(dir, common);
}

const commitId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

async function readRef(dir: string, common: string, ref: string, depth = 0): Promise<string> {
  const loose = ((await text(join(dir, ref))) ?? (await text(join(common, ref))))?.trim();
  if (loose !== undefined && commitId.test(loose)) return loose;
  const symbolic = /^ref: (.+)$/.exec(loose ?? "")?.[1];
  if (symbolic !== undefined && depth < 5) return readRef(dir, common, symbolic, depth + 1);
  const packed = (await text(join(common, "packed-refs"))) ?? "";
  const line = packed.split("\n").find((candidate) => candidate.endsWith(` ${ref}`));
  const id = line?.split(" ")[0] ?? "";
  return commitId.test(id) ? id : "unknown";
}

/** Reads HEAD from the files: no git process on the decision path. Never throws. */
export async function readHead(root: string): Promise<Head> {
  const dir = await gitDir(root);
  if (dir === null) return nowhere;
  const head = (await text(join(dir, "HEAD")))?.trim() ?? "";
  if (commitId.test(head)) return { revision: head, branch: null };
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (ref === undefined) return nowhere;
  const branch = ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
  return { revision: await readRef(dir, await commonDir(dir), ref), branch };
}
