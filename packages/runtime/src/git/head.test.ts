import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { readHead } from "./head.ts";

function aRepo() {
  const repo = scratch({ "a.ts": "1\n" }, null);
  onTestFinished(() => repo.remove());
  const commit = () => {
    repo.git("add", "-A");
    repo.git("commit", "-qm", "x", "--allow-empty");
    return repo.git("rev-parse", "HEAD").trim();
  };
  return { ...repo, commit };
}

describe("HEAD, read without git", () => {
  it("is unknown before the first commit, and says the branch", async () => {
    expect(await readHead(aRepo().root)).toEqual({ revision: "unknown", branch: "main" });
  });

  it("is the commit git says, also from packed refs, on a branch with slashes and in a subfolder", async () => {
    const repo = aRepo();
    repo.commit();
    repo.git("checkout", "-qb", "feature/INT-042-x");
    const revision = repo.commit();
    mkdirSync(join(repo.root, "deep/er"), { recursive: true });
    expect(await readHead(join(repo.root, "deep/er"))).toEqual({ revision, branch: "feature/INT-042-x" });
    repo.git("pack-refs", "--all");
    expect(await readHead(repo.root)).toEqual({ revision, branch: "feature/INT-042-x" });
  });

  it("has no branch when it is detached", async () => {
    const repo = aRepo();
    const revision = repo.commit();
    repo.git("checkout", "-q", "--detach");
    expect(await readHead(repo.root)).toEqual({ revision, branch: null });
  });

  it("is each linked work tree's own", async () => {
    const repo = aRepo();
    repo.commit();
    const tree = `${repo.root}-tree`;
    onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
    repo.git("worktree", "add", "-q", "-b", "side", tree);
    const revision = repo.commit();
    expect(await readHead(repo.root)).toEqual({ revision, branch: "main" });
    expect((await readHead(tree)).branch).toBe("side");
    expect((await readHead(tree)).revision).not.toBe(revision);
  });

  it("is unknown outside git", async () => {
    const repo = aRepo();
    rmSync(join(repo.root, ".git"), { recursive: true });
    expect(await readHead(repo.root)).toEqual({ revision: "unknown", branch: null });
  });
});
