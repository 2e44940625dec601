import type { GrantStore } from "@writ/contracts";

/** Grants that are opened by the first call that needs them: an edit needs none. */
export function lazyGrants(open: () => Promise<GrantStore>): GrantStore {
  let opened: Promise<GrantStore> | undefined;
  const grants = (): Promise<GrantStore> => {
    opened ??= open();
    return opened;
  };
  return {
    add: async (grant) => (await grants()).add(grant),
    read: async (id) => (await grants()).read(id),
    list: async () => (await grants()).list(),
    use: async (id, now) => (await grants()).use(id, now),
    revoke: async (id, now) => (await grants()).revoke(id, now),
  };
}
