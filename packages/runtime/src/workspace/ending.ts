import type { PendingCall } from "@writ/contracts";
import type { Workspace } from "./types.ts";

/** A pending call that was taken out, with the bytes its files had. */
export type Taken = NonNullable<Awaited<ReturnType<Workspace["sessions"]["takePending"]>>>;

/** How a call is noted while its end is being written down. */
const noteOf = (call: PendingCall): PendingCall => ({ ...call, callId: `ending-${call.invocationId}` });

/** Whether this is such a note: then the call is known to have run. */
export const isNote = ({ callId, invocationId }: PendingCall): boolean => callId === `ending-${invocationId}`;

/**
 * Takes a call out to write its end down, and leaves a note in its place. A process that dies, or a disk that is full,
 * before the end is on record leaves the note behind, and the end of the turn records that the call has none.
 */
export async function takeEnding({ sessions }: Workspace, session: string, callId: string): Promise<Taken | null> {
  const waiting = (await sessions.listPending()).find((call) => call.session === session && call.callId === callId);
  if (waiting === undefined) return null;
  await sessions.putPending(noteOf(waiting), {});
  const taken = await sessions.takePending(session, callId);
  // Of equal calls without ids another one may have come first.
  if (taken !== null && taken.call.invocationId !== waiting.invocationId)
    await sessions.putPending(noteOf(taken.call), {});
  return taken;
}

/** The end is on record: the note can go. */
export async function dropNote({ sessions }: Workspace, { call }: Taken): Promise<void> {
  await sessions.takePending(call.session, noteOf(call).callId);
}

/** The invocations of a session that were traced lately: their calls need no note any more. */
export async function tracedLately({ traces }: Workspace, session: string): Promise<Set<string>> {
  const recent = await traces.last(100, { session });
  return new Set(recent.map(({ record }) => record.metadata?.invocation_id ?? ""));
}
