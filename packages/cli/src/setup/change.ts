import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { kindAt, writeInOneMove } from "../files.ts";

/** One thing `init` or `uninstall` does to the disk, or leaves to the person. */
export type Change = {
  /** As the person knows it: from the root where it lies inside. */
  readonly path: string;
  readonly file: string;
} & (
  | { readonly action: "create" | "rewrite"; readonly content: string | Uint8Array; readonly mode: number }
  | { readonly action: "move"; readonly from: string }
  | { readonly action: "delete" }
  | { readonly action: "keep" | "skip"; readonly reason?: string }
);

/** Does it. What is there is never overwritten by `create`. */
export async function applyChange(change: Change): Promise<void> {
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

/** Removes a folder if nothing is left in it. */
export async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch {
    // Somebody put something there: it stays.
  }
}
