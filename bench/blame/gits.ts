// What git does to a repository that people and agents work in.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Dice } from "./dice.ts";
import { edit, newPath, type Stage } from "./edits.ts";
import { type Copy, cloneOf, gitIn } from "./world.ts";

/** The stage, with what git operations share. */
export interface GitStage extends Stage {
  folder: string;
  count: { branches: number; clones: number };
  /** Somebody else's working copy, once there is one. */
  other: Copy | null;
}

type GitOperation = (stage: GitStage) => Promise<void>;

/** As the commit hook does it. */
export async function commit(copy: Copy, message = "work", ...how: string[]): Promise<void> {
  copy.git("add", "-A");
  await copy.writ.publish();
  copy.tries("commit", "-qm", message, "--no-verify", ...how);
}

const open = (copy: Copy): string[] =>
  copy
    .git("diff", "--name-only", "--diff-filter=U")
    .split("\n")
    .filter((path) => path !== "");

/** A conflict is settled by taking one side; of the ledger nothing is thrown away. */
function settle(copy: Copy, roll: Dice, go: string[], abort: string[]): void {
  for (let round = 0; round < 20; round += 1) {
    for (const path of open(copy)) {
      const side = roll.below(2) === 0 ? "--ours" : "--theirs";
      const sides = path.startsWith("src/") ? [side] : ["--theirs", "--ours"];
      if (sides.some((one) => copy.tries("checkout", one, "--", path))) copy.git("add", "--", path);
      else copy.tries("rm", "-q", "--", path);
    }
    if (copy.tries(...go)) return;
    const isOver = !["rebase-merge", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"].some((name) =>
      existsSync(join(copy.root, ".git", name)),
    );
    if (isOver && open(copy).length === 0) return;
  }
  copy.tries(...abort);
}

async function branchOff(stage: GitStage): Promise<string> {
  const { copy, count } = stage;
  await commit(copy, "before");
  count.branches += 1;
  const name = `b${count.branches}`;
  copy.git("checkout", "-qb", name);
  await edit(stage);
  await edit(stage);
  await commit(copy, "branch");
  await edit(stage);
  await commit(copy, "branch 2");
  return name;
}

async function branchAndBack(stage: GitStage): Promise<string> {
  const { copy } = stage;
  const main = copy.git("branch", "--show-current").trim();
  const name = await branchOff(stage);
  copy.git("checkout", "-q", main);
  await edit(stage);
  await commit(copy, "main");
  return name;
}

const merging = { go: ["commit", "-qm", "merge", "--no-verify"], abort: ["merge", "--abort"] };

export const gits: Record<string, GitOperation> = {
  commit: ({ copy }) => commit(copy),
  async amend(stage) {
    const { copy } = stage;
    await commit(copy, "before");
    await edit(stage);
    await commit(copy, "amended", "--amend");
  },
  async merge(stage) {
    const { copy, roll } = stage;
    const name = await branchAndBack(stage);
    if (!copy.tries("merge", "-q", "--no-edit", name)) settle(copy, roll, merging.go, merging.abort);
  },
  async rebase(stage) {
    const { copy, roll } = stage;
    const name = await branchAndBack(stage);
    const main = copy.git("branch", "--show-current").trim();
    copy.git("checkout", "-q", name);
    if (!copy.tries("rebase", "-q", main)) settle(copy, roll, ["rebase", "--continue"], ["rebase", "--abort"]);
    copy.git("checkout", "-q", main);
    if (!copy.tries("merge", "-q", "--ff-only", name)) copy.git("reset", "-q", "--hard", name);
  },
  async squash(stage) {
    const { copy, roll } = stage;
    const name = await branchAndBack(stage);
    if (!copy.tries("merge", "-q", "--squash", name))
      settle(copy, roll, ["commit", "-qm", "squash", "--no-verify"], ["reset", "-q", "--hard"]);
    await commit(copy, "squash");
    copy.git("branch", "-qD", name);
  },
  async "squash from a fresh clone"(stage) {
    const { copy, roll, folder, count } = stage;
    const name = await branchAndBack(stage);
    const main = copy.git("branch", "--show-current").trim();
    count.clones += 1;
    const root = join(folder, `server${count.clones}`);
    gitIn(folder, "clone", "-q", copy.root, root);
    try {
      gitIn(root, "merge", "-q", "--squash", `origin/${name}`);
      gitIn(root, "commit", "-qm", "squashed there");
    } catch {
      return;
    }
    copy.git("branch", "-qD", name);
    if (!copy.tries("pull", "-q", "--no-rebase", "--no-edit", root, main))
      settle(copy, roll, merging.go, merging.abort);
  },
  async "cherry-pick"(stage) {
    const { copy, roll } = stage;
    const name = await branchAndBack(stage);
    if (!copy.tries("cherry-pick", name)) settle(copy, roll, ["cherry-pick", "--continue"], ["cherry-pick", "--abort"]);
  },
  async revert(stage) {
    const { copy, roll } = stage;
    await commit(copy, "before");
    await edit(stage);
    await commit(copy, "to be reverted");
    if (roll.below(2) === 0) await edit(stage);
    await commit(copy, "after that");
    const which = copy.git("log", "-1", "--format=%s").trim() === "after that" ? "HEAD~1" : "HEAD";
    if (!copy.tries("revert", "--no-edit", which)) settle(copy, roll, ["revert", "--continue"], ["revert", "--abort"]);
  },
  async stash(stage) {
    const { copy } = stage;
    await edit(stage);
    if (copy.git("status", "--porcelain", "src") === "") return;
    // Git refuses where a rename is staged.
    if (!copy.tries("stash", "-q", "-u", "--", "src")) return;
    await edit(stage);
    await commit(copy, "between");
    if (copy.tries("stash", "pop", "-q")) return;
    for (const path of open(copy))
      if (!copy.tries("checkout", "-q", "--theirs", "--", path)) copy.tries("rm", "-qf", "--", path);
    copy.git("add", "-A");
    copy.tries("stash", "drop", "-q");
  },
  async "git mv"({ copy, roll, truth }) {
    await commit(copy, "before");
    if (copy.paths().length === 0) return;
    copy.git("mv", roll.of(copy.paths()), newPath({ truth }, "moved"));
    await commit(copy, "rename");
  },
  async "partial staging"(stage) {
    const { copy, roll } = stage;
    await commit(copy, "before");
    await edit(stage);
    await edit(stage);
    if (copy.paths().length === 0) return;
    copy.git("add", "-N", "--", "src");
    // Somebody answers `git add -p`; what they do not take stays in the work tree.
    const path = roll.of(copy.paths());
    const whole = copy.read(path);
    const half = halfOf(copy, path, whole, roll);
    copy.put(path, half);
    copy.git("add", "--", path);
    copy.put(path, whole);
    await copy.writ.publish();
    copy.tries("commit", "-qm", "part", "--no-verify");
  },
  async "branch switch with work in progress"(stage) {
    const { copy, count } = stage;
    await commit(copy, "before");
    await edit(stage);
    const main = copy.git("branch", "--show-current").trim();
    count.branches += 1;
    copy.git("checkout", "-qb", `b${count.branches}`);
    await edit(stage);
    if (!copy.tries("checkout", "-q", main)) {
      await commit(copy, "there");
      copy.git("checkout", "-q", main);
      copy.tries("merge", "-q", "--ff-only", `b${count.branches}`);
    }
    await edit(stage);
  },
  async "another writer"(stage) {
    const { copy, roll, folder } = stage;
    await commit(copy, "before");
    const main = copy.git("branch", "--show-current").trim();
    stage.other ??= await cloneOf(copy.root, join(folder, "other"));
    const { other } = stage;
    if (!other.tries("pull", "-q", "--no-rebase", "--no-edit", copy.root, main))
      settle(other, roll, merging.go, merging.abort);
    for (let step = 0; step < 2; step += 1) await edit({ ...stage, copy: other });
    await commit(other, "elsewhere");
    stage.truth.end(copy);
    if (roll.below(2) === 0) await edit(stage);
    await commit(copy, "meanwhile");
    if (!copy.tries("pull", "-q", "--no-rebase", "--no-edit", other.root, "HEAD"))
      settle(copy, roll, merging.go, merging.abort);
  },
};

/** The file in git, with every other change of the work tree's. */
function halfOf(copy: Copy, path: string, whole: readonly string[], roll: Dice): string[] {
  let old: string[];
  try {
    old = copy.git("show", `HEAD:${path}`).split("\n").slice(0, -1);
  } catch {
    return whole.slice(0, 1 + roll.below(whole.length));
  }
  let head = 0;
  while (head < old.length && head < whole.length && old[head] === whole[head]) head += 1;
  const taken = head + roll.below(whole.length - head + 1);
  const place = old.findIndex((line, at) => at >= head && line === whole[taken]);
  return place < 0 ? [...whole] : [...whole.slice(0, taken), ...old.slice(place)];
}
