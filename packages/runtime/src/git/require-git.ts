import { fail } from "@writ/contracts";
import { askGit } from "../verify/git-text.ts";
import { gitTrouble } from "./trouble.ts";

/** A problem with git's own words where git does not answer in this folder at all. */
export async function requireGit(root: string): Promise<void> {
  const { code, err } = await askGit(root, ["rev-parse", "--git-dir"]);
  if (code !== 0) {
    const { reason, fix } = gitTrouble(err);
    throw fail("USAGE", { message: `Git gives no answer here: ${reason}.`, fix });
  }
}
