import type { DecisionKind, Intent, IntentStatus } from "@writ/contracts";
import { dependentsOf, type Writ } from "@writ/runtime";
import { intentsFile } from "../../acceptance.ts";
import { recordAnswer, vouch } from "../../answers.ts";
import { type Command, defineCommand, required } from "../../command.ts";
import { findIntent, readIntents, refuseProposed, toDisk } from "../../intents.ts";
import { visible } from "../../text/visible.ts";

interface Step {
  readonly name: string;
  readonly summary: string;
  readonly to: IntentStatus;
  /** The standings it leads from; from any other there is nothing to do. */
  readonly from: readonly IntentStatus[];
  readonly decision: DecisionKind;
  /** What it means for agents. */
  readonly after: string;
}

/** A command that sets the status of an intent, and records who did. */
function statusCommand({ name, summary, to, from, decision, after }: Step): Command {
  return defineCommand({
    name,
    summary,
    who: "person",
    args: { id: required("the intent") },
    options: {},
    examples: [
      [`intent ${name} INT-001`, after],
      [`intent ${name} INT-001 --json`, "the intent as it is then"],
    ],

    async run({ id, json }, context) {
      const writ = await context.openWrit();
      const before = await findIntent(writ, id);
      refuseProposed(before);
      const due = from.includes(before.status);
      const intent = due ? await writ.intents.setStatus(id, to) : before;
      if (due) {
        const details = { intent: id, reason: to, paths: [intentsFile] };
        await recordAnswer(writ, context, decision, await vouch(writ, context), details);
      }
      const said = due
        ? `${visible(id)} is ${to} now: ${after}.`
        : `${visible(id)} is ${before.status}: nothing to do.`;
      const notes = due ? await builtOn(writ, intent) : [];
      if (json) context.print(JSON.stringify({ ...toDisk(intent), ...(notes.length > 0 && { notes }) }, null, 2));
      else for (const line of [said, ...notes.map((note) => `  note: ${visible(note)}`)]) context.print(line);
      return 0;
    },
  });
}

/** Intents that were closed because this one was: what they stand on is open now. */
async function builtOn(writ: Writ, intent: Intent): Promise<string[]> {
  const closed = dependentsOf(intent, await readIntents(writ)).filter(({ status }) => status === "COMPLETE");
  return closed.length === 0 ? [] : [`these depend on it, and are COMPLETE: ${closed.map(({ id }) => id).join(", ")}`];
}

export const block = statusCommand({
  name: "block",
  summary: "Stop work on an intent for now",
  to: "BLOCKED",
  from: ["PENDING", "IN_PROGRESS", "COMPLETE"],
  decision: "closed",
  after: "agents cannot select it for now",
});
export const reopen = statusCommand({
  name: "reopen",
  summary: "Open a complete or blocked intent again",
  to: "IN_PROGRESS",
  from: ["COMPLETE", "BLOCKED"],
  decision: "reopened",
  after: "agents may select it again",
});
