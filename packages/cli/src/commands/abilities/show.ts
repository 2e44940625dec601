import { fail } from "@writ/contracts";
import { type AbilitySources, nearest, readAbilitySources, readUsage } from "@writ/runtime";
import { defineCommand, required } from "../../command.ts";
import { repositoryRoot } from "../../repository.ts";
import { plural } from "../../text/table.ts";
import { visible } from "../../text/visible.ts";
import { toJson } from "./to-json.ts";

type Gathered = AbilitySources["gathered"][number];

export default defineCommand({
  name: "show",
  summary: "Show everything known about an ability, and where from",
  who: "anyone",
  args: { id: required("the ability, by its id or operation key") },
  options: {},
  examples: [
    ["abilities show billing_regression", "summary, hints, operations, the files it was read from"],
    ["abilities show billing_regression --json", "the same for programs"],
  ],

  async run({ id, json }, context) {
    const root = await repositoryRoot(context);
    const { gathered } = await readAbilitySources(root);
    const found = gathered.find(({ ability }) => ability.id === id || ability.operationKey === id);
    if (found === undefined) throw unknown(id, gathered);
    const use = (await readUsage(root))[found.ability.id];
    if (json) {
      const from = found.from.map(({ origin, file, line }) => ({ origin, file, line }));
      const operations = [...new Set(found.from.flatMap((one) => one.operations))];
      context.print(JSON.stringify({ ...toJson(found.ability), operations, from, use: use ?? null }, null, 2));
      return 0;
    }
    const { ability } = found;
    context.print(`${context.paint.bold(visible(ability.id))}  ${visible(ability.summary)}`);
    for (const [title, words] of fields(found)) if (words !== "") context.print(`  ${title}: ${visible(words)}`);
    for (const [title, items] of lists(found)) {
      if (items.length === 0) continue;
      context.print(`  ${title}:`);
      for (const item of items) context.print(`    ${visible(item)}`);
    }
    if (use !== undefined) {
      context.print(`  used: ${plural(use.count, "time")}, last at ${visible(use.lastUsed)}, ${use.failures} failed`);
    }
    return 0;
  },
});

function unknown(id: string, gathered: readonly Gathered[]): Error {
  const meant = nearest(
    id,
    gathered.map(({ ability }) => ability.id),
  );
  const fix = meant === null ? "See which there are: writ abilities list" : `Did you mean ${meant}?`;
  return fail("USAGE", { message: `There is no ability ${id} here.`, fix });
}

const fields = ({ ability }: Gathered): readonly (readonly [string, string])[] => [
  ["kind", `${ability.kind} (${ability.level}-level)`],
  ["operation key", ability.operationKey ?? ""],
  ["priority", ability.priority],
  ["modules", ability.modules.join(", ")],
  ["environments", ability.environments.join(", ")],
];

const lists = ({ ability, from }: Gathered): readonly (readonly [string, readonly string[]])[] => [
  ["when to use", ability.whenToUse],
  ["examples", ability.examples],
  ["keywords", ability.keywords.length === 0 ? [] : [ability.keywords.join(", ")]],
  ["not for", ability.negativeKeywords.length === 0 ? [] : [ability.negativeKeywords.join(", ")]],
  ["patterns", ability.patterns],
  ["may call", [...new Set(from.flatMap(({ operations }) => operations))]],
  ["loads", [...new Set(from.flatMap(({ documents }) => documents))]],
  ["described in", from.map(({ file, line, origin }) => `${file}:${line} (${origin})`)],
];
