import type { PendingCall, Session, SessionStore } from "@writ/contracts";
import { isDerived } from "../sessions/derived.ts";

interface Kept {
  call: PendingCall;
  copies: Map<string, Uint8Array>;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sessions that live as long as the program, for tests. */
export function openMemorySessions(): SessionStore {
  const sessions = new Map<string, Session>();
  let pending: Kept[] = [];
  const isSame = (a: PendingCall, session: string, callId: string) => a.session === session && a.callId === callId;
  return {
    read: async (id) => structuredClone(sessions.get(id) ?? null),
    async list() {
      const all = structuredClone([...sessions.values()]);
      return all.sort((a, b) => compare(a.startedAt, b.startedAt) || compare(a.id, b.id));
    },
    async update(id, fresh, change) {
      const next = change(structuredClone(sessions.get(id)) ?? fresh());
      sessions.set(id, structuredClone(next));
      return next;
    },
    async putPending(call, copies) {
      const others = pending.filter((kept) => !isSame(kept.call, call.session, call.callId));
      const kept = { call: structuredClone(call), copies: new Map(Object.entries(structuredClone(copies))) };
      pending = [...(isDerived(call.callId) ? pending : others), kept];
    },
    async takePending(session, callId) {
      const taken = pending.find((kept) => isSame(kept.call, session, callId));
      if (taken === undefined) return null;
      pending = pending.filter((kept) => kept !== taken);
      return { call: taken.call, copies: Object.fromEntries(taken.copies) };
    },
    async listPending() {
      const calls = structuredClone(pending.map((kept) => kept.call));
      return calls.sort((a, b) => compare(a.at, b.at));
    },
  };
}
