import type { Proposal, StateStore } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { someHash, someTime } from "./builders.ts";

function aProposal(over: Partial<Proposal> = {}): Proposal {
  return {
    id: "P-1",
    name: "Rate limits",
    ownedScope: ["src/limit/**"],
    constraints: [],
    acceptanceCriteria: ["429 after ten"],
    reason: "asked for in the issue",
    session: "session-1",
    proposedAt: someTime,
    ...over,
  };
}

const strangeIds = ["INT-001", "int-001", "../x", "__proto__", "", "a b", "x".repeat(300)];

/** What every store of the small state does, whatever it is kept in. `open` gives an empty one. */
export function describeState(backend: string, open: () => Promise<StateStore>): void {
  describe(`state: ${backend}`, () => {
    it("is empty at first", async () => {
      const store = await open();
      expect(await store.readPause()).toBeNull();
      expect(await store.readHistory("INT-001")).toEqual([]);
      expect(await store.listProposals()).toEqual([]);
      expect(await store.takeProposal("P-1")).toBeNull();
      expect(await store.isTrusted("config", someHash())).toBe(false);
      expect(await store.readSpent("INT-001")).toEqual({ files: [], lines: 0 });
      await store.writePause(null);
    });

    it("keeps a pause until it is lifted", async () => {
      const store = await open();
      const pause = { until: someTime, reason: "release", by: "ada", since: someTime };
      await store.writePause(pause);
      expect(await store.readPause()).toEqual(pause);
      await store.writePause({ ...pause, reason: "longer" });
      expect((await store.readPause())?.reason).toBe("longer");
      await store.writePause(null);
      expect(await store.readPause()).toBeNull();
    });

    it("keeps the newest twenty entries of each intent's history", async () => {
      const store = await open();
      for (const id of strangeIds) await store.addHistory(id, [`first of ${id}`]);
      for (const id of strangeIds) expect(await store.readHistory(id)).toEqual([`first of ${id}`]);
      await store.addHistory(
        "INT-001",
        Array.from({ length: 30 }, (_, index) => `e${index}`),
      );
      expect(await store.readHistory("INT-001")).toEqual(Array.from({ length: 20 }, (_, index) => `e${index + 10}`));
    });

    it("loses no entry of parallel writers", async () => {
      const store = await open();
      const entries = Array.from({ length: 15 }, (_, index) => `e${index}`);
      await Promise.all(entries.map((entry) => store.addHistory("INT-001", [entry])));
      expect((await store.readHistory("INT-001")).sort()).toEqual([...entries].sort());
    });

    it("lists proposals oldest first and gives each away once", async () => {
      const store = await open();
      await store.addProposal(aProposal({ id: "P-2", proposedAt: "2026-11-15T12:00:00.000Z" }));
      await store.addProposal(aProposal());
      expect((await store.listProposals()).map((proposal) => proposal.id)).toEqual(["P-1", "P-2"]);
      const takers = await Promise.all(Array.from({ length: 6 }, () => store.takeProposal("P-1")));
      expect(takers.filter((taken) => taken !== null)).toEqual([aProposal()]);
      expect((await store.listProposals()).map((proposal) => proposal.id)).toEqual(["P-2"]);
    });

    it("does not let a proposal take another's place under a person's eyes", async () => {
      const store = await open();
      await store.addProposal(aProposal());
      const wider = store.addProposal(aProposal({ ownedScope: ["**"] }));
      await expect(wider).rejects.toMatchObject({ problem: { code: "USAGE" } });
      expect(await store.listProposals()).toEqual([aProposal()]);
    });

    it("takes in a hundred proposals and no more", async () => {
      const store = await open();
      for (let index = 0; index < 100; index += 1) await store.addProposal(aProposal({ id: `P-${index}` }));
      await expect(store.addProposal(aProposal({ id: "P-100" }))).rejects.toMatchObject({ problem: { code: "USAGE" } });
    });

    it("trusts exactly what was trusted", async () => {
      const store = await open();
      await store.trust("config", someHash("a"));
      await store.trust("hooks/x.yaml", someHash("b"));
      expect(await store.isTrusted("config", someHash("a"))).toBe(true);
      expect(await store.isTrusted("config", someHash("b"))).toBe(false);
      expect(await store.isTrusted("hooks/x.yaml", someHash("a"))).toBe(false);
      expect(await store.isTrusted("hooks/x.yaml", someHash("b"))).toBe(true);
    });

    it("knows what was ever trusted, until the trust is taken back", async () => {
      const store = await open();
      await store.trust("hook:a", someHash("a"));
      await store.trust("hook:b", someHash("b"));
      await store.trust("hook:a", someHash("c"));
      await store.trust("hook:a", someHash("a"));
      expect(await store.readTrusted("hook:a")).toEqual([someHash("c"), someHash("a")]);
      expect(await store.readTrusted("hook:c")).toEqual([]);
      await store.distrust("hook:a");
      expect(await store.readTrusted("hook:a")).toEqual([]);
      expect(await store.isTrusted("hook:b", someHash("b"))).toBe(true);
    });

    it("does not forget one thing because another changed often", async () => {
      const store = await open();
      await store.trust("hook:guard", someHash("f"));
      for (let version = 0; version < 60; version += 1)
        await store.trust("hook:x", `sha256:${String(version).padStart(64, "0")}`);
      expect(await store.isTrusted("hook:guard", someHash("f"))).toBe(true);
      expect((await store.readTrusted("hook:x")).length).toBe(50);
    });

    it("trusts everything that was trusted at once", async () => {
      const store = await open();
      const digits = [..."0123456789"];
      await Promise.all(digits.map((digit) => store.trust("config", someHash(digit))));
      for (const digit of digits) expect(await store.isTrusted("config", someHash(digit))).toBe(true);
    });

    it("counts every file once and every line", async () => {
      const store = await open();
      await Promise.all([
        store.addSpent("Q", ["b.ts", "a.ts"], 10),
        store.addSpent("Q", ["a.ts"], 5),
        store.addSpent("R", [], 1),
      ]);
      expect(await store.readSpent("Q")).toEqual({ files: ["a.ts", "b.ts"], lines: 15 });
      expect(await store.readSpent("R")).toEqual({ files: [], lines: 1 });
    });

    it("keeps the newest evidence of an intent", async () => {
      const store = await open();
      const check = { text: "The tests pass", run: "npm test", criterion: someHash(), outcome: "failed" as const };
      const failed = { intent: "INT-1", at: someTime, by: "p-1", revision: "unknown", closed: false, checks: [check] };
      const passed = { ...failed, closed: true, dirty: false, checks: [{ ...check, outcome: "passed" as const }] };
      expect(await store.readEvidence("INT-1")).toBeNull();
      await store.writeEvidence(failed);
      await store.writeEvidence(passed);
      expect(await store.readEvidence("INT-1")).toEqual(passed);
      expect(await store.readEvidence("int-1")).toBeNull();
    });
  });
}
