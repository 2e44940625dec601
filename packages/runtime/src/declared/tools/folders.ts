import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { crypto } from "@writ/stores";
import { inside } from "./inside.ts";

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

/** The lock for changes of one file: beside other caches, so that no folder of the repository is littered. */
export function lockOf(root: string, file: string): string {
  const folder = inside(root, ".system/cache/locks");
  makeFolder(root, folder);
  return join(folder, `${crypto().createHash("sha256").update(file).digest("hex").slice(0, 16)}.lock`);
}

function ignoreAll(file: string): void {
  try {
    writeFileSync(file, "*\n", { flag: "wx" });
  } catch {
    // Somebody was faster.
  }
}
