import type { Intent, Proposal } from "@writ/contracts";
import { mergeHistory, readIntentLife } from "@writ/runtime";
import { defineCommand, required } from "../../command.ts";
import { findIntent, readIntents, standing, toDisk } from "../../intents.ts";
import type { Context } from "../../io.ts";
import { nameReader } from "../../people.ts";
import { withProgress } from "../../text/progress.ts";
import { visible } from "../../text/visible.ts";
import { criteriaLines } from "./show/criteria.ts";
import { lifeJson, lifeLines } from "./show/life.ts";

export default defineCommand({
  name: "show",
  summary: "Show one intent, or one proposal, in full",
  about:
    "What it may change and must keep to, how its criteria last stood, what it waits for, and what became of it: status changes, files, sessions, open tickets.",
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
    const intents = await readIntents(writ);
    if (proposal !== undefined && intents.every((intent) => intent.id !== id)) {
      showProposal(proposal, json, context);
      return 0;
    }
    const found = await findIntent(writ, id);
    const recentHistory = mergeHistory(found.recentHistory, await writ.state.readHistory(id));
    const intent = { ...found, recentHistory };
    const life = await withProgress(context, "Reading the ledgers", (onProgress) =>
      readIntentLife(writ, intent, intents, context.now(), { onProgress }),
    );
    if (json) context.print(JSON.stringify({ ...toDisk(intent), ...lifeJson(life) }, null, 2));
    else {
      const lines = lifeLines(life, await nameReader(writ.root), context);
      showIntent(intent, criteriaLines(intent, life.evidence), context);
      for (const line of lines) context.print(line);
    }
    return 0;
  },
});

function showIntent(intent: Intent, criteria: readonly string[], { print, paint }: Context): void {
  print(`${paint.bold(visible(intent.id))}  ${visible(intent.name)}`);
  print(`  status: ${standing(intent)}`);
  if (intent.quick !== undefined) {
    const { expiresAt, maxFiles, maxLines } = intent.quick;
    print(`  quick: until ${visible(expiresAt)}, at most ${maxFiles} files and ${maxLines} lines`);
  }
  showList(print, "owned scope", intent.ownedScope, "nothing: it may change no file");
  showList(print, "constraints", intent.constraints);
  for (const line of criteria) print(line);
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
