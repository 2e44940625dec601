import { createHash, randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "@writ/contracts";
import { writeAtomic } from "./atomic.ts";
import { storeFailed } from "./failure.ts";
import { withFileLock } from "./lock/file-lock.ts";
import { readPlainFile } from "./state/sidecar.ts";

/** Twelve hex digits: short enough for a file name, long enough never to meet again. */
const form = /^[0-9a-f]{12}$/;

/**
 * The id of this working copy as a writer of the ledger. It is made once and kept in `.state/writer.json`, and
 * made anew when the copy's real path changes: a copied tree is another writer, or two would share one chain.
 */
export async function readWriter(state: string, root: string): Promise<string> {
  const file = join(state, "writer.json");
  const place = await placeOf(root);
  const known = read(file, place);
  if (known !== null) return known;
  return await withFileLock(join(state, "writer.lock"), async () => {
    // Somebody else may have made it while we waited.
    const made = read(file, place);
    if (made !== null) return made;
    const id = randomBytes(6).toString("hex");
    await writeAtomic(file, `${JSON.stringify({ v: 1, id, place })}\n`);
    return id;
  });
}

/** The same, without making one: `null` where nothing was ever written. */
export async function knownWriter(state: string, root: string): Promise<string | null> {
  return read(join(state, "writer.json"), await placeOf(root));
}

/** The real path, hashed: whether it is the same is all that matters. */
async function placeOf(root: string): Promise<string> {
  try {
    return createHash("sha256")
      .update(await realpath(root))
      .digest("hex")
      .slice(0, 32);
  } catch (error) {
    throw storeFailed("find the workspace", root, error);
  }
}

function read(file: string, place: string): string | null {
  // A pipe or a device under this name would never answer.
  const bytes = readPlainFile(file);
  if (bytes === null) return null;
  if (!(bytes instanceof Uint8Array))
    throw fail("STORE_FAILED", { action: `read ${file}`, reason: bytes.reason, file });
  try {
    const kept: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof kept !== "object" || kept === null || !("id" in kept) || !("place" in kept)) return null;
    return kept.place === place && typeof kept.id === "string" && form.test(kept.id) ? kept.id : null;
  } catch {
    return null;
  }
}
