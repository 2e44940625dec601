import type { IntentStore, NewIntent } from "@writ/contracts";
import { describe, expect, it } from "vitest";

const login: NewIntent = { name: "Login", ownedScope: ["src/auth/**"] };

/** What every store of intents does, whatever it is kept in. `open` gives one without intents. */
export function describeIntents(backend: string, open: () => Promise<IntentStore>): void {
  const idsOf = async (store: IntentStore) => {
    const read = await store.read();
    return read.state === "ok" ? read.intents.map((intent) => intent.id) : read.state;
  };

  describe(`intents: ${backend}`, () => {
    it("begins with none", async () => {
      const store = await open();
      expect(await store.read()).toEqual({ state: "ok", intents: [], findings: [] });
      expect(await store.readIgnore()).toEqual([]);
    });

    it("gives an intent back as it was added", async () => {
      const store = await open();
      const added = await store.add({
        ...login,
        id: "fix-bug-42",
        constraints: ["no: colon trouble", "# no comment", "two\nlines"],
        acceptanceCriteria: ["run: npm test"],
        relatedFiles: ["src/app.ts"],
        quick: { expiresAt: "2026-11-15T12:00:00.000Z", maxFiles: 3, maxLines: 80 },
      });
      expect(added).toEqual({
        id: "fix-bug-42",
        name: "Login",
        status: "PENDING",
        ownedScope: ["src/auth/**"],
        constraints: ["no: colon trouble", "# no comment", "two\nlines"],
        acceptanceCriteria: ["run: npm test"],
        relatedFiles: ["src/app.ts"],
        recentHistory: [],
        quick: { expiresAt: "2026-11-15T12:00:00.000Z", maxFiles: 3, maxLines: 80 },
      });
      expect(await store.read()).toEqual({ state: "ok", intents: [added], findings: [] });
    });

    it("numbers intents that come without an id, and keeps their order", async () => {
      const store = await open();
      await store.add(login);
      await store.add({ ...login, id: "INT-041" });
      await store.add(login);
      expect(await idsOf(store)).toEqual(["INT-001", "INT-041", "INT-042"]);
    });

    it("gives parallel additions different ids, and loses none", async () => {
      const store = await open();
      const added = await Promise.all(Array.from({ length: 8 }, () => store.add(login)));
      expect(new Set(added.map((intent) => intent.id)).size).toBe(8);
      expect((await idsOf(store)).length).toBe(8);
    });

    it.each(["", "has space", "a/b", "..", "-x", "tab\t", "new\nline", "nul\0", "x".repeat(65), "ü"])(
      "refuses the id %j",
      async (id) => {
        const store = await open();
        await expect(store.add({ ...login, id })).rejects.toMatchObject({ problem: { code: "USAGE" } });
        expect(await idsOf(store)).toEqual([]);
      },
    );

    it("refuses an id that is taken", async () => {
      const store = await open();
      await store.add({ ...login, id: "A" });
      await expect(store.add({ ...login, id: "A" })).rejects.toMatchObject({ problem: { code: "USAGE" } });
    });

    it("changes the named fields and nothing else", async () => {
      const store = await open();
      const first = await store.add(login);
      const second = await store.add({ ...login, constraints: ["keep"] });
      const changed = await store.update(second.id, { name: "Other", ownedScope: ["src/a/**", "!src/a/b"] });
      expect(changed).toEqual({ ...second, name: "Other", ownedScope: ["src/a/**", "!src/a/b"] });
      expect(await store.read()).toMatchObject({ intents: [first, changed] });
    });

    it("sets a status", async () => {
      const store = await open();
      const { id } = await store.add(login);
      for (const status of ["IN_PROGRESS", "BLOCKED", "COMPLETE", "PENDING"] as const) {
        expect((await store.setStatus(id, status)).status).toBe(status);
        expect(await store.read()).toMatchObject({ intents: [{ id, status }] });
      }
    });

    it("takes the limits of a quick intent off", async () => {
      const store = await open();
      const quick = { expiresAt: "2026-11-15T12:00:00.000Z", maxFiles: 3, maxLines: 80 };
      const { id } = await store.add({ ...login, quick });
      expect(await store.update(id, { quick: undefined })).not.toHaveProperty("quick");
      expect(await store.read()).not.toMatchObject({ intents: [{ quick }] });
    });

    it("marks an intent as proposed, until a status is set", async () => {
      const store = await open();
      const { id } = await store.add(login);
      expect(await store.update(id, { proposed: true })).toMatchObject({ proposed: true, status: "PENDING" });
      expect(await store.setStatus(id, "PENDING")).not.toHaveProperty("proposed");
    });

    it("names the intents there are when one is not", async () => {
      const store = await open();
      await store.add(login);
      const missing = { problem: { code: "INTENT_NOT_FOUND", meta: { intent: "X", available: ["INT-001"] } } };
      await expect(store.update("X", { name: "y" })).rejects.toMatchObject(missing);
      await expect(store.setStatus("X", "COMPLETE")).rejects.toMatchObject(missing);
      await expect(store.flushHistory("X", ["a"])).rejects.toMatchObject(missing);
    });

    it("writes history once, however often it is flushed, and keeps the newest", async () => {
      const store = await open();
      const { id } = await store.add(login);
      const history = async () => {
        const read = await store.read();
        return read.state === "ok" ? read.intents[0]?.recentHistory : null;
      };
      await store.flushHistory(id, ["PRE_HOOK write_to_file"]);
      await store.flushHistory(id, ["PRE_HOOK write_to_file", "POST_HOOK write_to_file OK"]);
      await store.flushHistory(id, ["PRE_HOOK write_to_file", "POST_HOOK write_to_file OK"]);
      expect(await history()).toEqual(["PRE_HOOK write_to_file", "POST_HOOK write_to_file OK"]);
      await store.flushHistory(
        id,
        Array.from({ length: 25 }, (_, index) => `PRE_HOOK ${index}`),
      );
      expect(await history()).toEqual(Array.from({ length: 20 }, (_, index) => `PRE_HOOK ${index + 5}`));
    });

    it("hands out copies: changing them changes nothing", async () => {
      const store = await open();
      const added = await store.add(login);
      added.ownedScope.push("**");
      const read = await store.read();
      if (read.state === "ok") read.intents[0]?.ownedScope.push("**");
      expect(await store.read()).toMatchObject({ intents: [{ ownedScope: ["src/auth/**"] }] });
    });
  });
}
