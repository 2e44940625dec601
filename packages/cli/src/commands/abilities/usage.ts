import type { AbilityUse } from "@writ/contracts";
import { readAbilities, readUsage } from "@writ/runtime";
import { defineCommand, flag } from "../../command.ts";
import { repositoryRoot } from "../../repository.ts";
import { formatDuration } from "../../text/duration.ts";
import { columns } from "../../text/table.ts";

export default defineCommand({
  name: "usage",
  summary: "Show how often abilities were used, most used first",
  about: "Counted by the hook post_tool_use_tracker in .system/cache/ability_usage.json.",
  who: "anyone",
  args: {},
  options: { unused: flag("those that are described and were never used") },
  examples: [
    ["abilities usage", "uses, failures, mean time, last use"],
    ["abilities usage --unused", "what nobody ever used"],
  ],

  async run({ unused, json }, context) {
    const root = await repositoryRoot(context);
    const used = await readUsage(root);
    if (unused) {
      const { abilities } = await readAbilities(root);
      const ids = abilities.filter(({ id, operationKey = id }) => !(id in used || operationKey in used));
      if (json) context.print(JSON.stringify(ids.map(({ id }) => id)));
      else
        for (const line of columns(
          ids.map(({ id, source }) => [id, source]),
          "",
        ))
          context.print(line);
      return 0;
    }
    const sorted = Object.entries(used).sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1));
    if (json) {
      context.print(JSON.stringify(sorted.map(toJson), null, 2));
      return 0;
    }
    if (sorted.length === 0) {
      context.print("Nothing counted yet. The hook post_tool_use_tracker counts where there is a .system/ folder.");
      return 0;
    }
    const head = ["ID", "USES", "FAILED", "MEAN TIME", "LAST USED"];
    for (const line of columns([head, ...sorted.map(toRow)], "")) context.print(line);
    return 0;
  },
});

const toJson = ([id, { count, failures, lastUsed, totalMs }]: [string, AbilityUse]) => ({
  id,
  count,
  failures,
  last_used: lastUsed,
  total_ms: totalMs,
});

function toRow([id, { count, failures, lastUsed, totalMs }]: [string, AbilityUse]): string[] {
  const mean = totalMs / count;
  const time = totalMs === 0 ? "-" : mean < 1000 ? `${Math.round(mean)}ms` : formatDuration(mean);
  return [id, String(count), String(failures), time, lastUsed];
}
