import { listening } from "../../blame/listening.ts";
import { defineCommand } from "../../command.ts";
import { visibleLines } from "../../text/visible.ts";

export default defineCommand({
  name: "map",
  summary: "Make intent_map.md again from the ledger, and show it",
  about:
    "The map lists intents, the files each has touched, and what in them. Changes add to it as they are made; a clone, or a copy that lost it, has it again with this.",
  who: "person",
  args: {},
  options: {},
  examples: [
    ["intent map", "from intents to files and symbols"],
    ["intent map --json", "its text for programs"],
  ],

  async run({ json }, context) {
    const writ = await context.openWrit();
    const text = await listening(context, (listener) => writ.remakeMap(listener));
    if (json) context.print(JSON.stringify({ file: ".orchestration/intent_map.md", text }, null, 2));
    else context.print(visibleLines(text.trimEnd()).join("\n"));
    return 0;
  },
});
