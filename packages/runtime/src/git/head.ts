import { join } from "node:path";
import { type GitFolders, gitFolders } from "./folders.ts";
import { textIn } from "./text-in.ts";

/** Where the work tree stands. */
export interface Head {
  /** Commit id, or `unknown` outside git and before the first commit (R96). */
  revision: string;
  /** Branch name; `null` for a detached HEAD or outside git. */
  branch: string | null;
}

const nowhere: Head = { revision: "unknown", branch: null };

const commitId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function readRef({ own, shared }: GitFolders, ref: string, depth = 0): string {
  const loose = (textIn(join(own, ref)) ?? textIn(join(shared, ref)))?.trim();
  if (loose !== undefined && commitId.test(loose)) return loose;
  const symbolic = /^ref: (.+)$/.exec(loose ?? "")?.[1];
  if (symbolic !== undefined && depth < 5) return readRef({ own, shared }, symbolic, depth + 1);
  const packed = textIn(join(shared, "packed-refs")) ?? "";
  const line = packed.split("\n").find((candidate) => candidate.endsWith(` ${ref}`));
  const id = line?.split(" ")[0] ?? "";
  return commitId.test(id) ? id : "unknown";
}

/** Reads HEAD from the files: no git process on the decision path. Never throws. */
export async function readHead(root: string): Promise<Head> {
  const folders = gitFolders(root);
  if (folders === null) return nowhere;
  const head = textIn(join(folders.own, "HEAD"))?.trim() ?? "";
  if (commitId.test(head)) return { revision: head, branch: null };
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (ref === undefined) return nowhere;
  const branch = ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : null;
  return { revision: readRef(folders, ref), branch };
}
