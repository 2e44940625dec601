import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { gitTop } from "./folders.ts";

/** The repository a file of the workspace is kept in, and the way there from the root, with a slash at its end. */
export interface Repository {
  cwd: string;
  /** Empty where the workspace itself is in it. */
  prefix: string;
}

/** A file may lie in a repository of its own, inside the workspace: a submodule, or one that is only there. */
export function repositoryOf(root: string, path: string): Repository {
  const top = gitTop(join(root, dirname(path)));
  const between = top === null ? "" : relative(root, top).split(sep).join("/");
  const isInner = between !== "" && !between.startsWith("..") && top !== null && existsSync(top);
  return isInner ? { cwd: top, prefix: `${between}/` } : { cwd: root, prefix: "" };
}
