import type { IntentStatus } from "@writ/contracts";
import { type Command, defineCommand, required } from "../../command.ts";
import { findIntent, toDisk } from "../../intents.ts";
import { visible } from "../../text/visible.ts";

/** A command that sets the status of an intent. */
function statusCommand(name: string, status: IntentStatus, summary: string, after: string): Command {
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

    async run({ id, json }, { openWrit, print }) {
      const writ = await openWrit();
      await findIntent(writ, id);
      const intent = await writ.intents.setStatus(id, status);
      print(json ? JSON.stringify(toDisk(intent), null, 2) : `${visible(id)} is ${status} now: ${after}.`);
      return 0;
    },
  });
}

export const done = statusCommand("done", "COMPLETE", "Mark an intent as complete", "agents cannot select it any more");
export const block = statusCommand(
  "block",
  "BLOCKED",
  "Stop work on an intent for now",
  "agents cannot select it for now",
);
export const reopen = statusCommand(
  "reopen",
  "IN_PROGRESS",
  "Open a complete or blocked intent again",
  "agents may select it again",
);
