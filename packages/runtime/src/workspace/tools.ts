import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What a package manager names the file it starts: on Windows with an ending. */
const endings = process.platform === "win32" ? ["", ".cmd", ".exe", ".ps1"] : [""];

/** Where a file of this name (`node_modules/.bin/tsc`) is sought: in a folder, then in those above it. */
function* placesOf(sought: string, cwd: string): Generator<string> {
  const at = resolve(cwd, sought);
  const name = at.split(/[\\/]/).slice(-3);
  for (let folder = resolve(at, "../../.."); ; folder = dirname(folder)) {
    for (const ending of endings) yield join(folder, ...name) + ending;
    if (folder === dirname(folder)) return;
  }
}

/** The nearest file of this name; `null` where there is none. */
export function nearestTool(sought: string, cwd: string): string | null {
  for (const file of placesOf(sought, cwd)) if (isThere(file)) return file;
  return null;
}

/** The nearest that is there, or that a command puts there before it runs. */
export async function nearestToolWith(
  sought: string,
  cwd: string,
  isPut: (file: string) => Promise<boolean>,
): Promise<string | null> {
  for (const file of placesOf(sought, cwd)) if (isThere(file) || (await isPut(file))) return file;
  return null;
}

function isThere(file: string): boolean {
  try {
    lstatSync(file);
    return true;
  } catch {
    return false;
  }
}
