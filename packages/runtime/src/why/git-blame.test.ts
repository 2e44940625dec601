import { rmSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { commitsOf, filesOfCommit, isChanged, lastCommitOf } from "./git-blame.ts";

function aRepo(files: Record<string, string>) {
  const repo = scratch(files, null);
  onTestFinished(() => repo.remove());
  const commit = (message: string) => {
    repo.git("add", "-A");
    repo.git("commit", "-qm", message);
    return repo.git("rev-parse", "HEAD").trim();
  };
  return { ...repo, commit };
}

describe("the commit that brought a line", () => {
  it("is told for each line, with its author and title", async () => {
    const repo = aRepo({ "a.ts": "one\ntwo\n" });
    const first = repo.commit("first: a title");
    repo.write("a.ts", "one\nTWO\nthree\n");
    const second = repo.commit("second");
    repo.write("a.ts", "one\nTWO\nthree\nfour\n");
    const found = await commitsOf(repo.root, "a.ts", { from: 1, to: 4 }, null);
    expect(found.get(1)).toMatchObject({ state: "committed", id: first, author: "Test", summary: "first: a title" });
    expect([2, 3].map((line) => found.get(line))).toEqual([1, 1].map(() => expect.objectContaining({ id: second })));
    expect(found.get(4)).toEqual({ state: "uncommitted" });
    expect(found.get(1)).not.toHaveProperty("oldest");
  });

  it("is asked of the submodule a file is kept in", async () => {
    const inner = aRepo({ "x.ts": "one\n", "y.ts": "other\n" });
    inner.commit("inner first");
    const repo = aRepo({ "a.ts": "one\n" });
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "src/sub");
    repo.commit("outer");
    const within = (...args: string[]) => repo.git("-C", "src/sub", ...args);
    repo.write("src/sub/x.ts", "one\ntwo\n");
    expect(await isChanged(repo.root, "src/sub/x.ts")).toBe(true);
    repo.write("src/sub/y.ts", "another\n");
    within("-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "-qam", "inner second");
    const second = within("rev-parse", "HEAD").trim();
    const found = await commitsOf(repo.root, "src/sub/x.ts", { from: 1, to: 2 }, null);
    expect([...found.values()]).toMatchObject([{ summary: "inner first" }, { summary: "inner second", id: second }]);
    expect(await lastCommitOf(repo.root, "src/sub/x.ts", null)).toMatchObject({ id: second });
    expect(await filesOfCommit(repo.root, "src/sub/x.ts", second)).toEqual(["src/sub/x.ts", "src/sub/y.ts"]);
    expect(await isChanged(repo.root, "src/sub/x.ts")).toBe(false);
  });

  it("is seen through a rename, and from a folder below git's top", async () => {
    const repo = aRepo({ "sub/a.ts": "a line that is long enough to be told again\n" });
    const first = repo.commit("first");
    repo.git("mv", "sub/a.ts", "sub/b.ts");
    repo.commit("rename");
    const found = await commitsOf(join(repo.root, "sub"), "b.ts", { from: 1, to: 1 }, null);
    expect(found.get(1)).toMatchObject({ id: first });
  });

  it("may be older than a shallow clone tells", async () => {
    const repo = aRepo({ "a.ts": "one\n" });
    repo.commit("first");
    repo.write("b.ts", "x\n");
    repo.commit("second");
    const clone = `${repo.root}-clone`;
    onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
    repo.git("clone", "-q", "--depth", "1", `file://${repo.root}`, clone);
    expect((await commitsOf(clone, "a.ts", { from: 1, to: 1 }, null)).get(1)).toMatchObject({ oldest: true });
  });

  it.each([
    ["not tracked", (repo: ReturnType<typeof aRepo>) => repo.write("b.ts", "x\n"), { state: "uncommitted" }],
    [
      "not in git",
      (repo: ReturnType<typeof aRepo>) => {
        repo.write("b.ts", "x\n");
        rmSync(join(repo.root, ".git"), { recursive: true });
      },
      { state: "unknown", reason: "this folder is not in git, or git cannot be run" },
    ],
  ])("is none where the file is %s", async (_, make, expected) => {
    const repo = aRepo({ "a.ts": "one\n" });
    repo.commit("first");
    make(repo);
    expect((await commitsOf(repo.root, "b.ts", { from: 1, to: 1 }, null)).get(1)).toEqual(expected);
    expect(await lastCommitOf(repo.root, "b.ts", null)).toEqual(expected);
  });

  it("is none before there is any commit", async () => {
    const repo = aRepo({ "a.ts": "one\n" });
    expect((await commitsOf(repo.root, "a.ts", { from: 1, to: 1 }, null)).get(1)).toEqual({ state: "uncommitted" });
    expect(await lastCommitOf(repo.root, "a.ts", null)).toEqual({ state: "uncommitted" });
  });
});

it("a commit names the files it changed, the first one too; a file says whether it is as committed", async () => {
  const repo = aRepo({ "a.ts": "one\n", "ü b.ts": "x\n" });
  const first = repo.commit("first");
  expect(await filesOfCommit(repo.root, "a.ts", first)).toEqual(["a.ts", "ü b.ts"]);
  expect(await isChanged(repo.root, "a.ts")).toBe(false);
  repo.write("a.ts", "two\n");
  expect(await isChanged(repo.root, "a.ts")).toBe(true);
});
