import { createHash } from "node:crypto";
import { closeSync, constants, createReadStream, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { pipeline } from "node:stream/promises";

/** Files up to this size are read in one go, which is faster than a stream. */
const smallFile = 256 * 1024;

/** `sha256:…` of a regular file's bytes. Fails when another file took its place since `seen`. */
export async function digestFile(path: string, seen: Pick<Stats, "dev" | "ino">): Promise<string> {
  // A pipe put there meanwhile must not block, a link must not be followed.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const descriptor = openSync(path, flags);
  let open = true;
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.dev !== seen.dev || stats.ino !== seen.ino) throw new Replaced();
    const hash = createHash("sha256");
    if (stats.size <= smallFile) {
      const buffer = Buffer.allocUnsafe(stats.size + 1);
      for (let bytes = readSync(descriptor, buffer); bytes > 0; bytes = readSync(descriptor, buffer)) {
        hash.update(buffer.subarray(0, bytes));
      }
    } else {
      open = false;
      await pipeline(createReadStream("", { fd: descriptor }), hash);
    }
    return `sha256:${hash.digest("hex")}`;
  } finally {
    if (open) closeSync(descriptor);
  }
}

class Replaced extends Error {
  readonly code = "ENOENT";
}
