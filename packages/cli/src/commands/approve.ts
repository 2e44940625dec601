import { fail, type Ticket } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { isInteractive, requireAssurance, requireTerminal, vouch } from "../answers.ts";
import { approveFiles } from "../approve-files.ts";
import { defineCommand, flag, many, optional, text } from "../command.ts";
import { longest, requireGrantable, requireLength, tellGrant } from "../grants.ts";
import { Cancelled, type Context } from "../io.ts";
import { page } from "../page.ts";
import { formatDuration, later, parseDuration } from "../text/duration.ts";
import { sayMoment } from "../text/moment.ts";
import { visible } from "../text/visible.ts";
import { describeTicket, listTickets, openTickets, requireOpen, whatOf } from "../tickets.ts";

export default defineCommand({
  name: "approve",
  summary: "Say yes to what an agent wants to do",
  about:
    "Shows the whole action first, and asks. The yes counts for exactly this action, once, and only for a while. With --for it is a grant: the same command, from the same folder, with the same scripts, under the same intent, needs no other yes until then. Without a ticket it lists the open ones. With --file it puts on record that you changed a file yourself and want it so, for writ check.",
  who: "person",
  weighed: true,
  args: { ticket: optional("the ticket an agent was given") },
  options: {
    for: text("DURATION", "for how long: 30m, 1h; at most 8h. Only for commands and tools"),
    yes: flag("do not ask; counts as a script, which the config must allow"),
    note: text("TEXT", "a word with the answer"),
    file: many("PATH", "a file you changed yourself, such as an agent's settings, instead of a ticket"),
  },
  examples: [
    ["approve", "what is waiting?"],
    ["approve T-7K2M4P", "look at it, then say yes"],
    ["approve --file .claude/settings.json", "before you commit it, so that writ check finds your word for it"],
    ["approve T-7K2M4P --for 1h", "yes to this command for an hour; see: writ grants"],
  ],

  async run({ ticket: id, for: length, yes, note, file, json }, context) {
    if (file.length > 0) {
      if (id !== undefined || length !== undefined)
        throw fail("USAGE", { message: "Name a ticket or files, not both.", fix: "Run it once for each." });
      return approveFiles(file, { yes, json }, context);
    }
    const asked = length === undefined ? null : requireLength(length);
    if (asked !== null && id === undefined && !isInteractive(context))
      throw fail("USAGE", { message: "For which ticket?", fix: "Name it: writ approve <ticket> --for 1h" });
    const writ = await context.openWrit();
    const ticket =
      id === undefined ? await chooseTicket(writ, context, json) : await requireOpen(writ, id, context.now());
    if (ticket === null) return 0;
    if (asked !== null) requireGrantable(ticket);
    const { assurance, ms } = await agree(writ, ticket, { yes, ms: asked }, context);
    await requireAssurance(writ, ticket.risk, assurance, "writ approve --yes");
    const { by } = await vouch(writ, context);
    if (ms === null) return approveOnce(writ, ticket, { by, assurance, note, json }, context);
    const grant = await writ.grant(ticket.id, { by, assurance, until: later(context.now(), ms) });
    if (json) context.print(JSON.stringify(grant));
    else tellGrant(grant, context);
    return 0;
  },
});

interface Saying {
  readonly by: string;
  readonly assurance: "script" | "tty";
  readonly note: string | undefined;
  readonly json: boolean;
}

async function approveOnce(
  writ: Writ,
  ticket: Ticket,
  { by, assurance, note, json }: Saying,
  { print, paint }: Context,
): Promise<0> {
  const answered = await writ.answer(ticket.id, {
    approved: true,
    by,
    assurance,
    ...(note !== undefined && { note }),
  });
  if (json) print(JSON.stringify(answered));
  else {
    print(`${paint.green("Approved")} ${visible(ticket.id)}. Tell the agent to repeat exactly the same call.`);
    print(`It counts once, until ${visible(sayMoment(answered.expiresAt))}.`);
  }
  return 0;
}

/** The ticket the person picks; without a terminal the open ones are listed, and none is picked. */
async function chooseTicket(writ: Writ, context: Context, json: boolean): Promise<Ticket | null> {
  const open = await openTickets(writ, context.now());
  if (json || open.length === 0 || !isInteractive(context)) {
    listTickets(open, json, context);
    return null;
  }
  const choices = open.map((ticket) => ({
    value: ticket.id,
    label: visible(
      `${ticket.id}  ${ticket.tool}  ${ticket.risk}: ${ticket.reasons.join("; ")}  ${briefly(whatOf(ticket))}`,
    ),
  }));
  const chosen = await context.ask.choose("Which one?", choices);
  return open.find(({ id }) => id === chosen) ?? null;
}

/** As much as stands in one row of a list. */
const briefly = (what: string): string => (what.length > 80 ? `${what.slice(0, 80)}…` : what);

interface Agreed {
  readonly assurance: "script" | "tty";
  /** For how long; `null` for this once. */
  readonly ms: number | null;
}

/** Shows the ticket and takes the person's word for it. */
async function agree(
  writ: Writ,
  ticket: Ticket,
  { yes, ms }: { yes: boolean; ms: number | null },
  context: Context,
): Promise<Agreed> {
  if (yes) return { assurance: "script", ms };
  if (!isInteractive(context)) {
    throw fail("USAGE", {
      message: "Approving wants a terminal, so that a person sees what is approved.",
      fix: `Run it in your own terminal: writ approve ${ticket.id}`,
    });
  }
  const assurance = await requireTerminal(writ, ticket.risk, context);
  await page(describeTicket(ticket, context.paint, context.columns), context);
  const said = (await context.ask.text(questionFor(ticket, ms), { optional: true })).trim();
  // What could not be shown is agreed to in so many words.
  const isBlind = / unseen$/i.test(said);
  if ((ticket.unseen ?? []).length > 0 && !isBlind) throw new Cancelled();
  const answer = said.replace(/ unseen$/i, "");
  if (answer === ticket.id || answer.toLowerCase() === "yes") return { assurance, ms };
  const chosen = ticket.standing === undefined ? null : parseDuration(answer);
  if (ms === null && chosen !== null && chosen <= longest) return { assurance, ms: chosen };
  throw new Cancelled();
}

function questionFor(ticket: Ticket, ms: number | null): string {
  const id = visible(ticket.id);
  if ((ticket.unseen ?? []).length > 0)
    return `Not all of it was shown. Type "${id} unseen" or "yes unseen" to approve it all the same; anything else leaves it open.`;
  if (ms !== null) return `Type ${id} or yes to approve it for ${formatDuration(ms)}; anything else leaves it open.`;
  const longer = ticket.standing === undefined ? "" : " once, or 1h to let this command run for an hour";
  return `Type ${id} or yes to approve${longer}; anything else leaves it open.`;
}
