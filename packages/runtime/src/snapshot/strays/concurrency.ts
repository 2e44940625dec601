import { lstatSync } from "node:fs";
import type { PendingCall, Session, TreeChange } from "@writ/contracts";
import type { Workspace } from "../../workspace/types.ts";
import { slackMs } from "../look/limits.ts";
import { onDisk } from "../look/path-bytes.ts";
import { livingJobs } from "./background.ts";
import { doubts } from "./doubts.ts";
import { listProcesses, parentsOf, treeOf } from "./processes.ts";
import { worksIn } from "./works-in.ts";

/** Why somebody else than this call may have written meanwhile; `null` when nobody could have. */
export async function othersAtWork(
  workspace: Workspace,
  pending: PendingCall,
  session: Session,
): Promise<string | null> {
  // Nobody saw when the call began: its person was still being asked.
  if (pending.asked !== undefined) return doubts.asked;
  const calls = await workspace.sessions.listPending();
  const isOther = (call: PendingCall) => call.invocationId !== pending.invocationId && call.permit === undefined;
  if (calls.some(isOther)) return "another call was running";
  const sessions = await workspace.sessions.list();
  if (sessions.some(({ id, seenAt }) => id !== pending.session && seenAt >= pending.at))
    return "another session was at work";
  if ((await livingJobs(workspace)).length > 0) return "a background job was running";
  const all = listProcesses();
  if (all === null || session.process === undefined) return "which other programs ran cannot be told";
  const own = new Set([...treeOf(all, session.process.pid), ...parentsOf(all, session.process.pid)]);
  const isAtWork = worksIn(workspace.root);
  const foreign = all.some((one) => !own.has(one.pid) && isAtWork(one) && !one.isOurs);
  return foreign ? "another program was at work in the workspace" : null;
}

/** Why this change is not of the time of its call; `null` when it is, or when a file that is gone cannot tell. */
export function otherTime(
  root: string,
  { path, after }: Pick<TreeChange, "path" | "after">,
  began: string,
  ended: string,
): string | null {
  if (after === null || after.changedAt === 0) return null;
  const isWithin = (time: number) => time >= Date.parse(began) - slackMs && time <= Date.parse(ended) + slackMs;
  // A file that moves with its folder keeps its time; the folder does not.
  if (isWithin(after.changedAt) || foldersAbove(path).some((folder) => isWithin(changedAt(root, folder)))) return null;
  return doubts.otherTime;
}

const foldersAbove = (path: string): string[] => {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
};

const changedAt = (root: string, folder: string): number =>
  lstatSync(onDisk(root, folder), { throwIfNoEntry: false })?.ctimeMs ?? 0;
