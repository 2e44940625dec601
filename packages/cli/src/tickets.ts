import { fail, type Ticket } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import type { Context } from "./io.ts";
import { notFound } from "./not-found.ts";
import { lookAlikes } from "./text/look-alikes.ts";
import { sayMoment } from "./text/moment.ts";
import type { Paint } from "./text/paint.ts";
import { drawFor, shownLine, shownLines } from "./text/show.ts";
import { columns as inColumns, plural } from "./text/table.ts";
import { visible } from "./text/visible.ts";

/** Tickets that wait for an answer, oldest first. */
export async function openTickets(writ: Writ, now: string): Promise<Ticket[]> {
  const tickets = await writ.tickets.list();
  return tickets
    .filter(({ status, expiresAt }) => status === "open" && expiresAt > now)
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** The ticket with this id, if it can still be answered; else what became of it. */
export async function requireOpen(writ: Writ, id: string, now: string): Promise<Ticket> {
  const ticket = await writ.tickets.read(id);
  if (ticket === null) {
    const open = (await openTickets(writ, now)).map((one) => one.id);
    const fix = open.length === 0 ? "No ticket is open." : `Open: ${open.join(", ")}`;
    throw notFound(`There is no ticket ${id}.`, fix);
  }
  const expired = ticket.status === "expired" || (ticket.status === "open" && ticket.expiresAt <= now);
  if (ticket.status === "open" && !expired) return ticket;
  const { replacedBy } = ticket;
  const message = expired
    ? `Ticket ${ticket.id} expired at ${sayMoment(ticket.expiresAt)}.`
    : replacedBy !== undefined
      ? `Ticket ${ticket.id} was replaced by ${replacedBy}: the agent asked again, and things had changed meanwhile.`
      : ticket.status === "closed"
        ? `Ticket ${ticket.id} is closed: the agent asked about it itself, and waits no more.`
        : `Ticket ${ticket.id} is already ${ticket.status}.`;
  const fix = replacedBy === undefined ? {} : { fix: `Look at the new one: writ approve ${replacedBy}` };
  throw fail("ALREADY_ANSWERED", { message, ticket: ticket.id, status: ticket.status, ...fix });
}

/**
 * Everything about a ticket, line by line: nothing is left out or cut, nothing in it can disturb the terminal, and what
 * would hide or look like something else is spelled out.
 */
export function describeTicket(ticket: Ticket, paint: Paint, columns = 100): string[] {
  const { id, agent, session, intent, tool, risk, reasons, files, globs = [], unseen = [], detail, expiresAt } = ticket;
  const draw = drawFor([detail, ...reasons, ...files, ...globs].join("\n"), paint);
  const listed = (word: string, text: string) =>
    shownLine(text, columns, [`  ${word}: `, " ".repeat(word.length + 4)], draw);
  return [
    `${paint.bold(visible(id))}  ${lookAlikes(visible(tool))}, asked by ${visible(agent)} (session ${visible(session)}) under ${visible(intent ?? "no intent")}`,
    `  risk: ${risk}, answer until ${visible(sayMoment(expiresAt))}`,
    ...reasons.flatMap((reason) => listed("why", reason)),
    ...files.flatMap((file) => listed("file", file)),
    ...globs.flatMap((glob) => listed("would also own", glob)),
    ...(detail === ""
      ? []
      : [
          paint.dim("  what it would do:"),
          ...shownLines(detail, columns, ["  | ", "  : "], draw),
          ...endOf(detail, paint),
        ]),
    ...(draw("x") === "⟪x⟫"
      ? ["  What stands in ⟪⟫ was spelled out; what looks like it and does not was typed so."]
      : []),
    ...unseen.map((part) => paint.yellow(`  not shown: ${visible(part)}`)),
  ];
}

/** Where a long text ends, and how much it was: whoever scrolls knows whether they saw it all. */
function endOf(detail: string, paint: Paint): string[] {
  const lines = detail.split("\n").length;
  return [paint.dim(`  end of what it would do: ${plural(lines, "line")}, ${plural([...detail].length, "character")}`)];
}

/** The open tickets, each in a line with its command, or its files, under it: two questions may have the same reasons. */
export function ticketLines(open: readonly Ticket[], { paint, columns }: Pick<Context, "paint" | "columns">): string[] {
  const heads = inColumns(
    open.map(({ id, tool, risk, reasons }) => [id, tool, risk, reasons.join("; ")]),
    "",
  );
  return open.flatMap((ticket, at) => {
    const what = whatOf(ticket);
    const [first, ...rest] = what === "" ? [] : shownLines(what, columns, ["  | ", "  : "], drawFor(what, paint));
    const more = rest.length === 0 ? [] : [`  … ${plural(rest.length, "more line")}: writ approve ${ticket.id}`];
    return [heads[at] ?? "", ...(first === undefined ? [] : [first]), ...more];
  });
}

/** What tells a question from others like it. */
export function whatOf({ command, files, globs = [] }: Pick<Ticket, "command" | "files" | "globs">): string {
  return command ?? [...globs, ...files].join(" ");
}

/** Tells the open tickets. */
export function listTickets(open: readonly Ticket[], json: boolean, context: Context): void {
  const { print } = context;
  if (json) print(JSON.stringify(open, null, 2));
  else if (open.length === 0) print("Nothing is waiting for an answer.");
  else {
    for (const line of ticketLines(open, context)) print(line);
    print("Answer with: writ approve <ticket>, or writ reject <ticket>");
  }
}
