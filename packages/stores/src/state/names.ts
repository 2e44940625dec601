import { createHash } from "node:crypto";

/** SHA-256 as it is written everywhere: `sha256:` and 64 hex digits. */
export function sha256(data: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(data).digest("hex")}`;
}

/**
 * A file name for any id: a readable beginning, and a hash that keeps ids apart which look alike or differ only in
 * case. No path, no device name and no trick of the id survives in it.
 */
export function fileNameOf(id: string): string {
  const readable = id
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 24);
  return `${readable === "" ? "x" : readable}.${sha256(id).slice(7, 23)}`;
}
