import { defineCommand } from "../command.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";

export default defineCommand({
  name: "verify",
  summary: "Check that nobody edited, removed or reordered what was recorded",
  about:
    "Every record holds the hash of the one before it. Prints one problem a line as FILE:LINE: reason, and gives 1 when there is one.",
  who: "anyone",
  args: {},
  options: {},
  examples: [
    ["verify", "all records, live and published"],
    ["verify --json", "{ok, records, problems}"],
  ],

  async run({ json }, { openWrit, print, paint }) {
    const writ = await openWrit();
    const { ok, records, problems } = await writ.verify();
    if (json) {
      print(JSON.stringify({ ok, records, problems }, null, 2));
      return ok ? 0 : 1;
    }
    for (const { file, line, reason } of problems) print(`${visible(file)}:${line}: ${visible(reason)}`);
    print(
      ok
        ? `${paint.green("Intact:")} ${plural(records, "record")}.`
        : `${paint.red("Not intact:")} ${plural(problems.length, "problem")} in ${plural(records, "record")}.`,
    );
    return ok ? 0 : 1;
  },
});
