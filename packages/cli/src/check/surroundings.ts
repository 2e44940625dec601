import { lstat } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { locate } from "@writ/runtime";
import type { Context } from "../io.ts";
import { isInside } from "../paths.ts";
import type { Drawing } from "./render.ts";

/** What a report is drawn with here. */
export async function drawingFor({ cwd, paint, self }: Pick<Context, "cwd" | "paint" | "self">): Promise<Drawing> {
  const { root, top } = await locate(cwd);
  const between = root === null || top === null ? "" : relative(top, root).split(sep).join("/");
  return { paint, version: self.version, prefix: between === "" ? "" : `${between}/` };
}

/**
 * Where a workflow of GitHub's collects what is shown with a run. Only a file that the runner made, and none of the
 * repository's: the environment may say anything.
 */
export async function stepSummary({ cwd, env }: Pick<Context, "cwd" | "env">): Promise<string | null> {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file === undefined || env.GITHUB_ACTIONS !== "true" || !isAbsolute(file)) return null;
  const { root, top } = await locate(cwd);
  if (isInside(file, top ?? root ?? cwd)) return null;
  const isFile = await lstat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
  return isFile ? file : null;
}
