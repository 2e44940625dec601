import type { GrantStore, IntentStore, StateStore, TicketStore } from "@writ/contracts";
import type { Announce } from "@writ/stores";

/** Announces a write of Writ's own before it happens, so that it is known as such should the process be killed. */
export const announcing =
  (root: string): Announce =>
  async (file, content) =>
    (await ownChange()).announceOwnWrite(root, file, content);

const ownChange = () => import("../snapshot/alarms/own-change.ts");

/** Tells Writ's own writes of a workspace from those of others: what they leave behind is accepted. */
async function asWrite<T>(root: string, work: () => Promise<T>): Promise<T> {
  return (await ownChange()).asOwnWrite(root, work);
}

async function asAnswer<T>(root: string, work: () => Promise<T>): Promise<T> {
  return (await ownChange()).asOwnAnswer(root, work);
}

/** The same store; what it writes into the file of the intents is accepted. */
export const watchedIntents = (root: string, store: IntentStore): IntentStore => ({
  ...store,
  add: (intent) => asWrite(root, () => store.add(intent)),
  update: (id, change) => asWrite(root, () => store.update(id, change)),
  setStatus: (id, status) => asWrite(root, () => store.setStatus(id, status)),
  flushHistory: (id, entries) => asWrite(root, () => store.flushHistory(id, entries)),
});

/** The same store; the trust and the pause it writes are accepted, however the command ends. */
export const watchedState = (root: string, store: StateStore): StateStore => ({
  ...store,
  writePause: (pause) => asWrite(root, () => store.writePause(pause)),
  trust: (what, hash) => asWrite(root, () => store.trust(what, hash)),
  distrust: (what) => asWrite(root, () => store.distrust(what)),
});

/** The same store; the tickets it writes are accepted. */
export const watchedTickets = (root: string, store: TicketStore): TicketStore => ({
  ...store,
  open: (asked) => asAnswer(root, () => store.open(asked)),
  answer: (id, answer, now) => asAnswer(root, () => store.answer(id, answer, now)),
  use: (id, now) => asAnswer(root, () => store.use(id, now)),
  close: (id, now) => asAnswer(root, () => store.close(id, now)),
});

/** The same store; the grants it writes are accepted. */
export const watchedGrants = (root: string, store: GrantStore): GrantStore => ({
  ...store,
  add: (grant) => asAnswer(root, () => store.add(grant)),
  use: (id, now) => asAnswer(root, () => store.use(id, now)),
  revoke: (id, now) => asAnswer(root, () => store.revoke(id, now)),
});
