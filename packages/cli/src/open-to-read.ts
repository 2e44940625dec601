import { locateAround, type Writ } from "@writ/runtime";
import type { Context } from "./io.ts";
import { noWorkspace } from "./no-workspace.ts";

/** The root of the workspace that tells of the present folder, be it from around a submodule; a problem where none does. */
export async function rootToRead({ cwd }: Pick<Context, "cwd">): Promise<string> {
  const root = await locateAround(cwd);
  if (root === null) throw noWorkspace(cwd);
  return root;
}

/** The same, opened. */
export async function openToRead(context: Pick<Context, "cwd" | "openWritAt">): Promise<Writ> {
  return context.openWritAt(await rootToRead(context));
}
