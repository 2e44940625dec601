import { closeSync, constants, fstatSync, openSync, readFileSync, unlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { largestPayload } from "../hook/parse-payload.ts";

/** Reads a long payload the shim put beside the contact file, and takes the file away; `null` for any other file. */
export function takeSpooled(folder: string, file: string): Buffer | null {
  if (dirname(file) !== folder || !/^payload\.\d+\.\d+$/.test(basename(file))) return null;
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    const stats = fstatSync(handle);
    return stats.isFile() && stats.size <= largestPayload ? readFileSync(handle) : null;
  } catch {
    return null;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Once the call is answered nobody needs it any more; until then the shim may have to decide by itself. */
export function dropSpooled(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // The shim was faster.
  }
}
