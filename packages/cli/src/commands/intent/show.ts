import type { Intent, Proposal } from "@writ/contracts";
import { defineCommand, required } from "../../command.ts";
import { findIntent, readIntents, standing, toDisk } from "../../intents.ts";
import type { Context } from "../../io.ts";
import { visible } from "../../text/visible.ts";

export default defineCommand({
  name: "show",
  summary: "Show one intent, or one proposal, in full",
  who: "anyone",
  args: { id: required("the intent or the proposal") },
  options: {},
  examples: [
    ["intent show INT-001", "scope, constraints, criteria, history"],
    ["intent show INT-001 --json", "the same for programs"],
  ],

  async run({ id, json }, context) {
    const writ = await context.openWrit();
    const proposal = (await writ.state.listProposals()).find((one) => one.id === id);
    const known = (await readIntents(writ)).some((intent) => intent.id === id);
    if (proposal !== undefined && !known) {
      showProposal(proposal, json, context);
      return 0;
    }
    const intent = await findIntent(writ, id);
    const recentHistory = [...intent.recentHistory, ...(await writ.state.readHistory(id))];
    showIntent({ ...intent, recentHistory }, json, context);
    return 0;
  },
});

function showIntent(intent: Intent, json: boolean, { print, paint }: Context): void {
  if (json) {
    print(JSON.stringify(toDisk(intent), null, 2));
    return;
  }
  print(`${paint.bold(visible(intent.id))}  ${visible(intent.name)}`);
  print(`  status: ${standing(intent)}`);
  if (intent.quick !== undefined) {
    const { expiresAt, maxFiles, maxLines } = intent.quick;
    print(`  quick: until ${visible(expiresAt)}, at most ${maxFiles} files and ${maxLines} lines`);
  }
  showList(print, "owned scope", intent.ownedScope, "nothing: it may change no file");
  showList(print, "constraints", intent.constraints);
  showList(print, "acceptance criteria", intent.acceptanceCriteria);
  showList(print, "related files", intent.relatedFiles);
  showList(print, "recent history", intent.recentHistory);
}

function showProposal(proposal: Proposal, json: boolean, { print, paint }: Context): void {
  if (json) {
    const { ownedScope, acceptanceCriteria, proposedAt, ...rest } = proposal;
    const spelled = { owned_scope: ownedScope, acceptance_criteria: acceptanceCriteria, proposed_at: proposedAt };
    print(JSON.stringify({ ...rest, ...spelled, proposed: true }, null, 2));
    return;
  }
  print(`${paint.bold(visible(proposal.id))}  ${visible(proposal.name)}`);
  print(`  proposed by session ${visible(proposal.session)} at ${visible(proposal.proposedAt)}; grants nothing yet`);
  print(`  reason: ${visible(proposal.reason)}`);
  showList(print, "owned scope", proposal.ownedScope, "nothing");
  showList(print, "constraints", proposal.constraints);
  showList(print, "acceptance criteria", proposal.acceptanceCriteria);
  print(`Accept it with: writ intent accept ${visible(proposal.id)}`);
}

function showList(print: Context["print"], title: string, items: readonly string[], none?: string): void {
  if (items.length === 0) {
    if (none !== undefined) print(`  ${title}: ${none}`);
    return;
  }
  print(`  ${title}:`);
  for (const item of items) print(`    ${visible(item)}`);
}
