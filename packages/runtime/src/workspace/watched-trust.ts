import type { StateStore } from "@writ/contracts";

/** The same store; what Writ itself writes down as trusted is from then on what that file should hold, however the command ends. */
export function watchedTrust(root: string, store: StateStore): StateStore {
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    const { asOwnChange } = await import("../snapshot/alarms/own-change.ts");
    return asOwnChange(root, work);
  };
  return {
    ...store,
    trust: (what, hash) => watched(() => store.trust(what, hash)),
    distrust: (what) => watched(() => store.distrust(what)),
  };
}
