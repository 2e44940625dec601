import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail } from "@writ/contracts";
import type { Guarded } from "@writ/engine";
import { readPlainFile, writeAtomic } from "@writ/stores";
import { sha256 } from "../../hash.ts";

/** The files decisions are made by. Their accepted content is kept, so that decisions can go on with it. */
export const decidingFiles = [
  "active_intents.yaml",
  "active_intents.yml",
  "config.yaml",
  ".intentignore",
  ".state/trust.json",
  ".state/pause.json",
].map((name) => `.orchestration/${name}`);

/** Where the copies are kept, under the names the files have in a workspace. */
export const copiesFolder = (state: string): string => join(state, "accepted");

function hashOfCopy(state: string, path: string): string | null {
  const bytes = readPlainFile(join(copiesFolder(state), path));
  return bytes instanceof Uint8Array ? sha256(bytes) : null;
}

/** Copies what is accepted, as far as the files are as accepted now. */
export async function keepAccepted(root: string, state: string, baseline: Guarded): Promise<void> {
  mkdirSync(join(copiesFolder(state), ".orchestration"), { recursive: true });
  for (const path of decidingFiles) {
    const accepted = baseline.get(path)?.hash;
    const copy = join(copiesFolder(state), path);
    if (accepted === undefined) {
      rmSync(copy, { force: true });
      continue;
    }
    if (hashOfCopy(state, path) === accepted) continue;
    const bytes = readPlainFile(join(root, path));
    if (!(bytes instanceof Uint8Array) || sha256(bytes) !== accepted) continue;
    mkdirSync(dirname(copy), { recursive: true });
    await writeAtomic(copy, bytes);
  }
}

/** The workspace of the accepted copies, for a reader of one of these files. Throws where a copy is missing or altered. */
export function acceptedRoot(state: string, paths: readonly string[], baseline: Guarded): string {
  for (const path of paths) {
    const accepted = baseline.get(path)?.hash ?? null;
    if (hashOfCopy(state, path) === accepted) continue;
    throw fail("SIDECAR_INVALID", {
      file: path,
      reason:
        "it changed outside Writ, and the content accepted before is not kept; a user looks at it and runs: writ alarms acknowledge --all",
    });
  }
  return copiesFolder(state);
}
