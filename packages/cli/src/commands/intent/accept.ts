import { fail, type Intent, type Proposal } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { acceptanceOf } from "../../acceptance.ts";
import { isInteractive, recordAnswer, requireAssurance, requireTerminal, vouch } from "../../answers.ts";
import { defineCommand, flag, required, text } from "../../command.ts";
import { readIntents, toDisk } from "../../intents.ts";
import { Cancelled, type Context } from "../../io.ts";
import { notFound } from "../../not-found.ts";
import { visible } from "../../text/visible.ts";
import { placeholder } from "./propose.ts";

export default defineCommand({
  name: "accept",
  summary: "Accept a proposed intent, so that agents may work on it",
  who: "person",
  weighed: true,
  args: { id: required("the proposal") },
  options: {
    as: text("ID", "give it this id"),
    yes: flag("do not ask; counts as a script"),
  },
  examples: [
    ["intent accept PROPOSAL-1", "look at it, then say yes"],
    ["intent accept PROPOSAL-1 --as INT-042", "under another id"],
  ],

  async run({ id, as, yes, json }, context) {
    const writ = await context.openWrit();
    const proposal = (await writ.state.listProposals()).find((one) => one.id === id);
    const entry = (await readIntents(writ)).find((one) => one.id === id && one.proposed === true);
    const shown = proposal ?? entry;
    if (shown === undefined) {
      throw notFound(`There is no proposal ${id}.`, "See what is proposed with: writ status");
    }
    await requireYes(writ, shown, proposal?.reason, yes, context);
    const voucher = yes
      ? { ...(await vouch(writ, context)), assurance: "script" as const }
      : await vouch(writ, context);
    await requireAssurance(writ, "expansion", voucher.assurance, "writ intent accept --yes");
    const intent =
      proposal === undefined ? await writ.intents.setStatus(id, "PENDING") : await moveIn(writ, proposal, as);
    await recordAnswer(writ, context, "accepted", voucher, {
      ...acceptanceOf(intent),
      ...(intent.id !== id && { reason: `proposed as ${id}` }),
    });
    if (json) context.print(JSON.stringify(toDisk(intent), null, 2));
    else context.print(`Accepted as ${context.paint.bold(visible(intent.id))}. Agents may select it now.`);
    return 0;
  },
});

async function requireYes(
  writ: Writ,
  shown: Pick<Intent, "id" | "name" | "ownedScope" | "constraints">,
  reason: string | undefined,
  yes: boolean,
  context: Context,
): Promise<void> {
  if (yes) return;
  if (!isInteractive(context)) {
    throw fail("USAGE", {
      message: "Accepting wants a terminal, so that a person sees what is accepted.",
      fix: "Run it in your own terminal, or say --yes where the config allows scripts to accept.",
    });
  }
  await requireTerminal(writ, "expansion", context);
  const { print, ask, paint } = context;
  print(`${paint.bold(visible(shown.id))}  ${visible(shown.name)}`);
  if (reason !== undefined) print(`  reason: ${visible(reason)}`);
  for (const glob of shown.ownedScope) print(`  may change: ${visible(glob)}`);
  for (const rule of shown.constraints) print(`  rule: ${visible(rule)}`);
  if (!(await ask.confirm("Accept it?"))) throw new Cancelled();
}

/** Takes the proposal before adding it, so that two accepts cannot both add; a failed add puts it back. */
async function moveIn(writ: Writ, { id }: Proposal, as: string | undefined): Promise<Intent> {
  const taken = await writ.state.takeProposal(id);
  if (taken === null)
    throw fail("ALREADY_ANSWERED", {
      message: `${id} was accepted by someone else just now.`,
      fix: "See: writ intent list",
    });
  const wanted = as ?? (placeholder.test(id) ? undefined : id);
  try {
    return await writ.intents.add({
      ...(wanted !== undefined && { id: wanted }),
      name: taken.name,
      ownedScope: taken.ownedScope,
      constraints: taken.constraints,
      acceptanceCriteria: taken.acceptanceCriteria,
    });
  } catch (error) {
    await writ.state.addProposal(taken);
    throw error;
  }
}
