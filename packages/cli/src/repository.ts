import { locate } from "@writ/runtime";
import type { Io } from "./io.ts";

/** The repository a command was started in, guarded or not: abilities and knowledge need no `writ init`. */
export async function repositoryRoot({ cwd }: Pick<Io, "cwd">): Promise<string> {
  const { root, top } = await locate(cwd);
  return root ?? top ?? cwd;
}
