import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder a workspace is recognised by. */
export const sidecarName = ".orchestration";

/** Whether anything has this name, be it a link to nothing. Synchronous, as a cold hook has nothing else to do meanwhile. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * The workspace that governs `start`: the outermost folder with a sidecar, searched upwards no further than the
 * git top level, so that an inner sidecar never overrides an outer one. `top` is the git top level, if any.
 */
export async function locate(start: string): Promise<{ root: string | null; top: string | null }> {
  let here: string;
  try {
    here = realpathSync.native(start);
  } catch {
    return { root: null, top: null };
  }
  let root: string | null = null;
  for (;;) {
    // A sidecar that is a link or a file still marks the workspace: it is refused later, not overlooked.
    if (isThere(join(here, sidecarName))) root = here;
    if (isThere(join(here, ".git"))) return { root, top: here };
    const up = dirname(here);
    if (up === here) return { root, top: null };
    here = up;
  }
}
