import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Io } from "../io.ts";

/** The lines of a file, as it is or as a commit has it, without their ends. */
export async function readTexts(
  root: string,
  path: string,
  revision: string | undefined,
  { run }: Pick<Io, "run">,
): Promise<string[]> {
  const text =
    revision === undefined
      ? await readFile(join(root, path), "utf8")
      : (await run("git", ["cat-file", "blob", `${revision}:./${path}`], { cwd: root })).stdout;
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
