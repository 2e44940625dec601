import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { fail } from "@writ/contracts";
import { errorCode } from "../failure.ts";

/** The folder a workspace is recognised by. */
const sidecarFolder = ".orchestration";

/** Nothing a person writes by hand comes near this; more is a mistake or an attack. */
export const largestSidecarFile = 5 * 1024 * 1024;

/** What is said of a file that is larger. */
export const tooLarge = (limit: number): string => `it is larger than ${Math.floor(limit / 1024 / 1024)} MB`;

/** A tracked file of the sidecar: its bytes, or why there are none. */
export type SidecarFile =
  /** `file` is the path from the workspace root, for messages. */
  | { state: "ok"; file: string; bytes: Uint8Array; also?: string }
  /** The sidecar is there, the file is not. */
  | { state: "absent"; file: string }
  /** There is no sidecar. */
  | { state: "missing" }
  | { state: "invalid"; file: string; reason: string };

function statOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Why a folder of the sidecar cannot be relied upon; `null` when it can. */
function folderProblem(stats: Stats): string | null {
  if (stats.isSymbolicLink()) return "it is a symbolic link, and what it points to can change unseen";
  return stats.isDirectory() ? null : "it is not a folder";
}

/**
 * Reads a file without following a link and without waiting for a pipe. Synchronous, like every small read on the
 * hook path: it costs a tenth of what a trip through the thread pool does. `null` when there is no such file.
 */
export function readPlainFile(path: string, limit = largestSidecarFile): Uint8Array | { reason: string } | null {
  const stats = statOf(path);
  if (stats === null) return null;
  if (stats.isSymbolicLink()) return { reason: "it is a symbolic link, and what it points to can change unseen" };
  if (!stats.isFile()) return { reason: "it is not a regular file" };
  // Windows has neither flag; there the check above has to do.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = openSync(path, flags);
  try {
    const opened = fstatSync(handle);
    if (!opened.isFile()) return { reason: "it is not a regular file" };
    if (opened.size > limit) return { reason: tooLarge(limit) };
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Whether an error says that there is no such file. */
export const isMissing = (error: unknown): boolean => errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR";

/**
 * A tracked file directly below `.orchestration/`, under the first of its names that is there. `also` names a
 * second spelling that is there too, and ignored.
 */
export function readSidecarFile(root: string, names: readonly [string, ...string[]]): SidecarFile {
  const folder = join(root, sidecarFolder);
  let file: string = sidecarFolder;
  try {
    const stats = statOf(folder);
    if (stats === null) return { state: "missing" };
    const reason = folderProblem(stats);
    if (reason !== null) return { state: "invalid", file, reason };
    const there = names.filter((name) => statOf(join(folder, name)) !== null);
    const [name = names[0], second] = there;
    file = `${sidecarFolder}/${name}`;
    const read = readPlainFile(join(folder, name));
    if (read === null) return { state: "absent", file };
    if (!(read instanceof Uint8Array)) return { state: "invalid", file, reason: read.reason };
    return { state: "ok", file, bytes: read, ...(second === undefined ? {} : { also: `${sidecarFolder}/${second}` }) };
  } catch (error) {
    return { state: "invalid", file, reason: `it cannot be read (${errorCode(error) ?? String(error)})` };
  }
}

/** Where the state of a workspace is kept. */
export const stateFolder = (root: string): string => join(root, sidecarFolder, ".state");

/**
 * The path of something in the state folder, once it is sure that no link leads there. Throws SIDECAR_MISSING
 * without a sidecar, so that nothing written brings an empty one back to life.
 */
export function statePath(state: string, ...parts: readonly string[]): string {
  const sidecar = dirname(state);
  const names = [basename(sidecar), basename(state), ...parts];
  let here = dirname(sidecar);
  for (const [count, name] of names.entries()) {
    here += (here.endsWith(sep) ? "" : sep) + name;
    const stats = statOf(here);
    if (stats === null && count === 0) throw fail("SIDECAR_MISSING", { root: dirname(sidecar) });
    if (stats === null) break;
    const isLast = count === names.length - 1;
    const reason = isLast && stats.isFile() ? null : folderProblem(stats);
    if (reason !== null) throw fail("SIDECAR_INVALID", { file: names.slice(0, count + 1).join("/"), reason });
  }
  return join(state, ...parts);
}
