import type { CommitRank } from "@writ/engine";
import { gitTop } from "../git/folders.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";
import { gitMs, type Tree } from "./tree.ts";

/** Which commits come before which others, as far as it was asked for. */
export interface CommitRanks {
  /** Asks git about these commits, all at once. */
  load(commits: Iterable<string>): Promise<void>;
  rankOf: CommitRank;
  /** Whether a commit came of another one; of a commit that is not here it is not known to have. */
  isAfter(commit: string, other: string): boolean;
}

/** A commit's id, and nothing that git would take for an option. */
const isCommit = (text: string): boolean => /^[0-9a-f]{40,64}$/.test(text);

const byTree = new WeakMap<Tree, CommitRanks>();

/** The ranks for all files of a tree: git walks through the history once, not once a file. */
export function ranksFor(root: string, tree: Tree): CommitRanks {
  const ranks = byTree.get(tree) ?? commitRanks(root);
  byTree.set(tree, ranks);
  return ranks;
}

/** Ranks commits by their parents. The dates of commits, which anybody may set, have no part in it. */
export function commitRanks(root: string): CommitRanks {
  const asked = new Set<string>();
  let loading: Promise<void> = Promise.resolve();
  let ranks = new Map<string, number>();
  let parents: readonly (readonly string[])[] = [];
  const read = async (commits: readonly string[]): Promise<void> => {
    const fresh = commits.filter((commit) => !asked.has(commit));
    for (const commit of fresh) asked.add(commit);
    if (fresh.every((commit) => ranks.has(commit)) || gitTop(root) === null) return;
    const list = ["rev-list", "--parents", "--topo-order", "--reverse", "--ignore-missing", "--stdin"];
    const input = [...asked].sort().map((commit) => `${commit}\n`);
    const out = await runGit(root, list, startClock(gitMs), input.join(""));
    const rows = (out?.toString() ?? "").split("\n").map((row) => row.split(" "));
    ranks = new Map(rows.map(([commit = ""], rank) => [commit, rank]));
    parents = rows.map(([, ...above]) => above);
  };
  return {
    load(commits) {
      const sought = [...new Set(commits)].filter(isCommit);
      // Files are looked at side by side: whoever asks for what another one is reading waits for it.
      const next = loading.then(() => read(sought));
      loading = next.catch(() => {});
      return next;
    },
    rankOf: (commit) => ranks.get(commit),
    isAfter(commit, other) {
      const [from, to] = [ranks.get(commit), ranks.get(other)];
      if (from === undefined || to === undefined) return false;
      const open = [from];
      const seen = new Set(open);
      for (let rank = open.pop(); rank !== undefined; rank = open.pop())
        for (const parent of parents[rank] ?? []) {
          const above = ranks.get(parent);
          if (above === to) return true;
          // Parents come first, so nothing above what is sought leads to it.
          if (above === undefined || above < to || seen.has(above)) continue;
          seen.add(above);
          open.push(above);
        }
      return false;
    },
  };
}
