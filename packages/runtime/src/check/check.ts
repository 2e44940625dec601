import { readFileSync } from "node:fs";
import type { CheckReport } from "@writ/contracts";
import { judgeChange } from "@writ/engine/check";
import type { Workspace } from "../workspace/types.ts";
import type { Surroundings } from "./base-from.ts";
import { gatherFacts } from "./gather.ts";
import { gitIn } from "./git.ts";
import { type Asked, findRange } from "./range.ts";
import type { OnProgress } from "./read-files.ts";

/** What to check, and where it is asked. */
export interface CheckOptions extends Asked {
  /** The environment, by which a build server tells what a change goes into. */
  env?: Readonly<Record<string, string | undefined>>;
  onProgress?: OnProgress;
}

/** Whether a change may go in: what its lines, its records and its sidecar say for and against it. */
export async function check(workspace: Workspace, options: CheckOptions = {}): Promise<CheckReport> {
  const around: Surroundings = { env: options.env ?? {}, readFile: textAt };
  const range = await findRange(gitIn(workspace.root), options, around);
  return judgeChange(await gatherFacts(workspace, range, options.onProgress));
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
