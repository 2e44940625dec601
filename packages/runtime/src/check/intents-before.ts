import type { Intent } from "@writ/contracts";
import { gitIn } from "./git.ts";
import { findRange } from "./range.ts";
import { sidecarAt } from "./sidecar-at.ts";
import { surroundingsOf } from "./surroundings.ts";

/** The intents as they were where this branch left what it goes into; on that itself, in the last commit. */
export async function intentsBefore(root: string): Promise<readonly Intent[]> {
  const git = gitIn(root);
  const range = await findRange(git, {}, surroundingsOf({})).catch(() => null);
  const head = range === null ? await git.ask(["rev-parse", "--verify", "--quiet", "HEAD"]) : null;
  const revision = range?.parted ?? head?.toString().trim() ?? "";
  return revision === "" ? [] : (await sidecarAt(git, revision)).intents;
}
