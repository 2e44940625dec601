import type { PendingCall } from "@writ/contracts";
import { openFileSnapshots } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";
import { decisionOf, type Ended } from "./ended.ts";
import { type Looked, looked } from "./looked.ts";
import { messageOfNoLook } from "./strays/told.ts";

const none: Looked = {
  head: null,
  claimed: [],
  writes: [],
  withEarlier: async (changed) => changed,
  context: "",
  messages: [],
  finish: async () => {},
};

/** Where nothing could be looked at, that is said, and the call claims what it named. */
async function unlooked(workspace: Workspace, ended: Ended, gap: string): Promise<Looked> {
  const messages = [messageOfNoLook(ended.pending.tool, gap)];
  const isNew = ended.pending.snapshot !== undefined && "id" in ended.pending.snapshot;
  const writes = isNew ? [decisionOf(workspace, ended, "gap", { reason: `no-look: ${gap}` })] : [];
  return { ...none, writes, messages };
}

/** After a call that may have changed more than it named: what really changed. Never throws. */
export async function lookAfter(workspace: Workspace, ended: Ended): Promise<Looked> {
  const { snapshot } = ended.pending;
  if (snapshot === undefined) return none;
  if ("gap" in snapshot) return unlooked(workspace, ended, snapshot.gap);
  const found = await lookBack(workspace, ended, snapshot.id);
  return snapshot.found === undefined ? found : { ...found, messages: [snapshot.found, ...found.messages] };
}

async function lookBack(workspace: Workspace, ended: Ended, id: string): Promise<Looked> {
  try {
    const store = openFileSnapshots(workspace.paths.state);
    const before = await store.readBefore(id);
    // Of a call that is over, everything was on record before its look was thrown away.
    if (before === null && ended.lost !== undefined) return none;
    if (before === null) return await unlooked(workspace, ended, "the look before it is gone");
    return await looked(workspace, ended, before, store);
  } catch (error) {
    return unlooked(workspace, ended, error instanceof Error ? error.message : String(error));
  }
}

/** The call did not run: nobody needs the look before it. */
export async function dropLook({ paths }: Workspace, { snapshot }: PendingCall): Promise<void> {
  if (snapshot !== undefined && "id" in snapshot) await openFileSnapshots(paths.state).dropBefore(snapshot.id);
}
