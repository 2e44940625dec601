import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aTicket, describeTickets, tempSidecar } from "@writ/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { stateFolder } from "../state/sidecar.ts";
import { cleanTickets, openFileTickets } from "./file.ts";
import { newTicketId, toTicketId } from "./ids.ts";

describeTickets("file", async () => openFileTickets(stateFolder(tempSidecar())));

it.each([
  ["not JSON", "{"],
  ["without a binding", JSON.stringify({ ...aTicket({ id: "T-000001" }), binding: undefined })],
  ["with a status nobody knows", JSON.stringify({ ...aTicket({ id: "T-000001" }), status: "granted" })],
  ["under another id", JSON.stringify(aTicket({ id: "T-000002" }))],
])("a ticket file %s approves nothing", async (_, content) => {
  const state = stateFolder(tempSidecar({ ".state/tickets/T-000001.json": content }));
  const store = openFileTickets(state);
  expect(await store.read("T-000001")).toBeNull();
  expect(await store.list()).toEqual([]);
  expect(await store.use("T-000001", "2026-11-15T10:00:00.000Z")).toBe(false);
});

it("understands an id however a person types it, and nothing else", () => {
  const spell = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
  fc.assert(
    fc.property(spell, ([lower, bare, letters]) => {
      const id = newTicketId();
      const typed = bare ? id.slice(2) : id;
      const swapped = letters
        ? `${typed.slice(0, -6)}${typed.slice(-6).replaceAll("0", "O").replaceAll("1", "l")}`
        : typed;
      expect(toTicketId(lower ? ` ${swapped.toLowerCase()} ` : swapped)).toBe(id);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => /^T-[0-9A-HJKMNP-TV-Z]{6}$/.test(toTicketId(text) ?? "T-000000")));
});

it("forgets tickets that ran out more than thirty days ago", async () => {
  const state = stateFolder(tempSidecar());
  mkdirSync(join(state, "tickets"), { recursive: true });
  for (const [id, expiresAt] of [
    ["T-000001", "2026-01-01T00:00:00.000Z"],
    ["T-000002", "2026-03-01T00:00:00.000Z"],
  ] as const) {
    writeFileSync(join(state, "tickets", `${id}.json`), JSON.stringify(aTicket({ id, expiresAt })));
  }
  expect(await cleanTickets(state, "2026-03-02T00:00:00.000Z")).toBe(1);
  expect(readdirSync(join(state, "tickets"))).toEqual(["T-000002.json"]);
});
