import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What a package manager names the file it starts: on Windows with an ending. */
const endings = process.platform === "win32" ? ["", ".cmd", ".exe", ".ps1"] : [""];

/** The nearest file of this name (`node_modules/.bin/tsc`) in a folder or one above it; `null` where there is none. */
export function nearestTool(sought: string, cwd: string): string | null {
  const at = resolve(cwd, sought);
  const name = at.split(/[\\/]/).slice(-3);
  for (let folder = resolve(at, "../../.."); ; folder = dirname(folder)) {
    for (const ending of endings) {
      const file = join(folder, ...name) + ending;
      if (isThere(file)) return file;
    }
    if (folder === dirname(folder)) return null;
  }
}

function isThere(file: string): boolean {
  try {
    lstatSync(file);
    return true;
  } catch {
    return false;
  }
}
