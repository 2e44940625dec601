import type { Grant, GrantStore } from "@writ/contracts";
import { describe, expect, it } from "vitest";

const at = (minutes: number) => new Date(Date.parse("2026-11-15T10:00:00.000Z") + minutes * 60_000).toISOString();
const usage = { problem: { code: "USAGE" } };

/** A grant of `./deploy.sh` under INT-001 for an hour. */
export function aGrant(over: Partial<Grant> = {}): Grant {
  return {
    id: "G-000001",
    binding: "standing-1",
    intent: "INT-001",
    tool: "Bash",
    command: "./deploy.sh",
    risk: "opaque",
    createdAt: at(0),
    until: at(60),
    by: "ada",
    assurance: "tty",
    ticket: "T-000001",
    uses: 0,
    ...over,
  };
}

/** What every store of grants does, whatever it is kept in. `open` gives one without grants. */
export function describeGrants(backend: string, open: () => Promise<GrantStore>): void {
  describe(`grants: ${backend}`, () => {
    it("gives a grant back however its id is typed", async () => {
      const store = await open();
      expect(await store.add(aGrant())).toEqual(aGrant());
      for (const id of ["G-000001", "g-000001", "000001", " G-00000l "]) expect(await store.read(id)).toEqual(aGrant());
    });

    it.each(["", "G-", "T-000001", "../../x", "__proto__", "G-ABCDEFG"])("knows no grant %j", async (id) => {
      const store = await open();
      await store.add(aGrant());
      expect(await store.read(id)).toBeNull();
      expect(await store.use(id, at(0))).toBe(false);
      expect(await store.revoke(id, at(0))).toBe(false);
    });

    it("counts what uses it, until it runs out", async () => {
      const store = await open();
      await store.add(aGrant());
      const used = await Promise.all(Array.from({ length: 8 }, () => store.use("G-000001", at(1))));
      expect(used).toEqual(Array.from({ length: 8 }, () => true));
      expect(await store.read("G-000001")).toMatchObject({ uses: 8, usedAt: at(1) });
      expect(await store.use("G-000001", at(60))).toBe(false);
      expect(await store.read("G-000001")).toMatchObject({ uses: 8 });
    });

    it("ends when it is taken back, once", async () => {
      const store = await open();
      await store.add(aGrant());
      expect(await Promise.all([1, 2, 3].map(() => store.revoke("G-000001", at(5))))).toEqual([true, false, false]);
      expect(await store.use("G-000001", at(6))).toBe(false);
      expect(await store.read("G-000001")).toMatchObject({ revokedAt: at(5), uses: 0 });
    });

    it.each([
      ["that ends before it begins", { until: at(-1) }],
      ["of more than eight hours", { until: at(8 * 60 + 1) }],
      ["without a readable end", { until: "never" }],
      ["without an id", { id: "" }],
    ])("keeps no grant %s", async (_, over) => {
      const store = await open();
      await expect(store.add(aGrant(over))).rejects.toMatchObject(usage);
      expect(await store.list()).toEqual([]);
    });

    it("keeps one grant of an id, and not more than people oversee", async () => {
      const store = await open();
      const ids = Array.from({ length: 101 }, (_, number) => `G-${String(number).padStart(6, "0")}`);
      for (const id of ids.slice(0, 100)) await store.add(aGrant({ id }));
      await expect(store.add(aGrant({ id: ids[0] ?? "" }))).rejects.toMatchObject(usage);
      await expect(store.add(aGrant({ id: ids[100] ?? "" }))).rejects.toMatchObject(usage);
      await store.revoke(ids[3] ?? "", at(1));
      await store.add(aGrant({ id: ids[100] ?? "", createdAt: at(2) }));
      expect((await store.list()).map(({ id }) => id)).toEqual(ids);
    });
  });
}
