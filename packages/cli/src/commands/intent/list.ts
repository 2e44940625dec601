import { defineCommand } from "../../command.ts";
import { readIntents, standing, toDisk } from "../../intents.ts";
import { columns } from "../../text/table.ts";

export default defineCommand({
  name: "list",
  summary: "List the intents of this repository",
  who: "anyone",
  args: {},
  options: {},
  examples: [
    ["intent list", "ids, how they stand, names and scopes"],
    ["intent list --json", "an array, as spelled in active_intents.yaml"],
  ],

  async run({ json }, { openWrit, print }) {
    const writ = await openWrit();
    const intents = await readIntents(writ);
    if (json) {
      print(JSON.stringify(intents.map(toDisk), null, 2));
      return 0;
    }
    const proposals = await writ.state.listProposals();
    if (intents.length === 0) print("No intents yet. Add one with: writ intent add");
    const rows = intents.map((intent) => [intent.id, standing(intent), intent.name, intent.ownedScope.join(" ")]);
    for (const line of columns(rows, "")) print(line);
    if (proposals.length > 0) {
      print();
      print("Proposed by agents (they grant nothing until accepted with: writ intent accept <ID>)");
      for (const line of columns(proposals.map(({ id, name, ownedScope }) => [id, name, ownedScope.join(" ")])))
        print(line);
    }
    return 0;
  },
});
