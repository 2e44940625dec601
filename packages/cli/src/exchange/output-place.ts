import type { Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fail } from "@writ/contracts";

/** Where a file that a person named is to be written. */
interface OutputPlace {
  file: string;
  /** The folder it goes into, without links. */
  folder: string;
  /** What is there now. */
  there: Stats | null;
}

/** Finds where to write; a name that nothing can be written to is wrong usage. */
export async function findOutputPlace(output: string, cwd: string): Promise<OutputPlace> {
  const file = resolve(cwd, output);
  const above = await stat(dirname(file)).catch(() => null);
  if (above?.isDirectory() !== true)
    throw fail("USAGE", { message: `There is no folder ${dirname(output)}.`, fix: "Make it, or name another file." });
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory()) throw fail("USAGE", { message: `${output} is a folder.`, fix: "Name a file in it." });
  return { file, folder: await realpath(dirname(file)), there };
}

/** What is said where writing fails all the same. */
export const cannotWrite = (output: string, cause: unknown): Error => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return fail("USAGE", { message: `${output} cannot be written: ${reason}.`, fix: "Name another file." }, { cause });
};
