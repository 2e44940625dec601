import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { lostWorkspace, sidecarName } from "./governance.ts";

export { sidecarName } from "./governance.ts";

/** Whether anything has this name, be it a link to nothing. Synchronous, as a cold hook has nothing else to do meanwhile. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * The workspace that governs `start`: the outermost folder with a sidecar, or one that was set up and has lost it, searched
 * upwards no further than the git top level, so that an inner sidecar never overrides an outer one. `top` is the git top
 * level, if any.
 */
export async function locate(start: string): Promise<{ root: string | null; top: string | null }> {
  let here: string;
  try {
    here = realpathSync.native(start);
  } catch {
    return { root: null, top: null };
  }
  const first = here;
  let root: string | null = null;
  for (;;) {
    // A sidecar that is a link or a file still marks the workspace: it is refused later, not overlooked.
    if (isThere(join(here, sidecarName))) root = here;
    const isTop = isThere(join(here, ".git"));
    const up = dirname(here);
    if (isTop || up === here) {
      const top = isTop ? here : null;
      // Nothing lies further out than the top.
      const lost = root !== null && root === top ? null : lostWorkspace(first, top);
      return { root: outermost(root, lost), top };
    }
    here = up;
  }
}

/** Of two folders above the same one, the outer. */
function outermost(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one.length <= other.length ? one : other;
}
