import type { TreeChange, TreeState } from "@writ/contracts";
import { openFileSnapshots } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";
import { forgetDeadJobs, hasJobs } from "./background.ts";
import { type Clock, startClock } from "./clock.ts";
import { compare } from "./compare.ts";
import { isOnRecord } from "./on-record.ts";
import { type Scanned, scan } from "./scan.ts";

/** So many paths are named in one record. */
export const mostNamed = 500;

const pathsIn = ({ path, from }: TreeChange): string[] => (from === undefined ? [path] : [from, path]);

/**
 * What changed between calls while something a command started was still running: nobody knows who did it, so it is on
 * record as nobody's. Without such a job a change between calls is a person's, and none of Writ's business.
 */
export async function lookForDrift(
  workspace: Workspace,
  last: TreeState,
  scanned: Scanned,
  clock: Clock,
): Promise<void> {
  if (!(await hasJobs(workspace))) return;
  const { changes, brought } = await compare(workspace.root, last, scanned, clock);
  const drifted: string[] = [];
  for (const change of changes) {
    if (brought.has(change.path) || change.path.startsWith(".orchestration/")) continue;
    if (!(await isOnRecord(workspace, change, last.at))) drifted.push(...pathsIn(change));
  }
  if (drifted.length > 0) {
    const owner = (await workspace.sessions.list()).find(({ background = [] }) => background.length > 0);
    await workspace.decisions.append({
      id: workspace.ports.id(),
      timestamp: workspace.ports.now(),
      decision: "drifted",
      agent: owner?.agent ?? "unknown",
      session: owner?.id ?? "unknown",
      intent: owner?.intent ?? null,
      paths: drifted.slice(0, mostNamed),
      reason: "background",
      metadata: {},
    });
  }
  await openFileSnapshots(workspace.paths.state).writeLast(scanned.tree);
  await forgetDeadJobs(workspace);
}

/** The same at the end of a turn or of a session, when nobody knows whether another call will come. */
export async function lookForDriftNow(workspace: Workspace): Promise<void> {
  if (!(await hasJobs(workspace))) return;
  const last = await openFileSnapshots(workspace.paths.state).readLast();
  if (last === null) return;
  const clock = startClock();
  await lookForDrift(workspace, last, await scan(workspace.root, { earlier: last, clock }), clock);
}
