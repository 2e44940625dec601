import type { PendingCall } from "@writ/contracts";

/** A pending call older than this has lost its end (design 1). */
export const pendingMinutes = 10;

/** A pending call nobody ended, and for how long it has been waiting. */
export interface StaleCall {
  call: PendingCall;
  ageMs: number;
}

/** The pending calls that are too old to end by themselves, in the order given. `now` is ISO-8601. */
export function staleCalls(calls: readonly PendingCall[], now: string): StaleCall[] {
  return calls
    .map((call) => ({ call, ageMs: Date.parse(now) - Date.parse(call.at) }))
    .filter(({ ageMs }) => !(ageMs <= pendingMinutes * 60_000));
}
