import { vouch } from "../answers.ts";
import { defineCommand, required, text } from "../command.ts";
import { visible } from "../text/visible.ts";
import { requireOpen } from "../tickets.ts";

export default defineCommand({
  name: "reject",
  summary: "Say no to what an agent wants to do",
  who: "person",
  args: { ticket: required("the ticket") },
  options: { reason: text("TEXT", "why; the agent is told", "note") },
  examples: [
    ["reject T-7K2M4P", "no"],
    ['reject T-7K2M4P --reason "use the existing helper"', "no, and what instead"],
  ],

  async run({ ticket: id, reason, json }, context) {
    const writ = await context.openWrit();
    await requireOpen(writ, id, context.now());
    const { by, assurance } = await vouch(writ, context);
    const answered = await writ.answer(id, {
      approved: false,
      by,
      assurance,
      ...(reason !== undefined && { note: reason }),
    });
    context.print(json ? JSON.stringify(answered) : `Rejected ${visible(id)}.`);
    return 0;
  },
});
