import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isUntouched, type Written } from "./contact.ts";

/** What a daemon was started for and from. */
export interface Origin {
  readonly root: string;
  /** The bundle it runs, and the command `init` wrote down. */
  readonly bundle: string;
  readonly script: string;
}

/** A file or folder as it is now: another one of the same name differs. */
function identityOf(path: string, isFile: boolean): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return [stats.dev, stats.ino, ...(isFile ? [stats.size, stats.mtimeMs] : [])].join(" ");
}

/** The command hooks start where no daemon runs; `null` when it is not written down. */
function recordedScript(root: string): string | null {
  try {
    return readFileSync(join(root, ".orchestration", ".state", "command"), "utf8").split(/\r?\n/)[1] ?? null;
  } catch {
    return null;
  }
}

/**
 * Looks, whenever it is asked, whether the daemon may still answer: the same workspace, the same version of Writ, and a
 * contact file nobody else wrote or can read. Gives the reason why not.
 */
export function openFitness({ root, bundle, script }: Origin, contact: Written): () => string | null {
  const workspace = identityOf(root, false);
  const version = identityOf(bundle, true);
  return () => {
    if (workspace === null || identityOf(root, false) !== workspace) return "the workspace is gone or another one";
    if (version === null || identityOf(bundle, true) !== version) return "writ was replaced by another version";
    const recorded = recordedScript(root);
    if (recorded !== null && recorded !== script) return "another writ is installed for this workspace";
    return isUntouched(contact) ? null : "the contact file was changed, or others can read it";
  };
}
