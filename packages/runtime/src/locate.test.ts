import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { locate } from "./locate.ts";

function aRepo(intents?: null) {
  const repo = intents === null ? scratch({}, null) : scratch();
  onTestFinished(() => repo.remove());
  return repo;
}

describe("the workspace", () => {
  it("is found from a folder deep inside", async () => {
    const { root } = aRepo();
    mkdirSync(join(root, "a/b"), { recursive: true });
    expect(await locate(join(root, "a/b"))).toEqual({ root, top: root });
  });

  it("is the outermost one: an inner sidecar overrides nothing", async () => {
    const { root } = aRepo();
    mkdirSync(join(root, "packages/x/.orchestration"), { recursive: true });
    expect((await locate(join(root, "packages/x"))).root).toBe(root);
  });

  it("is not looked for beyond the git top level", async () => {
    const { root } = aRepo();
    mkdirSync(join(root, "vendor/lib/.git"), { recursive: true });
    expect(await locate(join(root, "vendor/lib"))).toEqual({ root: null, top: join(root, "vendor/lib") });
  });

  it("is marked by a sidecar that is a link, too: it is refused later, not overlooked", async () => {
    const { root } = aRepo(null);
    symlinkSync("elsewhere", join(root, ".orchestration"));
    expect((await locate(root)).root).toBe(root);
  });

  it("is nowhere where there is none, and where there is no folder", async () => {
    const { root } = aRepo(null);
    expect((await locate(root)).root).toBeNull();
    rmSync(root, { recursive: true });
    expect(await locate(root)).toEqual({ root: null, top: null });
  });
});
