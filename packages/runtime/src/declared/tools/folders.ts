import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { crypto } from "@writ/stores";
import { sidecarPaths } from "../../paths.ts";
import { entryAt } from "../entry-at.ts";
import { refused } from "./inside.ts";
import { obstacleOn } from "./obstacle.ts";

/** What hooks write there is nobody's source, so git does not see it. */
const ignored = [".system/logs", ".system/cache"];

/** Makes a folder below the root. `.system/logs` and `.system/cache` get their ignore rule when they are new. */
export function makeFolder(root: string, folder: string): void {
  if (existsSync(folder)) return;
  const real = realpathSync.native(root);
  const top = ignored.map((path) => join(real, path)).find((path) => folder === path || folder.startsWith(path + sep));
  const isNew = top !== undefined && !existsSync(top);
  mkdirSync(folder, { recursive: true });
  if (isNew) ignoreAll(join(top, ".gitignore"));
}

/**
 * The lock for changes of one file. It lies in the state, which no agent may write; where there is none nobody is
 * guarded, and it lies beside the caches. What is there and no lock is removed, so that it does not stop us for good.
 */
export function lockOf(root: string, file: string): string {
  const real = realpathSync.native(root);
  const name = `tools-${crypto().createHash("sha256").update(file).digest("hex").slice(0, 16)}.lock`;
  const { dir, state } = sidecarPaths(real);
  const hasState = isRealFolder(dir) && isRealFolder(state);
  const folder = hasState ? join(state, "locks") : join(real, ".system/cache/locks");
  const lock = join(folder, name);
  const obstacle = obstacleOn(real, relative(real, lock).split(sep));
  if (obstacle !== null && join(real, obstacle.path) !== lock) throw refused(obstacle.path, `it ${obstacle.reason}`);
  if (obstacle !== null) rmSync(lock, { recursive: true, force: true });
  makeFolder(real, folder);
  return lock;
}

const isRealFolder = (path: string): boolean => entryAt(path)?.isDirectory() === true;

function ignoreAll(file: string): void {
  try {
    writeFileSync(file, "*\n", { flag: "wx" });
  } catch {
    // Somebody was faster.
  }
}
