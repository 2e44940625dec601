import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { proofPath } from "@writ/adapters";

/**
 * The secret of one installation. It lies in the sidecar, where no agent's tool may write. A contact file must carry it,
 * so one that reached its folder in an archive or by a copy is not taken for a daemon's; and an answer must begin with
 * its beginning, so nothing but this Writ is taken for consent by the hook line. The shim makes one too.
 */
const sealFile = (root: string): string => join(root, proofPath);

/** The seal of a workspace; `null` where there is none. */
export function readSeal(root: string): string | null {
  try {
    const file = sealFile(root);
    const stats = lstatSync(file);
    if (!stats.isFile() || stats.uid !== process.getuid?.()) return null;
    return /^([0-9a-f]{48})\n$/.exec(readFileSync(file, "utf8"))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** The same, made where it is missing; `null` where it cannot be made. It stays: several machines may share a checkout. */
export function openSeal(root: string): string | null {
  const found = readSeal(root);
  if (found !== null) return found;
  const file = sealFile(root);
  const next = `${file}.${process.pid}`;
  try {
    rmSync(file, { force: true });
    writeFileSync(next, `${randomBytes(24).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
    place(next, file);
  } catch {
    // The look decides.
  } finally {
    rmSync(next, { force: true });
  }
  return readSeal(root);
}

/** Of two that start at once the first one counts, where the disk knows second names. */
function place(next: string, file: string): void {
  try {
    linkSync(next, file);
  } catch {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) renameSync(next, file);
  }
}
