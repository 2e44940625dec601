import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { sha256 } from "../hash.ts";

/** A program as long as that is no script. */
const longest = 8 * 1024 * 1024;

/** Digest of the script that a program's name means on this machine; `null` where it is none, or is not found. */
export function scriptOnPath(program: string): string | null {
  if (!/^[\w.][\w.+-]*$/.test(program)) return null;
  for (const folder of (process.env.PATH ?? "").split(delimiter).filter((one) => one !== "")) {
    const file = join(folder, program);
    const size = sizeOfProgram(file);
    if (size !== null) return size > longest ? null : scriptDigest(file);
  }
  return null;
}

/** How long a file is that can be run; `null` for any other. */
function sizeOfProgram(file: string): number | null {
  try {
    const stats = statSync(file);
    return stats.isFile() && (stats.mode & 0o111) !== 0 ? stats.size : null;
  } catch {
    return null;
  }
}

function scriptDigest(file: string): string | null {
  let handle: number | undefined;
  try {
    handle = openSync(file, "r");
    const start = Buffer.alloc(512);
    const length = readSync(handle, start, 0, start.length, 0);
    // A shell also runs a text that does not say by what.
    return start.subarray(0, length).includes(0) ? null : sha256(readFileSync(file));
  } catch {
    return null;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
