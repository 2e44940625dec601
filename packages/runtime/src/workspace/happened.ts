import { join } from "node:path";
import type { ChangedFile, PendingCall } from "@writ/contracts";
import { isOnRecord } from "../snapshot/strays/on-record.ts";
import { changesOf } from "./changes.ts";
import { readBytes } from "./files.ts";
import type { Workspace } from "./types.ts";

/**
 * Whether something a call said it would do is done, and by no other call: a sign that it ran. A person who is asked
 * and says no is nothing an agent tells of.
 */
export async function hasHappened(
  workspace: Workspace,
  call: PendingCall,
  copies: Readonly<Record<string, Uint8Array>>,
): Promise<boolean> {
  const planned = new Map(call.files.map(({ path, op }) => [path, op]));
  const isDone = ({ path, from, after }: ChangedFile): boolean => {
    if (from !== undefined) return after !== null && readBytes(join(workspace.root, from)) === null;
    return (planned.get(path) === "delete") === (after === null);
  };
  for (const change of (await changesOf(workspace, call, copies)).filter(isDone))
    if (!(await isOnRecord(workspace, change, call, call.invocationId))) return true;
  return false;
}
