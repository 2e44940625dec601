import { lstatSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What of the environment decides where the daemon is found; the shim looks at the same. */
export interface Surroundings {
  readonly runtimeDir: string | undefined;
  readonly uid: number;
}

/** The running process's own. */
export function surroundings(): Surroundings {
  return { runtimeDir: process.env.XDG_RUNTIME_DIR, uid: process.getuid?.() ?? -1 };
}

/** Longer names are not files everywhere; the shim gives up at the same length. */
const longestFile = 250;

const isOwn = (path: string, uid: number): boolean => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === uid;
};

function folderOf({ runtimeDir, uid }: Surroundings): string {
  if (runtimeDir?.startsWith("/") === true && isOwn(runtimeDir, uid)) return join(runtimeDir, "writ");
  return `/tmp/writ-${uid}`;
}

/**
 * The folder where daemons say how to reach them, made if it is missing. `null` where it is not the user's alone, or the
 * file system has no modes: there every call decides in its own process.
 */
export function openFolder(where: Surroundings): string | null {
  const folder = folderOf(where);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It is there already, or cannot be made: the look decides.
  }
  return isPrivateFolder(folder, where.uid) ? folder : null;
}

/** The same folder, looked at and left as it is. */
export function findFolder(where: Surroundings): { path: string; state: "absent" | "private" | "shared" } {
  const path = folderOf(where);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { path, state: "absent" };
  return { path, state: isPrivateFolder(path, where.uid) ? "private" : "shared" };
}

/** Whether a path is a folder, not a link to one, that nobody but this user can enter. */
export function isPrivateFolder(folder: string, uid: number): boolean {
  return isOwn(folder, uid) && (lstatSync(folder).mode & 0o777) === 0o700;
}

/** The file in it that belongs to a workspace, named after it; `null` when the name would be too long. */
export function contactFile(folder: string, root: string): string | null {
  const file = `${folder}/${root.replaceAll("/", "%")}`;
  return Buffer.byteLength(file) < longestFile ? file : null;
}

/** Tells one start of the machine from another; `-` where it does not say. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "-";
  }
}
