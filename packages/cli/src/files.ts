import { randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** The bytes of a file, `null` when there is none. */
export async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** What is at a path itself, links not followed. */
export async function kindAt(path: string): Promise<"absent" | "file" | "directory" | "link" | "other"> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return "link";
    if (found.isDirectory()) return "directory";
    return found.isFile() ? "file" : "other";
  } catch (error) {
    if (isMissing(error)) return "absent";
    throw error;
  }
}

/** Replaces a file in one move; folders on the way are made. */
export async function writeInOneMove(path: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const next = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(next, content, { flag: "wx", mode });
    // The mode given to `writeFile` is cut by the umask.
    await chmod(next, mode);
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
