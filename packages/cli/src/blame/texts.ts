import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readAt } from "@writ/runtime";

/** The lines of a file, as it is or as a commit has it, without their ends. */
export async function readTexts(root: string, path: string, revision: string | undefined): Promise<string[]> {
  const bytes = revision === undefined ? await readFile(join(root, path)) : await readAt(root, path, revision);
  const lines = Buffer.from(bytes ?? [])
    .toString("utf8")
    .split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
