import { crypto } from "../crypto.ts";

/** What agents' ids nearly always look like; such a name is safe as it stands, but for its case. */
const plain = /^[A-Za-z0-9][A-Za-z0-9_-]{0,80}$/;

/**
 * A file name for any id, different for different ids also where the disk does not tell cases apart. No path, no
 * device name and no trick of the id survives in it: what is not plain becomes a readable beginning and a hash.
 */
export function fileNameOf(id: string): string {
  // What stands before it keeps device names of Windows out, the sign keeps capitals apart.
  if (plain.test(id)) return `i-${id.replaceAll(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`)}.id`;
  const readable = id
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 24);
  return `${readable === "" ? "x" : readable}.${crypto().createHash("sha256").update(id).digest("hex").slice(0, 16)}`;
}
