import type { Ticket, TicketStore } from "@writ/contracts";
import { newTicketId, toTicketId } from "../tickets/ids.ts";
import { answered, byAge, isOpen, isReplaced, isUsable } from "../tickets/rules.ts";

/** Tickets that live as long as the program, for tests. */
export function openMemoryTickets(): TicketStore {
  const tickets = new Map<string, Ticket>();
  const get = (typed: string): Ticket | null => structuredClone(tickets.get(toTicketId(typed) ?? "") ?? null);
  const put = (ticket: Ticket): Ticket => {
    tickets.set(ticket.id, structuredClone(ticket));
    return ticket;
  };
  return {
    async open(asked) {
      const all = [...tickets.values()].sort(byAge);
      const same = all.find((ticket) => ticket.binding === asked.binding && isOpen(ticket, asked.createdAt));
      if (same !== undefined) return structuredClone(same);
      let id = newTicketId();
      while (tickets.has(id)) id = newTicketId();
      for (const old of all.filter((one) => isReplaced(one, asked))) put({ ...old, status: "closed", replacedBy: id });
      return put({ ...asked, id, status: "open" });
    },
    read: async (id) => get(id),
    list: async () => structuredClone([...tickets.values()].sort(byAge)),
    answer: async (id, answer, now) => put(answered(id, get(id), answer, now)),
    async use(id, now) {
      const ticket = get(id);
      if (ticket === null || !isUsable(ticket, now)) return false;
      put({ ...ticket, status: "used" });
      return true;
    },
    async close(id, now) {
      const ticket = get(id);
      if (ticket !== null && isOpen(ticket, now)) put({ ...ticket, status: "closed" });
    },
  };
}
