import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { kindAt, writeInOneMove } from "../files.ts";

/** One thing `init` or `uninstall` does to the disk, or leaves to the person. */
export type Change = {
  /** As the person knows it: from the root where it lies inside. */
  readonly path: string;
  readonly file: string;
  /** What the file is for, where its name does not say. */
  readonly purpose?: string;
} & (
  | { readonly action: "create" | "rewrite"; readonly content: string | Uint8Array; readonly mode: number }
  | { readonly action: "move"; readonly from: string }
  | { readonly action: "delete" }
  | { readonly action: "keep" | "skip"; readonly reason?: string }
);

/** Does it. What is there is never overwritten by `create`. */
export async function applyChange(change: Change): Promise<void> {
  await sweepDrafts(change.file);
  switch (change.action) {
    case "create":
      if ((await kindAt(change.file)) === "absent") await writeInOneMove(change.file, change.content, change.mode);
      return;
    case "rewrite":
      await writeInOneMove(change.file, change.content, change.mode);
      return;
    case "move":
      await mkdir(dirname(change.file), { recursive: true });
      await rename(change.from, change.file);
      return;
    case "delete":
      await rm(change.file, { recursive: true, force: true });
      return;
    case "keep":
    case "skip":
      return;
  }
}

/** Whether it changes anything. */
export function isIdle({ action }: Change): boolean {
  return action === "keep" || action === "skip";
}

/** Removes what a process that was killed left of a file or folder it was about to make. */
export async function sweepDrafts(file: string): Promise<void> {
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => []);
  const start = `${basename(file)}.`;
  for (const name of names) {
    const isDraft = name.startsWith(start) && /^(?:[0-9a-f-]{36}|\d+)\.new$/.test(name.slice(start.length));
    if (isDraft) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Removes a folder if nothing is left in it. */
export async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch {
    // Somebody put something there: it stays.
  }
}
