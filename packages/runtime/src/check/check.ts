import type { CheckReport } from "@writ/contracts";
import { judgeChange } from "@writ/engine/check";
import type { Workspace } from "../workspace/types.ts";
import { type CheckListening, gatherFacts } from "./gather.ts";
import { gitIn } from "./git.ts";
import { type Asked, findRange } from "./range.ts";
import { type Around, surroundingsOf } from "./surroundings.ts";

/** What to check, and where it is asked. */
export interface CheckOptions extends Asked, Around, CheckListening {}

/** Whether a change may go in: what its lines, its records and its sidecar say for and against it. */
export async function check(workspace: Workspace, options: CheckOptions = {}): Promise<CheckReport> {
  const git = gitIn(workspace.root);
  const range = await findRange(git, options, surroundingsOf(options));
  return judgeChange(await gatherFacts(workspace, git, range, options));
}
