import { stat } from "node:fs/promises";
import { fail } from "@writ/contracts";
import { askGit } from "../verify/git-text.ts";
import { gitTrouble } from "./trouble.ts";

/** A problem with git's own words where git does not answer in this folder at all. */
export async function requireGit(root: string): Promise<void> {
  await requireFolder(root);
  const { code, err } = await askGit(root, ["rev-parse", "--git-dir"]);
  if (code !== 0) {
    const { reason, fix } = gitTrouble(err);
    throw fail("USAGE", { message: `Git gives no answer here: ${reason}.`, fix });
  }
}

/** Where the folder is not there, the system says of git that it is not. */
async function requireFolder(root: string): Promise<void> {
  const there = await stat(root).catch(() => null);
  if (there?.isDirectory()) return;
  const message = there === null ? `There is no folder ${root}.` : `${root} is no folder.`;
  throw fail("USAGE", { message, fix: "Name a folder of the repository to look at." });
}
