import { statSync } from "node:fs";
import { readBytes } from "../workspace/files.ts";

/** Packed references of a very old repository. */
const largest = 64 * 1024 * 1024;

/**
 * What a file of git's holds, behind a link too, as git reads it; `null` where there is none. A pipe or a device under
 * its name would never answer, so only a plain file is read.
 */
export function textIn(file: string): string | null {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    const bytes = stats?.isFile() === true && stats.size <= largest ? readBytes(file) : null;
    return bytes === null ? null : new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}
