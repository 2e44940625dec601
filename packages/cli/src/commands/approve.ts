import { fail, type Ticket } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { isInteractive, requireAssurance, vouch } from "../answers.ts";
import { defineCommand, flag, optional, text } from "../command.ts";
import { Cancelled, type Context } from "../io.ts";
import { page } from "../page.ts";
import { visible } from "../text/visible.ts";
import { describeTicket, listTickets, openTickets, requireOpen } from "../tickets.ts";

export default defineCommand({
  name: "approve",
  summary: "Say yes to what an agent wants to do",
  about:
    "Shows the whole action first, and asks. The yes counts for exactly this action, once, and only for a while. Without a ticket it lists the open ones.",
  who: "person",
  args: { ticket: optional("the ticket an agent was given") },
  options: {
    yes: flag("do not ask; counts as a script, which the config must allow"),
    note: text("TEXT", "a word with the answer"),
  },
  examples: [
    ["approve", "what is waiting?"],
    ["approve T-7K2M", "look at it, then say yes"],
  ],

  async run({ ticket: id, yes, note, json }, context) {
    const writ = await context.openWrit();
    const ticket =
      id === undefined ? await chooseTicket(writ, context, json) : await requireOpen(writ, id, context.now());
    if (ticket === null) return 0;
    const assurance = await agree(ticket, yes, context);
    await requireAssurance(writ, ticket.risk, assurance, "writ approve --yes");
    const { by } = await vouch(writ, context);
    const answered = await writ.answer(ticket.id, {
      approved: true,
      by,
      assurance,
      ...(note !== undefined && { note }),
    });
    if (json) context.print(JSON.stringify(answered));
    else {
      context.print(
        `${context.paint.green("Approved")} ${visible(ticket.id)}. Tell the agent to repeat exactly the same call.`,
      );
      context.print(`It counts once, until ${visible(answered.expiresAt)}.`);
    }
    return 0;
  },
});

/** The ticket the person picks; without a terminal the open ones are listed, and none is picked. */
async function chooseTicket(writ: Writ, context: Context, json: boolean): Promise<Ticket | null> {
  const open = await openTickets(writ, context.now());
  if (json || open.length === 0 || !isInteractive(context)) {
    listTickets(open, json, context);
    return null;
  }
  const choices = open.map(({ id, tool, risk, reasons }) => ({
    value: id,
    label: visible(`${id}  ${tool}  ${risk}: ${reasons.join("; ")}`),
  }));
  const chosen = await context.ask.choose("Which one?", choices);
  return open.find(({ id }) => id === chosen) ?? null;
}

/** Shows the ticket and takes the person's word for it. */
async function agree(ticket: Ticket, yes: boolean, context: Context): Promise<"script" | "tty"> {
  if (yes) return "script";
  if (!isInteractive(context)) {
    throw fail("USAGE", {
      message: "Approving wants a terminal, so that a person sees what is approved.",
      fix: `Run it in your own terminal: writ approve ${ticket.id}`,
    });
  }
  await page(describeTicket(ticket, context.paint), context);
  const answer = await context.ask.text(`Type ${visible(ticket.id)} or yes to approve; anything else leaves it open.`, {
    optional: true,
  });
  if (answer !== ticket.id && answer.toLowerCase() !== "yes") throw new Cancelled();
  return "tty";
}
