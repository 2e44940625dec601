import type { Context } from "../io.ts";
import type { GitFiles } from "./git-files.ts";

/** What to do about a live ledger that git tracks, as repositories from before Writ may have one. */
export const trackedLedger =
  "Either take it out of git now, in the commit that brings Writ in (later the gate takes it for records that were removed): git rm --cached .orchestration/agent_trace.jsonl; or keep it there: ledger: single in .orchestration/config.yaml, and no line agent_trace.jsonl in .orchestration/.gitignore";

/** Whether git tracks the live ledger without being meant to. */
export async function hasTrackedLedger(root: string, git: GitFiles, { openWritAt }: Context): Promise<boolean> {
  if (!(await git.isTracked(".orchestration/agent_trace.jsonl"))) return false;
  // A config that cannot be read is told of elsewhere.
  const read = await (await openWritAt(root)).readConfig().catch(() => null);
  return read !== null && read.config.ledger !== "single";
}
