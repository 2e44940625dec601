import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync } from "node:fs";
import type { FileState, SnapshotStore, TreeState } from "@writ/contracts";
import { sha256 } from "../../hash.ts";
import type { Clock } from "./clock.ts";
import { mostBytes } from "./limits.ts";
import { onDisk } from "./path-bytes.ts";

/** What is copied before a command at most: a file, all files. */
export const largestCopied = 1024 * 1024;
const mostCopied = 2_000;

/** The bytes under a name, or what a link points at; `null` where there are none to be had. Follows no link. */
export function bytesAt(root: string, path: string, { kind }: Pick<FileState, "kind">): Uint8Array | null {
  const file = onDisk(root, path);
  let handle: number | undefined;
  try {
    if (kind === "link") return readlinkSync(file, { encoding: "buffer" });
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    return fstatSync(handle).isFile() ? readFileSync(handle) : null;
  } catch {
    return null;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** What undo needs of the sidecar's own state is nothing: it is not put back. */
const isKept = (path: string): boolean => !path.startsWith(".orchestration/.state/") && path !== ".git/config";

/** Copies what only the work tree has, each content once. Gives back why some of it could not be copied, if so. */
export async function keepCopies(
  root: string,
  { files, guarded }: TreeState,
  store: SnapshotStore,
  clock: Clock,
): Promise<string | null> {
  let count = 0;
  let bytes = 0;
  for (const [path, state] of [...guarded, ...files]) {
    clock.left();
    if (state === null || state.size > largestCopied || !state.hash.startsWith("sha256:") || !isKept(path)) continue;
    count += 1;
    bytes += state.size;
    if (count > mostCopied || bytes > mostBytes) return "there is more to copy than there is room for";
    if (state.kind === "repository" || store.hasObject(state.hash)) continue;
    const content = bytesAt(root, path, state);
    if (content === null || sha256(content) !== state.hash) continue;
    try {
      await store.putObject(state.hash, content);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return null;
}
