import { join } from "node:path";
import type { TreeState } from "@writ/contracts";
import { gitFolders } from "../../git/folders.ts";
import { textIn } from "../../git/text-in.ts";
import type { Clock } from "../look/clock.ts";
import { walk } from "./brought.ts";
import { trustedIn } from "./others.ts";
import type { Version } from "./path-commits.ts";

/** The looks before and after a call. */
export interface Looks {
  before: TreeState;
  after: TreeState;
}

const isCommit = (mark: string): boolean => /^[0-9a-f]{40,64}$/.test(mark);

/** Where to look, and which commits nobody is known to have made. */
export interface Commits {
  from: readonly string[];
  isUnsure(commit: string, path: string): boolean;
}

/** The commits everything stood at before the call, and what was fetched in it. */
export async function commitsOf(root: string, { before, after }: Looks, clock: Clock): Promise<Commits> {
  const trusted = [...new Set([...trustedIn(before), ...trustedIn(after)])].filter(isCommit);
  const { head, tips = [], recorded = [] } = before;
  const known = new Set(trusted);
  const others = [...(head === null ? [] : [head]), ...tips, ...fetchedIn(root)];
  const doubtful = [...new Set(others)].filter((mark) => isCommit(mark) && !known.has(mark));
  const walked = doubtful.length === 0 ? null : await walk(root, doubtful, trusted, clock);
  const made = new Set(walked?.inside ?? doubtful);
  const open = new Map(recorded.map(({ commit, except }) => [commit, new Set(except)]));
  return {
    from: [...trusted, ...doubtful],
    isUnsure: (commit, path) => made.has(commit) && open.get(commit)?.has(path) !== false,
  };
}

/** What was fetched last, wherever from. */
function fetchedIn(root: string): string[] {
  const own = gitFolders(root)?.own;
  const lines = own === undefined ? [] : (textIn(join(own, "FETCH_HEAD")) ?? "").split("\n");
  return lines.map((line) => line.split("\t")[0] ?? "").filter(isCommit);
}

/** What the index had. Whoever put it there, git does not say. */
export function staged(paths: readonly string[], { index }: TreeState): Version[] {
  const asked = new Set(paths);
  return (index?.staged ?? [])
    .filter(([path]) => asked.has(path))
    .map(([path, object]) => ({ path, object, isUnsure: true }));
}
