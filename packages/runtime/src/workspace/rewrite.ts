import { chmodSync, lstatSync, renameSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "@writ/contracts";
import { errorCode, storeFailed, withFileLock, writeAtomic } from "@writ/stores";
import { isMissing } from "./files.ts";
import type { Workspace } from "./types.ts";

const flat = (workspace: Workspace, file: string): string =>
  file.slice(workspace.root.length + 1).replaceAll(/[^\w.-]+/g, "_");

/** Replaces a file in one move out of `.state/`: a process that dies leaves no half of it where git would see it. */
async function replace(workspace: Workspace, file: string, text: string): Promise<void> {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there !== undefined && !there.isFile())
    throw fail("STORE_FAILED", { action: `write ${file}`, reason: "it is not a plain file", file });
  const draft = join(workspace.paths.state, `${flat(workspace, file)}.next`);
  await writeAtomic(draft, text);
  try {
    chmodSync(draft, there === undefined ? 0o644 : there.mode & 0o777);
    renameSync(draft, file);
  } catch (error) {
    // `.state/` on another disk: a rename cannot leave it.
    if (errorCode(error) !== "EXDEV") throw storeFailed("write", file, error);
    await writeAtomic(file, text);
  }
}

/** Read, change, write back, with nobody in between. */
export async function rewrite(workspace: Workspace, file: string, change: (text: string) => string): Promise<void> {
  await withFileLock(join(workspace.paths.leases, `${flat(workspace, file)}.lock`), async () => {
    let before = "";
    try {
      before = await readFile(file, "utf8");
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    const after = change(before);
    if (after !== before) await replace(workspace, file, after);
  });
}
