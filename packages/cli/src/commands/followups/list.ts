import { listFollowUps } from "@writ/runtime";
import { defineCommand, flag } from "../../command.ts";
import { columns } from "../../text/table.ts";
import { sayBriefly } from "./payload.ts";

export default defineCommand({
  name: "list",
  summary: "Show what hooks want done",
  about: "Nothing of it happens by itself: run it, say that it is done, or drop it.",
  who: "person",
  args: {},
  options: { all: flag("what was settled too") },
  examples: [
    ["followups", "what waits"],
    ["followups list --all", "what became of the others"],
  ],

  async run({ all, json }, { openWrit, print }) {
    const { root } = await openWrit();
    const found = (await listFollowUps(root)).filter(({ status }) => all || status === "open");
    if (json) {
      print(JSON.stringify(found, null, 2));
      return 0;
    }
    if (found.length === 0) print("Nothing waits.");
    const rows = found.map((one) => [
      one.id,
      one.hook,
      `${one.at.slice(0, 16).replace("T", " ")}Z`,
      ...(all ? [one.status] : []),
      sayBriefly(one),
    ]);
    for (const line of columns(rows, "")) print(line);
    if (found.some(({ status }) => status === "open"))
      print("Do one with: writ followups run <ID>, or: writ followups drop <ID>");
    return 0;
  },
});
