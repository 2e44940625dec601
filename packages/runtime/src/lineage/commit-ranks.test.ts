import { scratch } from "@writ/testkit";
import { expect, it, onTestFinished } from "vitest";
import { commitRanks } from "./commit-ranks.ts";

/** Two commits side by side on a first one, a merge of both, and the ids of all by name. */
function aHistory() {
  const repo = scratch({ "a.ts": "1\n" }, null);
  onTestFinished(() => repo.remove());
  const git = (...args: string[]) => repo.git(...args).trim();
  git("add", "-A");
  const tree = git("write-tree");
  const commit = (message: string, ...parents: string[]) =>
    git("commit-tree", tree, "-m", message, ...parents.flatMap((id) => ["-p", id]));
  const first = commit("first");
  const left = commit("left", first);
  const right = commit("right", first);
  return { root: repo.root, first, left, right, both: commit("both", left, right) };
}

it("ranks commits after their parents, and calls none of two branches the later one", async () => {
  const { root, first, left, right, both } = aHistory();
  const ranks = commitRanks(root);
  await ranks.load([both, "--all", "f".repeat(40)]);
  expect(ranks.isAfter(both, first)).toBe(true);
  expect(ranks.isAfter(left, first)).toBe(true);
  expect(ranks.isAfter(first, left)).toBe(false);
  expect(ranks.isAfter(left, right) || ranks.isAfter(right, left)).toBe(false);
  expect(ranks.isAfter(both, "f".repeat(40))).toBe(false);
  expect(ranks.rankOf(both)).toBeGreaterThan(Math.max(ranks.rankOf(left) ?? 9, ranks.rankOf(right) ?? 9));
});

it("has an answer for everyone who asks side by side", async () => {
  const { root, first, left, right } = aHistory();
  const ranks = commitRanks(root);
  const asked = [[left], [left, first], [right], [first]].map(async (commits) => {
    await ranks.load(commits);
    return commits.every((commit) => ranks.rankOf(commit) !== undefined);
  });
  expect(await Promise.all(asked)).toEqual([true, true, true, true]);
});
