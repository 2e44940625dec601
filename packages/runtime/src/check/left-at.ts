import type { Git } from "./git.ts";
import { findRange } from "./range.ts";
import { surroundingsOf } from "./surroundings.ts";

/** Where this branch left what it goes into; on that itself, the last commit. `null` before the first one, and outside git. */
export async function leftAt(git: Git): Promise<string | null> {
  const range = await findRange(git, {}, surroundingsOf({})).catch(() => null);
  if (range !== null) return range.parted;
  return (await git.ask(["rev-parse", "--verify", "--quiet", "HEAD"]))?.toString().trim() ?? null;
}
