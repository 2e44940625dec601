import { hash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, storeFailed } from "../failure.ts";

/**
 * The name of what one working copy publishes on one branch, without its ending. No two of them write the same file,
 * so no merge ever meets a conflict. A branch whose name is not fit for a file name on every system gets a digest of
 * its real name, or `feature/a` and `feature-a` would share a file.
 */
export function publishedName(branch: string, writer: string): string {
  const plain = branch
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  const name =
    plain !== "" && plain === branch ? plain : `${plain || "branch"}-${hash("sha256", branch, "hex").slice(0, 6)}`;
  return `${name}-${writer}`;
}

/** The month a record is filed under, as its folder is named. */
export function monthOf(timestamp: string): string {
  return /^\d{4}-(0\d|1[0-2])/.exec(timestamp)?.[0] ?? "undated";
}

/** All published files in a folder, month by month. */
export async function listPublished(folder: string): Promise<string[]> {
  const months = await entriesOf(folder);
  const files = months
    .filter((month) => month.isDirectory())
    .map(async ({ name: month }) => {
      const entries = await entriesOf(join(folder, month));
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
        .map(({ name }) => join(folder, month, name));
    });
  return (await Promise.all(files)).flat().sort();
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw storeFailed("read", folder, error);
  }
}
