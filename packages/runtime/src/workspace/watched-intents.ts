import type { IntentStore } from "@writ/contracts";

/** The same store; what Writ itself writes into the file of the intents is from then on what that file should hold. */
export function watchedIntents(root: string, store: IntentStore): IntentStore {
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    const { asOwnChange } = await import("../snapshot/alarms/own-change.ts");
    return asOwnChange(root, work);
  };
  return {
    ...store,
    add: (intent) => watched(() => store.add(intent)),
    update: (id, change) => watched(() => store.update(id, change)),
    setStatus: (id, status) => watched(() => store.setStatus(id, status)),
    flushHistory: (id, entries) => watched(() => store.flushHistory(id, entries)),
  };
}
