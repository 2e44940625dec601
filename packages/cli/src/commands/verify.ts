import { alarmsOnRecord } from "@writ/runtime";
import { defineCommand } from "../command.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import { sayAlarm } from "./alarms.ts";

export default defineCommand({
  name: "verify",
  summary: "Check that nobody edited, removed or reordered what was recorded",
  about:
    "Every record holds the hash of the one before it, and what a person agreed to must be on record. Prints one problem a line as FILE:LINE: reason, and every alarm nobody has acknowledged; gives 1 when there is one.",
  who: "anyone",
  args: {},
  options: {},
  examples: [
    ["verify", "all records, live and published"],
    ["verify --json", "{ok, records, live, published, problems, alarms}"],
  ],

  async run({ json }, { openWrit, print, paint }) {
    const writ = await openWrit();
    const { ok, records, problems } = await writ.verify();
    const live = (await writ.traces.verify()).records + (await writ.decisions.verify()).records;
    await writ.alarms().catch(() => []);
    const alarms = await alarmsOnRecord(writ.decisions.read());
    const isFine = ok && alarms.length === 0;
    if (json) {
      print(JSON.stringify({ ok: isFine, records, live, published: records - live, problems, alarms }, null, 2));
      return isFine ? 0 : 1;
    }
    for (const alarm of alarms) print(paint.red(`Alarm ${sayAlarm(alarm)}`));
    if (alarms.length > 0)
      print("Look at each, then run: writ alarms acknowledge <id>, or for all: writ alarms acknowledge --all");
    for (const { file, line, reason } of problems) print(`${visible(file)}:${line}: ${visible(reason)}`);
    if (ok) {
      const published = records - live;
      const copies = published === 0 ? "none published yet" : `${published} published with commits`;
      print(`${paint.green("Intact:")} ${plural(live, "live record")}, ${copies}.`);
    } else print(`${paint.red("Not intact:")} ${plural(problems.length, "problem")} in ${plural(records, "record")}.`);
    return isFine ? 0 : 1;
  },
});
