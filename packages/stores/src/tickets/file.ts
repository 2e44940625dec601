import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Ticket, TicketStore } from "@writ/contracts";
import type { Announce } from "../announce.ts";
import { withFileLock } from "../lock/file-lock.ts";
import { namesIn, valueIn, writeJson } from "../state/json-file.ts";
import { statePath } from "../state/sidecar.ts";
import { isTicket } from "./check.ts";
import { newTicketId, toTicketId } from "./ids.ts";
import { answered, byAge, isOpen, isReplaced, isUsable, type NewTicket } from "./rules.ts";

const pathOf = (state: string, id: string): string => statePath(state, "tickets", `${id}.json`);
const inTurn = <T>(state: string, run: () => Promise<T>): Promise<T> =>
  withFileLock(statePath(state, "locks", "tickets.lock"), run);

function read(state: string, typed: string): Ticket | null {
  const id = toTicketId(typed);
  const ticket = id === null ? null : valueIn(pathOf(state, id), isTicket);
  return ticket?.id === id ? ticket : null;
}

function list(state: string): Ticket[] {
  const ids = namesIn(statePath(state, "tickets")).filter((name) => /^T-.{6}\.json$/.test(name));
  return ids.flatMap((name) => read(state, name.slice(0, -".json".length)) ?? []).sort(byAge);
}

type Write = (ticket: Ticket) => Promise<void>;

async function open(state: string, write: Write, asked: NewTicket): Promise<Ticket> {
  const tickets = list(state);
  const same = tickets.find((ticket) => ticket.binding === asked.binding && isOpen(ticket, asked.createdAt));
  if (same !== undefined) return same;
  const taken = new Set(namesIn(statePath(state, "tickets")));
  let id = newTicketId();
  while (taken.has(`${id}.json`)) id = newTicketId();
  const ticket: Ticket = { ...asked, id, status: "open" };
  await write(ticket);
  for (const old of tickets.filter((one) => isReplaced(one, asked)))
    await write({ ...old, status: "closed", replacedBy: id });
  return ticket;
}

/** Tickets, each in a file of `.orchestration/.state/tickets/`. */
export function openFileTickets(state: string, announce?: Announce): TicketStore {
  /** An answer is a user's decision: it is on the disk before anyone relies on it. */
  const write: Write = (ticket) => writeJson(pathOf(state, ticket.id), ticket, { sync: true, announce });
  return {
    open: (asked) => inTurn(state, () => open(state, write, asked)),
    read: async (id) => read(state, id),
    list: async () => list(state),
    answer: (id, answer, now) =>
      inTurn(state, async () => {
        const ticket = answered(id, read(state, id), answer, now);
        await write(ticket);
        return ticket;
      }),
    use: (id, now) =>
      inTurn(state, async () => {
        const ticket = read(state, id);
        if (ticket === null || !isUsable(ticket, now)) return false;
        await write({ ...ticket, status: "used" });
        return true;
      }),
    close: (id, now) =>
      inTurn(state, async () => {
        const ticket = read(state, id);
        if (ticket !== null && isOpen(ticket, now)) await write({ ...ticket, status: "closed" });
      }),
  };
}

/** Forgets tickets that ran out so many days ago; what was decided about them is in the ledger. */
export async function cleanTickets(state: string, now: string, keptDays = 30): Promise<number> {
  const oldest = Date.parse(now) - keptDays * 86_400_000;
  return inTurn(state, async () => {
    const old = list(state).filter((ticket) => Date.parse(ticket.expiresAt) < oldest);
    for (const { id } of old) rmSync(join(statePath(state, "tickets"), `${id}.json`), { force: true });
    return old.length;
  });
}
