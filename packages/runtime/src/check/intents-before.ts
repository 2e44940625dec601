import type { Intent } from "@writ/contracts";
import { gitIn } from "./git.ts";
import { leftAt } from "./left-at.ts";
import { sidecarAt } from "./sidecar-at.ts";

/** The intents as they were where this branch left what it goes into; on that itself, in the last commit. */
export async function intentsBefore(root: string): Promise<readonly Intent[]> {
  const git = gitIn(root);
  const revision = await leftAt(git);
  return revision === null ? [] : (await sidecarAt(git, revision)).intents;
}
