import { type Answer, fail, type Ticket } from "@writ/contracts";
import { toTicketId } from "./ids.ts";

/** What becomes of a ticket. Shared by every backend, so that they cannot differ. */

export type NewTicket = Omit<Ticket, "id" | "status">;

const isPast = (ticket: Pick<Ticket, "expiresAt">, now: string): boolean =>
  // A date that cannot be read is no licence to live for ever.
  !(Date.parse(now) < Date.parse(ticket.expiresAt));

/** Whether a ticket is still waiting for a person at `now`. */
export function isOpen(ticket: Ticket, now: string): boolean {
  return ticket.status === "open" && !isPast(ticket, now);
}

/** Whether an approval can still be used at `now`. */
export function isUsable(ticket: Ticket, now: string): boolean {
  return ticket.status === "approved" && !isPast(ticket, now);
}

/**
 * Whether a new question takes this one's place: the same call of the same session, in another state of things. What
 * was answered keeps its answer, for the state it was given for.
 */
export function isReplaced(ticket: Ticket, asked: NewTicket): boolean {
  const isSame = asked.action !== undefined && ticket.action === asked.action && ticket.session === asked.session;
  return ticket.status === "open" && isSame && ticket.binding !== asked.binding;
}

/** The ticket with a person's answer. Throws USAGE when there is nothing to answer any more. */
export function answered(typed: string, ticket: Ticket | null, answer: Answer, now: string): Ticket {
  if (ticket === null) {
    const id = toTicketId(typed) ?? JSON.stringify(typed);
    throw fail("USAGE", { message: `There is no ticket ${id}.`, fix: "See the open ones with: writ approve" });
  }
  if (isOpen(ticket, now)) {
    const { approved, by, assurance, note } = answer;
    const status = approved ? "approved" : "rejected";
    return { ...ticket, status, by, assurance, answeredAt: now, ...(note === undefined ? {} : { note }) };
  }
  const isExpired = ticket.status === "open" || ticket.status === "expired";
  const what = isExpired ? `expired at ${ticket.expiresAt}` : `was already ${ticket.status}`;
  const again = isExpired || ticket.status === "closed";
  const fix = again
    ? "Let the agent repeat the call; it gets a new ticket."
    : "A ticket is answered once, and used once.";
  throw fail("USAGE", { message: `Ticket ${ticket.id} ${what}.`, fix, ticket: ticket.id, status: ticket.status });
}

/** Oldest first; the id decides between two of the same moment. */
export function byAge(a: Ticket, b: Ticket): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
