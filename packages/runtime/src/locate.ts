import { lstat, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The folder a workspace is recognised by. */
export const sidecarName = ".orchestration";

async function kindOf(path: string): Promise<"absent" | "directory" | "other"> {
  try {
    return (await lstat(path)).isDirectory() ? "directory" : "other";
  } catch {
    return "absent";
  }
}

/**
 * The workspace that governs `start`: the outermost folder with a sidecar, searched upwards no further than the
 * git top level, so that an inner sidecar never overrides an outer one. `top` is the git top level, if any.
 */
export async function locate(start: string): Promise<{ root: string | null; top: string | null }> {
  let here: string;
  try {
    here = await realpath(start);
  } catch {
    return { root: null, top: null };
  }
  let root: string | null = null;
  for (;;) {
    // A sidecar that is a link or a file still marks the workspace: it is refused later, not overlooked.
    if ((await kindOf(join(here, sidecarName))) !== "absent") root = here;
    if ((await kindOf(join(here, ".git"))) !== "absent") return { root, top: here };
    const up = dirname(here);
    if (up === here) return { root, top: null };
    here = up;
  }
}
