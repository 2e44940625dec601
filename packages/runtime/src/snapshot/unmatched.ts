import type { Call, Config, Event, PendingCall, Session } from "@writ/contracts";
import type { Finding } from "@writ/engine";
import { openFileSnapshots } from "@writ/stores";
import { apply } from "../workspace/apply.ts";
import type { Workspace } from "../workspace/types.ts";
import { touchedSinceRecord } from "./alarms/state-gone.ts";
import { watch } from "./alarms/watch.ts";
import { decisionOf, type Ended } from "./ended.ts";
import { looked } from "./looked.ts";
import { messageOfAlarms, messageOfGap } from "./strays/told.ts";

/** Why nothing can be said about such a call. */
const unseen = "nobody saw it begin";

/** A call that ended without having begun. */
export interface Unmatched {
  event: Event;
  call: Call;
  session: Session;
  config: Config;
  /** The ledger knows the session, and Writ's own notes do not: somebody took them away. */
  isGone: boolean;
}

/** What is known of a call that nobody noted. */
const pendingOf = ({ id, callId, tool, toolName }: Call, session: Session, at: string): PendingCall => ({
  callId,
  invocationId: id,
  session: session.id,
  tool,
  toolName,
  intent: session.intent,
  at,
  files: [],
});

/**
 * A call ended that nobody saw begin, or whose note is gone. What is different since the last look may be its doing:
 * that is on record, as nobody's for certain, and told.
 */
export async function lookAtUnmatched(
  workspace: Workspace,
  { event, call, session, config, isGone }: Unmatched,
): Promise<{ context: string; messages: string[] }> {
  const store = openFileSnapshots(workspace.paths.state);
  const last = await store.readLast();
  const pending = pendingOf(call, session, last?.at ?? workspace.ports.now());
  const intents = await workspace.intents.read();
  const ended: Ended = { event, call, pending, session, config, intents, named: [], isUnmatched: true };
  if (last === null) {
    const gone: Finding = { path: ".orchestration/.state", what: "deleted" };
    const isNoticed = (workspace.noticed ?? []).length > 0;
    const others =
      isGone && !isNoticed ? [gone, ...(await touchedSinceRecord(workspace, { session: session.id }))] : [];
    const alarms = await watch(workspace, { session: event.session, others });
    await apply(workspace, event.session, [decisionOf(workspace, ended, "gap", { reason: `no-look: ${unseen}` })]);
    const told = alarms.length === 0 ? [] : [messageOfAlarms(alarms)];
    return { context: "", messages: [messageOfGap(call.tool, unseen), ...told] };
  }
  const { writes, context, messages, finish } = await looked(workspace, ended, last, store);
  await apply(workspace, event.session, writes);
  await finish();
  return { context, messages };
}
