import type { Grant, GrantStore } from "@writ/contracts";
import { toGrantId } from "../grants/ids.ts";
import { byAge, isInForce, requireSound } from "../grants/rules.ts";

/** Grants that live as long as the program, for tests. */
export function openMemoryGrants(): GrantStore {
  const grants = new Map<string, Grant>();
  const get = (typed: string): Grant | null => structuredClone(grants.get(toGrantId(typed) ?? "") ?? null);
  const change = async (id: string, now: string, next: (grant: Grant) => Grant): Promise<boolean> => {
    const grant = get(id);
    if (grant === null || !isInForce(grant, now)) return false;
    grants.set(grant.id, next(grant));
    return true;
  };
  return {
    async add(given) {
      requireSound(given, [...grants.values()]);
      const grant: Grant = { ...given, uses: 0 };
      grants.set(grant.id, structuredClone(grant));
      return grant;
    },
    read: async (id) => get(id),
    list: async () => structuredClone([...grants.values()].sort(byAge)),
    use: (id, now) => change(id, now, (grant) => ({ ...grant, uses: grant.uses + 1, usedAt: now })),
    revoke: (id, now) => change(id, now, (grant) => ({ ...grant, revokedAt: now })),
  };
}
