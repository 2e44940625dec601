import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { crypto } from "@writ/stores";

/** How much is read at a time. Reading on is faster than a stream, and a cold hook need not load one. */
const chunk = 1024 * 1024;

/** `sha256:…` of a regular file's bytes. Fails when another file took its place since `seen`. */
export function digestFile(path: string, seen: Pick<Stats, "dev" | "ino">): string {
  // A pipe put there meanwhile must not block, a link must not be followed.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(path, flags);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.dev !== seen.dev || stats.ino !== seen.ino) throw new Replaced();
    const hash = crypto().createHash("sha256");
    const buffer = Buffer.allocUnsafe(Math.min(stats.size + 1, chunk));
    for (let bytes = readSync(descriptor, buffer); bytes > 0; bytes = readSync(descriptor, buffer)) {
      hash.update(buffer.subarray(0, bytes));
    }
    return `sha256:${hash.digest("hex")}`;
  } finally {
    closeSync(descriptor);
  }
}

class Replaced extends Error {
  readonly code = "ENOENT";
}
