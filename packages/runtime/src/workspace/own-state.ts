import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "@writ/contracts";
import { readPlainFile } from "@writ/stores";
import { locate, sidecarName } from "../locate.ts";
import { type SidecarPaths, sidecarPaths } from "../paths.ts";

/** The file that says which folder this state was made in. */
const marker = "home.json";

/** What tells a folder from a copy of it: nobody can foresee the number a disk gives it. */
function signOf(folder: string): string | null {
  try {
    const stats = lstatSync(folder);
    return stats.isDirectory() ? JSON.stringify({ folder: `${stats.ino}-${stats.birthtimeMs}` }) : null;
  } catch {
    // Not there, or behind something that is no folder: whoever reads it says what is wrong.
    return null;
  }
}

/** Git leaves the state of a workspace out, if it has one, whatever the sidecar's own list says: it holds keys and names. */
export const keepOutOfGit = (root: string): void => ignoreAll(sidecarPaths(root).state);

function ignoreAll(folder: string): void {
  try {
    writeFileSync(join(folder, ".gitignore"), "*\n", { flag: "wx" });
  } catch {
    // It is there, or nothing can be written here; whoever needs the folder will say so.
  }
}

function isMarked(state: string, sign: string): boolean {
  const read = readPlainFile(join(state, marker));
  return read instanceof Uint8Array && Buffer.from(read).toString("utf8").trim() === sign;
}

/** Makes the folder with its marker in one move, so that nobody ever meets one without the other. */
function make({ dir, state }: SidecarPaths): void {
  if (signOf(dir) === null) return;
  const next = join(dir, `.state.${process.pid}.new`);
  try {
    mkdirSync(next);
    writeFileSync(join(next, marker), `${signOf(next) ?? ""}\n`);
    ignoreAll(next);
    renameSync(next, state);
  } catch {
    // Somebody else was faster, or nothing can be written here; whoever needs the folder will say so.
    rmSync(next, { recursive: true, force: true });
  }
}

/** Whether git would bring files of the state along with the repository. */
async function isTracked(root: string): Promise<boolean> {
  const { top } = await locate(root);
  // Without git nobody can say where the folder came from.
  if (top === null) return true;
  const { git } = await import("../git/run.ts");
  return (await git(root, ["ls-files", "--", `${sidecarName}/.state`])).trim() !== "";
}

/**
 * The state (sessions, approvals, trust, a pause) is this working copy's own. One that came with the repository would
 * let whoever wrote the repository approve, trust and pause; so a state that was not made here, on this disk, is looked
 * at once: what git tracks is refused, anything else is a moved or copied working copy and is taken over.
 */
export async function requireOwnState(root: string, paths: SidecarPaths = sidecarPaths(root)): Promise<void> {
  const sign = signOf(paths.state);
  if (sign === null) return make(paths);
  if (isMarked(paths.state, sign)) return;
  if (await isTracked(root)) {
    throw fail("SIDECAR_INVALID", {
      file: `${sidecarName}/.state`,
      reason:
        "it came with the repository or was copied here, and holds what only you may say (approvals, trust, a pause): delete this folder, and take it out of git if it is tracked",
    });
  }
  try {
    writeFileSync(join(paths.state, marker), `${sign}\n`);
    ignoreAll(paths.state);
  } catch {
    // Looked at again next time.
  }
}
