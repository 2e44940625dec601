// What git does to a repository that people and agents work in.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReadClock } from "./clocks.ts";
import type { Dice } from "./dice.ts";
import { edit, newPath, type Stage } from "./edits.ts";
import { type Copy, cloneOf, gitIn } from "./world.ts";

/** The stage, with what git operations share. */
export interface GitStage extends Stage {
  folder: string;
  count: { branches: number; clones: number };
  /** Somebody else's working copy, once there is one. */
  other: Copy | null;
  clockOf(name: string): ReadClock;
}

type GitOperation = (stage: GitStage) => Promise<void>;

/** Somebody runs git: a person, or an agent through the engine. What git does is the same, and nobody's work. */
async function runs({ copy, roll, gitBy }: Stage, command: string, execute: () => void | Promise<void>): Promise<void> {
  if (gitBy === "people" || roll.below(3) === 0) await execute();
  else await copy.run(command, execute);
}

/** As the commit hook does it. */
export async function commit(stage: Stage, message = "work", ...how: string[]): Promise<void> {
  const { copy } = stage;
  await runs(stage, "git add -A && git commit -m work", async () => {
    copy.git("add", "-A");
    await copy.writ.publish();
    copy.tries("commit", "-qm", message, "--no-verify", ...how);
  });
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
  await commit(stage, "before");
  count.branches += 1;
  const name = `b${count.branches}`;
  await runs(stage, `git checkout -b ${name}`, () => void copy.git("checkout", "-qb", name));
  await edit(stage);
  await edit(stage);
  await commit(stage, "branch");
  await edit(stage);
  await commit(stage, "branch 2");
  return name;
}

async function branchAndBack(stage: GitStage): Promise<string> {
  const { copy } = stage;
  const main = copy.git("branch", "--show-current").trim();
  const name = await branchOff(stage);
  await runs(stage, `git checkout ${main}`, () => void copy.git("checkout", "-q", main));
  await edit(stage);
  await commit(stage, "main");
  return name;
}

const merging = { go: ["commit", "-qm", "merge", "--no-verify"], abort: ["merge", "--abort"] };

export const gits: Record<string, GitOperation> = {
  commit: (stage) => commit(stage),
  async amend(stage) {
    await commit(stage, "before");
    await edit(stage);
    await commit(stage, "amended", "--amend");
  },
  async merge(stage) {
    const { copy, roll } = stage;
    const name = await branchAndBack(stage);
    await runs(stage, `git merge ${name}`, () => {
      if (!copy.tries("merge", "-q", "--no-edit", name)) settle(copy, roll, merging.go, merging.abort);
    });
  },
  async rebase(stage) {
    const { copy, roll } = stage;
    const name = await branchAndBack(stage);
    const main = copy.git("branch", "--show-current").trim();
    await runs(stage, `git rebase ${main} ${name}`, () => {
      copy.git("checkout", "-q", name);
      if (!copy.tries("rebase", "-q", main)) settle(copy, roll, ["rebase", "--continue"], ["rebase", "--abort"]);
    });
    await runs(stage, `git checkout ${main} && git merge ${name}`, () => {
      copy.git("checkout", "-q", main);
      if (!copy.tries("merge", "-q", "--ff-only", name)) copy.git("reset", "-q", "--hard", name);
    });
  },
  async squash(stage) {
    const { copy, roll } = stage;
    const name = await branchAndBack(stage);
    await runs(stage, `git merge --squash ${name}`, () => {
      if (!copy.tries("merge", "-q", "--squash", name))
        settle(copy, roll, ["commit", "-qm", "squash", "--no-verify"], ["reset", "-q", "--hard"]);
    });
    await commit(stage, "squash");
    copy.git("branch", "-qD", name);
  },
  async "squash from a fresh clone"(stage) {
    const { copy, roll, folder, count } = stage;
    const name = await branchAndBack(stage);
    const main = copy.git("branch", "--show-current").trim();
    count.clones += 1;
    const root = join(folder, `server${count.clones}`);
    stage.clockOf(`server${count.clones}`)();
    gitIn(folder, "clone", "-q", copy.root, root);
    try {
      gitIn(root, "merge", "-q", "--squash", `origin/${name}`);
      gitIn(root, "commit", "-qm", "squashed there");
    } catch {
      return;
    }
    copy.git("branch", "-qD", name);
    await runs(stage, `git pull ${root} ${main}`, () => {
      if (!copy.tries("pull", "-q", "--no-rebase", "--no-edit", root, main))
        settle(copy, roll, merging.go, merging.abort);
    });
  },
  async "cherry-pick"(stage) {
    const { copy, roll } = stage;
    const name = await branchAndBack(stage);
    await runs(stage, `git cherry-pick ${name}`, () => {
      if (!copy.tries("cherry-pick", name))
        settle(copy, roll, ["cherry-pick", "--continue"], ["cherry-pick", "--abort"]);
    });
  },
  async revert(stage) {
    const { copy, roll } = stage;
    await commit(stage, "before");
    await edit(stage);
    await commit(stage, "to be reverted");
    if (roll.below(2) === 0) await edit(stage);
    await commit(stage, "after that");
    // Where nothing changed there is no such commit, and the first one is not to be taken back.
    const nth = copy.git("log", "-2", "--format=%s").split("\n").indexOf("to be reverted");
    if (nth < 0) return;
    const which = `HEAD~${nth}`;
    await runs(stage, `git revert ${which}`, () => {
      if (!copy.tries("revert", "--no-edit", which))
        settle(copy, roll, ["revert", "--continue"], ["revert", "--abort"]);
    });
  },
  async stash(stage) {
    const { copy } = stage;
    await edit(stage);
    if (copy.git("status", "--porcelain", "src") === "") return;
    // Git refuses where a rename is staged.
    let isAside = false;
    await runs(stage, "git stash -u -- src", () => {
      isAside = copy.tries("stash", "-q", "-u", "--", "src");
    });
    if (!isAside) return;
    await edit(stage);
    await commit(stage, "between");
    await runs(stage, "git stash pop", () => {
      if (copy.tries("stash", "pop", "-q")) return;
      for (const path of open(copy))
        if (!copy.tries("checkout", "-q", "--theirs", "--", path)) copy.tries("rm", "-qf", "--", path);
      copy.git("add", "-A");
      copy.tries("stash", "drop", "-q");
    });
  },
  async "git mv"(stage) {
    const { copy, roll } = stage;
    await commit(stage, "before");
    if (copy.paths().length === 0) return;
    const [from, to] = [roll.of(copy.paths()), newPath(stage, "moved")];
    await runs(stage, `git mv ${from} ${to}`, () => void copy.git("mv", from, to));
    await commit(stage, "rename");
  },
  async "partial staging"(stage) {
    const { copy, roll } = stage;
    await commit(stage, "before");
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
    await commit(stage, "before");
    await edit(stage);
    const main = copy.git("branch", "--show-current").trim();
    count.branches += 1;
    const name = `b${count.branches}`;
    await runs(stage, `git checkout -b ${name}`, () => void copy.git("checkout", "-qb", name));
    await edit(stage);
    let isBack = false;
    await runs(stage, `git checkout ${main}`, () => {
      isBack = copy.tries("checkout", "-q", main);
    });
    if (!isBack) {
      await commit(stage, "there");
      await runs(stage, `git checkout ${main} && git merge --ff-only ${name}`, () => {
        copy.git("checkout", "-q", main);
        copy.tries("merge", "-q", "--ff-only", name);
      });
    }
    await edit(stage);
  },
  async "another writer"(stage) {
    const { copy, roll, folder } = stage;
    await commit(stage, "before");
    const main = copy.git("branch", "--show-current").trim();
    stage.other ??= await cloneOf(copy.root, join(folder, "other"), stage.clockOf("other"));
    const { other } = stage;
    await runs({ ...stage, copy: other }, `git pull ${copy.root} ${main}`, () => {
      if (!other.tries("pull", "-q", "--no-rebase", "--no-edit", copy.root, main))
        settle(other, roll, merging.go, merging.abort);
    });
    for (let step = 0; step < 2; step += 1) await edit({ ...stage, copy: other });
    await commit({ ...stage, copy: other }, "elsewhere");
    stage.truth.end(copy);
    if (roll.below(2) === 0) await edit(stage);
    await commit(stage, "meanwhile");
    await runs(stage, `git pull ${other.root} HEAD`, () => {
      if (!copy.tries("pull", "-q", "--no-rebase", "--no-edit", other.root, "HEAD"))
        settle(copy, roll, merging.go, merging.abort);
    });
  },
};

/** What agents do with git that people do less. */
export const agentsGits: Record<string, GitOperation> = {
  ...gits,
  async "throw away"(stage) {
    const { copy, roll } = stage;
    if (roll.below(2) === 0) await commit(stage, "before");
    await edit(stage);
    const path = roll.of(copy.paths());
    await runs(stage, `git checkout -- ${path}`, () => void copy.tries("checkout", "-q", "--", path));
  },
  async "take from an older commit"(stage) {
    const { copy, roll } = stage;
    await commit(stage, "before");
    await edit(stage);
    await commit(stage, "after");
    const path = roll.of(copy.paths());
    const which = `HEAD~${1 + roll.below(3)}`;
    await runs(stage, `git checkout ${which} -- ${path}`, () => void copy.tries("checkout", "-q", which, "--", path));
  },
  async "reset hard"(stage) {
    const { copy } = stage;
    await commit(stage, "before");
    await edit(stage);
    await runs(stage, "git reset --hard", () => void copy.git("reset", "-q", "--hard"));
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
