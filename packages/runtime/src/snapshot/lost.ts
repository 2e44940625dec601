import type { Call, PendingCall } from "@writ/contracts";
import { openFileSnapshots } from "@writ/stores";
import { apply } from "../workspace/apply.ts";
import { withConfigThen } from "../workspace/config-then.ts";
import { readSession } from "../workspace/gather.ts";
import { noteChanges } from "../workspace/known.ts";
import type { Workspace } from "../workspace/types.ts";
import { dropLook, lookAfter } from "./after.ts";
import type { Lost } from "./ended.ts";
import { messageOfNoLook } from "./strays/told.ts";

/** A call whose end nobody saw. */
export interface LostCall {
  call: PendingCall;
  /** Something tells that it ran: its end was being written down, or what it named happened. */
  hasRun: boolean;
}

/** A call of which only what was kept is known. */
const unknownCall = ({ invocationId, callId, tool, toolName }: PendingCall): Call => ({
  id: invocationId,
  callId,
  tool,
  toolName,
  kind: "opaque",
  input: null,
  effects: [],
});

/** What is different since a call began goes on record, as nobody's for certain. */
async function lookSince(given: Workspace, pending: PendingCall, lost: Lost): Promise<string[]> {
  const { workspace } = await withConfigThen(given, async () => pending);
  const known = await workspace.sessions.read(pending.session);
  const ref = { id: pending.session, agent: known?.agent ?? ("library" as const) };
  const session = await readSession(workspace, ref, workspace.ports.now());
  const { config } = await workspace.readConfig();
  const looked = await lookAfter(workspace, {
    event: { session: ref },
    call: unknownCall(pending),
    pending,
    session,
    config,
    intents: await workspace.intents.read(),
    named: [],
    lost,
  });
  await apply(workspace, ref, looked.writes);
  // What perhaps never ran is not known to be the session's doing.
  if (lost.hasRun) await noteChanges(workspace, session, [], looked.writes);
  await looked.finish();
  return looked.messages;
}

/** Calls of one session under one intent, oldest first: what is different since the first is one thing to decide. */
async function lookAtGroup(workspace: Workspace, group: readonly LostCall[]): Promise<string[]> {
  const store = openFileSnapshots(workspace.paths.state);
  const messages: string[] = [];
  const open: LostCall[] = [];
  for (const one of group) {
    const { snapshot, tool } = one.call;
    if (snapshot === undefined) continue;
    if ("gap" in snapshot) messages.push(messageOfNoLook(tool, snapshot.gap));
    else if (snapshot.found !== undefined) messages.push(snapshot.found);
    // Of a call that is over, everything was on record before its look was thrown away.
    if ("id" in snapshot && (await store.readBefore(snapshot.id)) !== null) open.push(one);
  }
  const [first] = open;
  if (first !== undefined) {
    const lost = {
      hasRun: open.some(({ hasRun }) => hasRun),
      invocations: new Set(open.map(({ call }) => call.invocationId)),
    };
    messages.push(...(await lookSince(workspace, first.call, lost)));
  }
  for (const { call } of open.slice(1)) await dropLook(workspace, call);
  return messages;
}

/**
 * These calls began, and nobody saw them end, if they ran at all. What is different since then is on record, as nobody's
 * for certain. Gives what a person should hear.
 */
export async function lookAtLost(workspace: Workspace, lost: readonly LostCall[]): Promise<string[]> {
  const groups = new Map<string, LostCall[]>();
  for (const one of [...lost].sort((a, b) => (a.call.at < b.call.at ? -1 : 1))) {
    const key = JSON.stringify([one.call.session, one.call.intent]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const messages: string[] = [];
  // A look that fails keeps nobody from the others.
  for (const group of groups.values()) messages.push(...(await lookAtGroup(workspace, group).catch(() => [])));
  return [...new Set(messages)];
}
