import { existsSync } from "node:fs";
import { join } from "node:path";
import { isSidecarGone, locateAround, type Writ } from "@writ/runtime";
import type { Context } from "./io.ts";
import { leftOut } from "./left-out.ts";
import { noWorkspace } from "./no-workspace.ts";

/** The root of the workspace that tells of the present folder, be it from around a submodule; a problem where none does. */
export async function rootToRead({ cwd, run }: Pick<Context, "cwd" | "run">): Promise<string> {
  const root = await locateAround(cwd);
  if (root === null || isSidecarGone(root)) throw await noWorkspace({ cwd, run }, root);
  // Notes of this working copy may lie there still, without what everybody shares.
  const problem = existsSync(join(root, ".orchestration/active_intents.yaml"))
    ? null
    : await leftOut({ cwd: root, run });
  if (problem !== null) throw problem;
  return root;
}

/** The same, opened. */
export async function openToRead(context: Pick<Context, "cwd" | "run" | "openWritAt">): Promise<Writ> {
  return context.openWritAt(await rootToRead(context));
}
