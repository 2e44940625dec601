import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { fail } from "@writ/contracts";
import { crypto, errorCode } from "@writ/stores";

/** How much is read at a time. Reading on is faster than a stream, and a cold hook need not load one. */
const chunk = 1024 * 1024;

/**
 * `sha256:…` of the regular file at a path as it is now; `null` when it was deleted since it was looked up. Another
 * process may replace the file at any time: its new content is what counts. A link or a folder in its place is stale.
 */
export function digestFile(file: string, path: string): string | null {
  let descriptor: number | undefined;
  try {
    descriptor = openPlain(file);
    if (!fstatSync(descriptor).isFile()) throw anotherFile(path);
    const hash = crypto().createHash("sha256");
    const buffer = Buffer.allocUnsafe(Math.min(fstatSync(descriptor).size + 1, chunk));
    for (let bytes = readSync(descriptor, buffer); bytes > 0; bytes = readSync(descriptor, buffer)) {
      hash.update(buffer.subarray(0, bytes));
    }
    return `sha256:${hash.digest("hex")}`;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return null;
    throw code === "ELOOP" || code === "ENOTDIR" || code === "EISDIR" ? anotherFile(path) : error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** A pipe put there in the meantime must not block, and a link must not be followed. */
const openPlain = (file: string): number =>
  openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));

const anotherFile = (path: string) => fail("STALE_FILE", { path, reason: "it is another file now" });
