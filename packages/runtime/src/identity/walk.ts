import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, parse } from "node:path";
import { foldName } from "@writ/engine";

/** Where a path really leads. */
export type Walk =
  | {
      ok: true;
      /** Absolute, links followed, spelled as on the disk. */
      real: string;
      stats: Stats | null;
      /** Names that do not exist yet, from the nearest existing folder on. */
      fresh: readonly string[];
      /** Where the last name itself lies, when it is a link. */
      link: string | null;
    }
  | { ok: false; reason: string };

/** As many links as Linux follows. */
const maxLinks = 40;
/** Names of processes and devices, not of files; some are aliases of any folder. */
const kernelFolders = ["/proc", "/sys", "/dev"];

/** Follows segments from a real folder, link by link; `..` leaves the folder one really is in. Never throws. */
export function walk(from: string, segments: readonly string[]): Walk {
  try {
    return follow(from, segments);
  } catch (error) {
    return { ok: false, reason: errorReason(error) };
  }
}

/** Splits a native path into its root and its names. */
export function split(path: string): { root: string; segments: string[] } {
  const { root } = parse(path);
  return { root, segments: path.slice(root.length).split(/[\\/]/).filter(isName) };
}

function follow(from: string, segments: readonly string[]): Walk {
  let here = from;
  const todo = [...segments].reverse();
  const fresh: string[] = [];
  let links = 0;
  let link: string | null = null;
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === "..") {
      // A folder that does not exist yet may be made on the way, and then `..` leads back out of it.
      if (fresh.pop() === undefined) here = dirname(here);
      continue;
    }
    const path = join(here, name);
    if (fresh.length > 0) {
      fresh.push(name);
      continue;
    }
    if (kernelFolders.includes(path)) return { ok: false, reason: "it leads through a folder of the system's kernel" };
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) {
      fresh.push(name);
      continue;
    }
    if (stats.isSymbolicLink()) {
      if (++links > maxLinks) return { ok: false, reason: "its symbolic links form a loop" };
      if (todo.length === 0) link ??= onDisk(here, name, stats);
      const { root, segments: names } = split(readlinkSync(path));
      if (root !== "") here = root;
      todo.push(...names.reverse());
      continue;
    }
    if (todo.length === 0) return { ok: true, real: onDisk(here, name, stats), stats, fresh, link };
    if (!stats.isDirectory()) return { ok: false, reason: `${name} is not a folder` };
    here = onDisk(here, name, stats);
  }
  if (fresh.length > 0) return { ok: true, real: join(here, ...fresh), stats: null, fresh, link };
  return { ok: true, real: here, stats: lstatSync(here), fresh, link };
}

/**
 * The path of an existing entry in the disk's own spelling. Some disks take `SRC/Auth` for `src/auth`, some take
 * one form of é for the other; scope is decided by what is really there.
 */
function onDisk(folder: string, name: string, stats: Stats): string {
  const path = join(folder, name);
  if (!mayHaveOtherSpelling(folder, name, stats)) return path;
  const names = readdirSync(folder);
  if (names.includes(name)) return path;
  const [same, ...others] = names.filter((entry) => foldName(entry) === foldName(name));
  if (same !== undefined && others.length === 0) return join(folder, same);
  // A short (8.3) name of Windows is in no listing; the system knows the long one.
  return stats.isSymbolicLink() ? path : realpathSync.native(path);
}

function mayHaveOtherSpelling(folder: string, name: string, { dev, ino }: Stats): boolean {
  if (/[^\0-\x7F]|~/.test(name)) return true;
  const flipped = name.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  if (flipped === name) return false;
  const other = lstatSync(join(folder, flipped), { throwIfNoEntry: false });
  return other !== undefined && other.dev === dev && other.ino === ino;
}

function isName(segment: string): boolean {
  return segment !== "" && segment !== ".";
}

/** What a failing system call means to whoever gave the path. */
export function errorReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return reasons[code] ?? `it cannot be looked up (${code})`;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "there is no permission to look it up",
  EPERM: "there is no permission to look it up",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "it is longer than the file system takes",
  ENOENT: "it vanished while it was looked up",
  ENOTDIR: "a folder in it is not a folder",
};
