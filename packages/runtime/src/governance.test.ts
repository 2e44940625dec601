import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  governanceFile,
  noteGovernance,
  readGovernance,
  recordGovernance,
  releaseGovernance,
  userStateFolder,
} from "./governance.ts";
import { locate } from "./locate.ts";

function aRepo() {
  const repo = scratch();
  onTestFinished(() => repo.remove());
  return repo;
}

const loseSidecar = (root: string) => rmSync(join(root, ".orchestration"), { recursive: true });

/** A folder outside git, and the state of a user of its own. */
function aFolder(): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "writ-governance-")));
  const before = process.env.XDG_STATE_HOME;
  process.env.XDG_STATE_HOME = join(base, "state");
  onTestFinished(() => {
    if (before === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = before;
    rmSync(base, { recursive: true });
  });
  mkdirSync(join(base, "work/.orchestration"), { recursive: true });
  return join(base, "work");
}

describe("what a repository was set up for", () => {
  it("is recorded in its git folder", () => {
    const { root } = aRepo();
    expect(readGovernance(root)).toBeNull();
    recordGovernance(root);
    expect(readFileSync(join(root, ".git/writ/governed"), "utf8")).toBe("governed\n.\n");
    expect(readGovernance(root)).toBe("governed");
  });

  it("keeps it governed once its sidecar is deleted, from any folder in it", async () => {
    const { root } = aRepo();
    recordGovernance(root);
    loseSidecar(root);
    mkdirSync(join(root, "src/deep"), { recursive: true });
    for (const folder of [root, join(root, "src/deep")]) expect(await locate(folder)).toEqual({ root, top: root });
  });

  it("says nothing of a repository with event hooks only, and of one that was never set up", async () => {
    const { root } = aRepo();
    loseSidecar(root);
    expect((await locate(root)).root).toBeNull();
    recordGovernance(root, "hooks-only");
    expect((await locate(root)).root).toBeNull();
    expect(readGovernance(root)).toBe("hooks-only");
  });

  it("is recorded again where something else changed the record", async () => {
    const { root } = aRepo();
    noteGovernance(root);
    for (const text of [null, "hooks-only\n.\n"]) {
      if (text === null) rmSync(governanceFile(root));
      else writeFileSync(governanceFile(root), text);
      noteGovernance(root);
      expect(readGovernance(root)).toBe("governed");
    }
  });

  it("stays governed where a folder gets event hooks only", async () => {
    const { root } = aRepo();
    recordGovernance(root);
    recordGovernance(join(root, "app"), "hooks-only");
    expect(readGovernance(root)).toBe("governed");
    loseSidecar(root);
    expect((await locate(root)).root).toBe(root);
  });

  it("closes for what is below the folder that was set up, and leaves the rest alone", async () => {
    const { root, write } = aRepo();
    loseSidecar(root);
    write("app/.orchestration/active_intents.yaml", "active_intents: []\n");
    recordGovernance(join(root, "app"));
    loseSidecar(join(root, "app"));
    expect((await locate(join(root, "app"))).root).toBe(join(root, "app"));
    expect((await locate(root)).root).toBeNull();
  });

  it("is not overridden by a sidecar further in", async () => {
    const { root, write } = aRepo();
    recordGovernance(root);
    loseSidecar(root);
    write("vendor/x/.orchestration/active_intents.yaml", "active_intents: []\n");
    expect((await locate(join(root, "vendor/x"))).root).toBe(root);
  });

  it("cannot be blurred: an unreadable record counts as governed", async () => {
    const { root } = aRepo();
    loseSidecar(root);
    mkdirSync(join(root, ".git/writ/governed"), { recursive: true });
    expect((await locate(root)).root).toBe(root);
    rmSync(join(root, ".git/writ/governed"), { recursive: true });
    writeFileSync(join(root, ".git/writ/governed"), "\0\n../elsewhere\n");
    expect((await locate(root)).root).toBe(root);
  });

  it("ends when it is released, and leaves no folder behind", async () => {
    const { root } = aRepo();
    recordGovernance(root);
    loseSidecar(root);
    releaseGovernance(root, false);
    expect((await locate(root)).root).toBeNull();
    expect(existsSync(join(root, ".git/writ"))).toBe(false);
  });

  it("counts in every work tree of a repository, but one that was released alone", async () => {
    const { root, git } = aRepo();
    git("add", "--all");
    git("commit", "--quiet", "--message", "first");
    recordGovernance(root);
    const other = `${root}-other`;
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    git("worktree", "add", "--quiet", "--detach", other);
    loseSidecar(other);
    expect((await locate(other)).root).toBe(other);
    releaseGovernance(other, true);
    expect((await locate(other)).root).toBeNull();
    loseSidecar(root);
    expect((await locate(root)).root).toBe(root);
    recordGovernance(other);
    expect((await locate(other)).root).toBe(other);
  });

  it("is recorded below the user's state outside git", async () => {
    const root = aFolder();
    recordGovernance(root);
    expect(governanceFile(root)).toBe(join(userStateFolder(), "folders", root, "governed"));
    loseSidecar(root);
    mkdirSync(join(root, "src"));
    expect(await locate(join(root, "src"))).toEqual({ root, top: null });
    releaseGovernance(root, false);
    expect((await locate(root)).root).toBeNull();
    expect(existsSync(userStateFolder())).toBe(false);
  });
});
