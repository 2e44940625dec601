import type { Answer, Ticket, TicketStore } from "@writ/contracts";
import { describe, expect, it } from "vitest";

const at = (minutes: number) => new Date(Date.parse("2026-11-15T10:00:00.000Z") + minutes * 60_000).toISOString();
const yes: Answer = { approved: true, by: "ada", assurance: "tty" };
const no: Answer = { approved: false, by: "ada", assurance: "ui", note: "not today" };

function aQuestion(over: Partial<Ticket> = {}): Omit<Ticket, "id" | "status"> {
  return {
    binding: "binding-1",
    session: "session-1",
    agent: "claude-code",
    intent: "INT-001",
    tool: "Write",
    risk: "sensitive",
    reasons: ["package.json is sensitive"],
    files: ["package.json"],
    detail: "the whole change",
    createdAt: at(0),
    expiresAt: at(30),
    ...over,
  };
}

const usage = { problem: { code: "USAGE" } };

/** What every store of tickets does, whatever it is kept in. `open` gives one without tickets. */
export function describeTickets(backend: string, open: () => Promise<TicketStore>): void {
  describe(`tickets: ${backend}`, () => {
    it("opens a ticket with an id a person can type", async () => {
      const store = await open();
      const ticket = await store.open(aQuestion({ globs: ["src/**"] }));
      expect(ticket).toEqual({ ...aQuestion({ globs: ["src/**"] }), id: ticket.id, status: "open" });
      expect(ticket.id).toMatch(/^T-[0-9A-HJKMNP-TV-Z]{6}$/);
      expect(await store.read(ticket.id)).toEqual(ticket);
      expect(await store.read(ticket.id.toLowerCase())).toEqual(ticket);
      expect(await store.read(ticket.id.slice(2))).toEqual(ticket);
    });

    it.each(["", "T-", "T-000000", "../../x", "__proto__", "T-ABCDEFG"])("knows no ticket %j", async (id) => {
      const store = await open();
      expect(await store.read(id)).toBeNull();
      expect(await store.use(id, at(0))).toBe(false);
      await expect(store.answer(id, yes, at(0))).rejects.toMatchObject(usage);
    });

    it("gives the open ticket back to whoever asks the same again", async () => {
      const store = await open();
      const asked = await Promise.all(Array.from({ length: 8 }, () => store.open(aQuestion())));
      expect(new Set(asked.map((ticket) => ticket.id)).size).toBe(1);
      expect((await store.open(aQuestion({ binding: "binding-2" }))).id).not.toBe(asked[0]?.id);
      expect(await store.list()).toHaveLength(2);
    });

    it.each<[string, (store: TicketStore, id: string) => Promise<unknown>, number]>([
      ["it expired", async () => null, 30],
      ["it was rejected", (store, id) => store.answer(id, no, at(1)), 2],
      ["it was approved", (store, id) => store.answer(id, yes, at(1)), 2],
    ])("opens a new ticket for the same when %s", async (_, change, minutes) => {
      const store = await open();
      const first = await store.open(aQuestion());
      await change(store, first.id);
      const second = await store.open(aQuestion({ createdAt: at(minutes), expiresAt: at(minutes + 30) }));
      expect(second.id).not.toBe(first.id);
    });

    it.each<[string, (store: TicketStore, id: string) => Promise<unknown>, string]>([
      ["an open one", async () => null, "closed"],
      ["an approved one", (store, id) => store.answer(id, yes, at(1)), "approved"],
      ["a rejected one", (store, id) => store.answer(id, no, at(1)), "rejected"],
    ])("a new question about the same action leaves %s %s", async (_, change, status) => {
      const store = await open();
      const first = await store.open(aQuestion({ action: "a" }));
      const elsewhere = await store.open(aQuestion({ action: "a", binding: "b3", session: "session-2" }));
      await change(store, first.id);
      const second = await store.open(aQuestion({ action: "a", binding: "b2", createdAt: at(2) }));
      expect(await store.read(first.id)).toMatchObject(
        status === "closed" ? { status, replacedBy: second.id } : { status },
      );
      expect((await store.read(elsewhere.id))?.status).toBe("open");
      expect(await store.use(first.id, at(3))).toBe(status === "approved");
    });

    it("closes what nobody waits for, and nothing that was answered", async () => {
      const store = await open();
      const waiting = await store.open(aQuestion());
      const approved = await store.open(aQuestion({ binding: "b2" }));
      await store.answer(approved.id, yes, at(1));
      for (const { id } of [waiting, approved]) await store.close(id, at(2));
      await store.close("T-000000", at(2));
      expect((await store.read(waiting.id))?.status).toBe("closed");
      await expect(store.answer(waiting.id, yes, at(3))).rejects.toMatchObject(usage);
      expect((await store.read(approved.id))?.status).toBe("approved");
    });

    it("lists tickets oldest first", async () => {
      const store = await open();
      for (const minutes of [3, 1, 2]) await store.open(aQuestion({ binding: `b${minutes}`, createdAt: at(minutes) }));
      expect((await store.list()).map((ticket) => ticket.binding)).toEqual(["b1", "b2", "b3"]);
    });

    it("keeps who answered, how sure that is, and what they said", async () => {
      const store = await open();
      const { id } = await store.open(aQuestion());
      const answered = await store.answer(id, no, at(5));
      expect(answered).toMatchObject({
        status: "rejected",
        by: "ada",
        assurance: "ui",
        note: "not today",
        answeredAt: at(5),
      });
      expect(await store.read(id)).toEqual(answered);
    });

    it("takes one answer", async () => {
      const store = await open();
      const { id } = await store.open(aQuestion());
      const answers = [yes, no, yes, no].map((answer) => store.answer(id, answer, at(1)));
      const done = await Promise.allSettled(answers);
      expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      await expect(store.answer(id, yes, at(2))).rejects.toMatchObject(usage);
    });

    it("takes no answer once it expired", async () => {
      const store = await open();
      const { id } = await store.open(aQuestion());
      await expect(store.answer(id, yes, at(30))).rejects.toThrow(/expired/);
      expect(await store.use(id, at(31))).toBe(false);
    });

    it("lets one caller use an approval, once", async () => {
      const store = await open();
      const { id } = await store.open(aQuestion());
      expect(await store.use(id, at(1))).toBe(false);
      await store.answer(id, yes, at(1));
      const users = await Promise.all(Array.from({ length: 10 }, () => store.use(id, at(2))));
      expect(users.filter(Boolean)).toHaveLength(1);
      expect((await store.read(id))?.status).toBe("used");
      await expect(store.answer(id, yes, at(3))).rejects.toMatchObject(usage);
    });

    it("lets nobody use an approval that expired, a rejection, or a ticket without a readable end", async () => {
      const store = await open();
      const expired = await store.open(aQuestion());
      const rejected = await store.open(aQuestion({ binding: "b2" }));
      const endless = await store.open(aQuestion({ binding: "b3", expiresAt: "never" }));
      await store.answer(expired.id, yes, at(29));
      await store.answer(rejected.id, no, at(1));
      await expect(store.answer(endless.id, yes, at(1))).rejects.toMatchObject(usage);
      for (const { id } of [expired, rejected, endless]) expect(await store.use(id, at(30))).toBe(false);
    });
  });
}
