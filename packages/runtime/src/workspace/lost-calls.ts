import type { ChangedFile, PendingCall } from "@writ/contracts";
import type { LostCall } from "../snapshot/lost.ts";
import { isNote, type Taken, tracedLately } from "./ending.ts";
import { hasHappened } from "./happened.ts";
import { changedSince, driftOf } from "./lost-changes.ts";
import type { Workspace } from "./types.ts";

/** Takes out the calls that are over without anybody having seen their end. */
async function takeLost(workspace: Workspace, isOver: (call: PendingCall) => boolean): Promise<Taken[]> {
  const all: Taken[] = [];
  for (const { session, callId } of (await workspace.sessions.listPending()).filter(isOver)) {
    const taken = await workspace.sessions.takePending(session, callId);
    // Nobody ran what a permit was given for.
    if (taken !== null && taken.call.permit === undefined) all.push(taken);
  }
  return all;
}

type Lost = LostCall & { changed: readonly ChangedFile[] };

/** Each call once: a call and the note about its end are one, and the note says that it ran. */
async function toLost(workspace: Workspace, taken: readonly Taken[]): Promise<Lost[]> {
  const lost = new Map<string, Lost>();
  for (const { call, copies } of taken) {
    const known = lost.get(call.invocationId);
    const hasRun = known?.hasRun === true || isNote(call) || (await hasHappened(workspace, call, copies));
    // The note has no copies to compare with.
    const changed = isNote(call) && known !== undefined ? known.changed : await changedSince(workspace, call, copies);
    lost.set(call.invocationId, { call, hasRun, changed });
  }
  return [...lost.values()];
}

/** What such calls changed is looked at now; a look that fails keeps nobody from ending a turn. */
async function lookAround(workspace: Workspace, lost: readonly LostCall[]): Promise<string[]> {
  if (lost.every(({ call }) => call.snapshot === undefined)) return [];
  const { lookAtLost } = await import("../snapshot/lost.ts");
  return lookAtLost(workspace, lost).catch(() => []);
}

/** Calls that never got their post event end here, and are recorded as such. Gives what a person should hear. */
export async function endPending(workspace: Workspace, isOver: (call: PendingCall) => boolean): Promise<string[]> {
  const lost = await toLost(workspace, await takeLost(workspace, isOver));
  // What strayed may not be on record although the trace is.
  const messages = await lookAround(workspace, lost);
  for (const { call, changed } of lost) {
    // An agent that asked its person itself does not wait for the answer any more.
    if (call.asked !== undefined) await workspace.tickets.close(call.asked, workspace.ports.now());
    // One that was traced only lost the time to say so.
    if ((await tracedLately(workspace, call.session)).has(call.invocationId)) continue;
    await workspace.decisions.append({
      id: workspace.ports.id(),
      timestamp: workspace.ports.now(),
      decision: "unmatched",
      agent: "unknown",
      session: call.session,
      intent: call.intent,
      tool: call.tool,
      tool_name: call.toolName,
      invocation_id: call.invocationId,
      paths: call.files.map((file) => file.path),
      reason: "no-post-event",
      metadata: {},
    });
    const drift = driftOf(workspace, call, changed);
    if (drift !== null) await workspace.decisions.append(drift);
  }
  return messages;
}
