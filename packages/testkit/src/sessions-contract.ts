import type { PendingCall, SessionStore } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { aSession, someTime } from "./builders.ts";

/** A write that is about to happen. */
function aPending(over: Partial<PendingCall> = {}): PendingCall {
  return {
    callId: "toolu_1",
    invocationId: "5c1f2d3e-0000-4000-8000-000000000001",
    session: "session-1",
    tool: "Write",
    toolName: "write_to_file",
    intent: "INT-001",
    at: someTime,
    files: [],
    ...over,
  };
}

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array | undefined) => (data === undefined ? undefined : new TextDecoder().decode(data));

/** What every store of sessions does, whatever it is kept in. `open` gives one without sessions. */
export function describeSessions(backend: string, open: () => Promise<SessionStore>): void {
  const strangeIds = ["../../etc/passwd", "a/b", "A", "a", "", "CON", "__proto__", "x".repeat(500), "ü\0\n"];

  describe(`sessions: ${backend}`, () => {
    it("knows no session at first", async () => {
      const store = await open();
      expect(await store.read("session-1")).toBeNull();
      expect(await store.list()).toEqual([]);
      expect(await store.listPending()).toEqual([]);
      expect(await store.takePending("session-1", "toolu_1")).toBeNull();
    });

    it("makes a session on the first change and changes the stored one from then on", async () => {
      const store = await open();
      const first = await store.update(
        "s",
        () => aSession({ id: "s", intent: null }),
        (session) => session,
      );
      expect(first.intent).toBeNull();
      await store.update(
        "s",
        () => aSession({ id: "s" }),
        (session) => ({ ...session, intent: "INT-002" }),
      );
      const forgotten = () => expect.fail("the stored session is used");
      expect(await store.update("s", forgotten, (session) => session)).toMatchObject({ intent: "INT-002" });
      expect(await store.read("s")).toEqual(aSession({ id: "s", intent: "INT-002" }));
    });

    it("keeps sessions apart, whatever their ids look like", async () => {
      const store = await open();
      for (const id of strangeIds)
        await store.update(
          id,
          () => aSession({ id, intent: `for ${id}` }),
          (session) => session,
        );
      for (const id of strangeIds) expect((await store.read(id))?.intent).toBe(`for ${id}`);
      expect((await store.list()).map((session) => session.id).sort()).toEqual([...strangeIds].sort());
    });

    it("keeps what was read, also of a file called __proto__", async () => {
      const store = await open();
      const reads = Object.fromEntries([
        ["__proto__", { hash: null }],
        ["src/a.ts", { hash: "sha256:a", own: true }],
      ]);
      await store.update(
        "s",
        () => aSession({ id: "s" }),
        (session) => ({ ...session, reads }),
      );
      expect(Object.entries((await store.read("s"))?.reads ?? {})).toEqual(Object.entries(reads));
    });

    it("makes parallel changes one after the other", async () => {
      const store = await open();
      const add = (mark: string) =>
        store.update(
          "s",
          () => aSession({ id: "s" }),
          (session) => ({ ...session, refusals: [...session.refusals, mark] }),
        );
      const marks = Array.from({ length: 20 }, (_, index) => `m${index}`);
      await Promise.all(marks.map(add));
      expect([...((await store.read("s"))?.refusals ?? [])].sort()).toEqual([...marks].sort());
    });

    it("leaves the session as it was when the change throws", async () => {
      const store = await open();
      await store.update(
        "s",
        () => aSession({ id: "s" }),
        (session) => session,
      );
      const broken = store.update(
        "s",
        () => aSession({ id: "s" }),
        () => expect.fail("a fault"),
      );
      await expect(broken).rejects.toThrow("a fault");
      expect(await store.read("s")).toEqual(aSession({ id: "s" }));
    });

    it("lists sessions in the order they started", async () => {
      const store = await open();
      for (const [id, startedAt] of [
        ["late", "2026-11-15T12:00:00.000Z"],
        ["early", "2026-11-15T09:00:00.000Z"],
      ] as const) {
        await store.update(
          id,
          () => aSession({ id, startedAt }),
          (session) => session,
        );
      }
      expect((await store.list()).map((session) => session.id)).toEqual(["early", "late"]);
    });

    it("gives a pending call back once, with its copies", async () => {
      const store = await open();
      const file = { path: "__proto__", op: "modify", hash: "sha256:a", copied: true } as const;
      const call = aPending({ files: [file], ticket: "T-000001", would: { verdict: "deny", code: "STALE_FILE" } });
      const copies = Object.fromEntries([
        ["__proto__", bytes("proto")],
        ["../x", bytes("")],
      ]);
      await store.putPending(call, copies);
      expect(await store.listPending()).toEqual([call]);
      const taken = await store.takePending("session-1", "toolu_1");
      expect(taken?.call).toEqual(call);
      expect(Object.entries(taken?.copies ?? {}).map(([path, data]) => [path, text(data)])).toEqual([
        ["__proto__", "proto"],
        ["../x", ""],
      ]);
      expect(await store.takePending("session-1", "toolu_1")).toBeNull();
      expect(await store.listPending()).toEqual([]);
    });

    it("gives a pending call to one of many takers", async () => {
      const store = await open();
      await store.putPending(aPending(), {});
      const takers = Array.from({ length: 12 }, () => store.takePending("session-1", "toolu_1"));
      expect((await Promise.all(takers)).filter((taken) => taken !== null)).toHaveLength(1);
    });

    it("keeps calls of different sessions and ids apart", async () => {
      const store = await open();
      for (const session of ["a", "b"]) {
        for (const callId of ["x", "y"])
          await store.putPending(aPending({ session, callId, tool: `${session}${callId}` }), {});
      }
      expect((await store.takePending("b", "x"))?.call.tool).toBe("bx");
      expect((await store.listPending()).map((call) => call.tool).sort()).toEqual(["ax", "ay", "by"]);
    });

    it("replaces a call whose id comes again: the agent retried", async () => {
      const store = await open();
      await store.putPending(aPending({ invocationId: "first" }), { "a.ts": bytes("1") });
      await store.putPending(aPending({ invocationId: "second" }), { "b.ts": bytes("2") });
      expect(await store.listPending()).toHaveLength(1);
      const taken = await store.takePending("session-1", "toolu_1");
      expect(taken?.call.invocationId).toBe("second");
      expect(Object.keys(taken?.copies ?? {})).toEqual(["b.ts"]);
      expect(await store.takePending("session-1", "toolu_1")).toBeNull();
    });

    it("lets equal calls without an id of their own stand in line", async () => {
      const store = await open();
      const callId = "derived-0123456789abcdef0123456789abcdef";
      const ids = Array.from({ length: 12 }, (_, index) => `n${index}`);
      for (const invocationId of ids) await store.putPending(aPending({ callId, invocationId }), {});
      expect((await store.listPending()).map((call) => call.invocationId)).toEqual(ids);
      for (const invocationId of ids) {
        expect((await store.takePending("session-1", callId))?.call.invocationId).toBe(invocationId);
      }
      expect(await store.takePending("session-1", callId)).toBeNull();
    });

    it("lists pending calls oldest first", async () => {
      const store = await open();
      await store.putPending(aPending({ callId: "new", at: "2026-11-15T12:00:00.000Z" }), {});
      await store.putPending(aPending({ callId: "old", at: "2026-11-15T09:00:00.000Z", session: "z" }), {});
      expect((await store.listPending()).map((call) => call.callId)).toEqual(["old", "new"]);
    });
  });
}
