import type { Call, PendingCall } from "@writ/contracts";
import { apply } from "../workspace/apply.ts";
import { readSession } from "../workspace/gather.ts";
import type { Workspace } from "../workspace/types.ts";
import { lookAfter } from "./after.ts";

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

/** The call began, and nobody saw it end: what is different since then is on record, as nobody's for certain. Gives what a person should hear. */
export async function lookAtLost(workspace: Workspace, pending: PendingCall): Promise<string[]> {
  const known = await workspace.sessions.read(pending.session);
  const ref = { id: pending.session, agent: known?.agent ?? ("library" as const) };
  const { config } = await workspace.readConfig();
  const looked = await lookAfter(workspace, {
    event: { session: ref },
    call: unknownCall(pending),
    pending,
    session: await readSession(workspace, ref, workspace.ports.now()),
    config,
    intents: await workspace.intents.read(),
    named: [],
    isLost: true,
  });
  await apply(workspace, ref, looked.writes);
  await looked.finish();
  return looked.messages;
}
