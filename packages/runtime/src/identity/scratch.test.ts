import { mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { diskFolder } from "@writ/testkit";
import { expect, it, onTestFinished, vi } from "vitest";
import { scratchFolders } from "./scratch.ts";

function folder(): string {
  const path = diskFolder("writ-scratch-");
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

it("has the temporary folder, plan folders, and what the config adds", () => {
  const root = folder();
  mkdirSync(join(root, "real"));
  symlinkSync("real", join(root, "linked"));
  const folders = scratchFolders(root, ["tmp", "linked", "/srv/drop"]);
  expect(folders).toEqual(
    expect.arrayContaining([
      realpathSync("/tmp"),
      join(realpathSync(homedir()), ".claude/plans"),
      join(root, ".opencode/plans"),
      join(root, "tmp"),
      join(root, "real"),
      "/srv/drop",
    ]),
  );
  expect(new Set(folders).size).toBe(folders.length);
});

it("does not believe an environment variable", () => {
  const root = folder();
  const elsewhere = join(process.cwd(), "packages");
  vi.stubEnv("TMPDIR", elsewhere);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(tmpdir()).toBe(elsewhere);
  expect(scratchFolders(root)).not.toContain(realpathSync(elsewhere));
});
