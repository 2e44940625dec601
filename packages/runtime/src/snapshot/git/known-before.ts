import { join } from "node:path";
import type { SnapshotStore, TreeState } from "@writ/contracts";
import { gitFolders } from "../../git/folders.ts";
import { textIn } from "../../git/text-in.ts";
import type { Clock } from "../look/clock.ts";
import { withIndexCopy } from "../look/git-index.ts";
import { walk } from "./brought.ts";
import { trustedIn } from "./others.ts";
import type { Version } from "./path-commits.ts";
import { runGit } from "./run-git.ts";

/** The looks before and after a call, and where the index of the first is kept. */
export interface Looks {
  before: TreeState;
  after: TreeState;
  store: Pick<SnapshotStore, "readObject">;
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
export async function staged(root: string, paths: readonly string[], { before, store }: Looks, clock: Clock) {
  if (before.index === undefined) return [];
  const list = ["--literal-pathspecs", "ls-files", "-s", "-z", "--", ...paths];
  const printed = await withIndexCopy(before.index, store, (file) =>
    runGit(root, list, clock, "", { GIT_INDEX_FILE: file }),
  );
  return (printed?.toString() ?? "").split("\0").flatMap((entry): Version[] => {
    const [, object, path] = /^\d+ ([0-9a-f]+) \d\t(.*)$/s.exec(entry) ?? [];
    return object === undefined || path === undefined ? [] : [{ path, object, isUnsure: true }];
  });
}
