import { fail } from "@writ/contracts";
import { visible } from "../text/visible.ts";

/** A revision goes to git as a word; one that begins like an option would be taken for one. */
export function requireRevision(revision: string | undefined): void {
  if (revision === undefined || (revision !== "" && !revision.startsWith("-"))) return;
  throw fail("USAGE", {
    message: `--revision ${revision} names no commit.`,
    fix: "Say a branch, a tag, an id, or HEAD~3.",
  });
}

/** What a hint has to say so that it asks about the same commit. */
export const sayRevision = (revision: string | undefined | null): string =>
  revision === undefined || revision === null ? "" : ` --revision ${visible(revision)}`;
