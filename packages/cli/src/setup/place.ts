import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fail } from "@writ/contracts";
import { kindAt } from "../files.ts";
import type { Io } from "../io.ts";
import { isInside } from "../paths.ts";
import { gitLayout } from "./git-layout.ts";

/** Where a repository's commit hook lives. */
export interface HookPlace {
  /** The `pre-commit` file, absolute. */
  readonly file: string;
  /** `private`: inside .git. `tracked`: a folder people commit. `shared`: other repositories use it too. */
  readonly kind: "private" | "tracked" | "shared";
  /** Run by husky, which does not ask for the executable bit. */
  readonly husky: boolean;
}

/** What `init` would guard. */
export interface Place {
  readonly root: string;
  /** `null` without git. */
  readonly hook: HookPlace | null;
}

type Run = Pick<Io, "run">;

/** The repository around a folder, or the folder itself where there is no git. */
export async function findPlace(cwd: string, io: Run): Promise<Place> {
  const layout = await gitLayout(cwd, io);
  if (layout === "bare") {
    throw fail("USAGE", {
      message: "This is a repository without files (bare, or inside .git): there is nothing to guard.",
      fix: "Run it in a working copy.",
    });
  }
  const here = await realpath(cwd);
  if (layout === null) return { root: here, hook: null };
  const root = await realpath(layout.top);
  // From a folder below the root, git gives a relative `core.hooksPath` as if it lay there.
  const atRoot = root === here ? layout : await gitLayout(root, io);
  if (atRoot === null || atRoot === "bare") return { root, hook: null };
  return { root, hook: await hookPlace(root, resolve(root, atRoot.common), resolve(root, atRoot.hooks)) };
}

async function hookPlace(root: string, common: string, hooks: string): Promise<HookPlace> {
  const husky = join(root, ".husky");
  const runByHusky = hooks === husky || (basename(hooks) === "_" && dirname(hooks) === husky);
  if (runByHusky || (await kindAt(husky)) === "directory") {
    return { file: join(husky, "pre-commit"), kind: "tracked", husky: true };
  }
  const file = join(hooks, "pre-commit");
  if (isInside(hooks, await realpath(common))) return { file, kind: "private", husky: false };
  const real = await realpath(hooks).catch(() => hooks);
  return { file, kind: isInside(real, root) ? "tracked" : "shared", husky: false };
}

/** Roots of the other working copies of the same repository. */
export async function otherWorktrees(root: string, io: Run): Promise<string[]> {
  const { code, stdout } = await io.run("git", ["worktree", "list", "--porcelain"], { cwd: root });
  if (code !== 0) return [];
  const roots = stdout
    .split("\n")
    .filter((line) => line.startsWith("worktree "))
    .map((line) => line.slice("worktree ".length));
  const real = await Promise.all(roots.map((path) => realpath(path).catch(() => path)));
  return real.filter((path) => path !== root);
}

/** Whether another working copy of the same repository has its sidecar. */
export async function isGovernedElsewhere(root: string, io: Run): Promise<boolean> {
  const others = await otherWorktrees(root, io);
  const kinds = await Promise.all(others.map((other) => kindAt(join(other, ".orchestration"))));
  return kinds.includes("directory");
}
