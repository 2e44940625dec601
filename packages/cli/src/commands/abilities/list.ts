import { readAbilities } from "@writ/runtime";
import { defineCommand, text } from "../../command.ts";
import { repositoryRoot } from "../../repository.ts";
import { cut } from "../../text/cut.ts";
import { columns, plural } from "../../text/table.ts";
import { toJson } from "./to-json.ts";

export default defineCommand({
  name: "list",
  summary: "List the abilities this repository describes",
  about:
    "They come from ABILITY.md, .system/registry, the skills and agents in agents' own folders, skill-rules.json, agent-triggers.yaml and AGENTS.md. Entries with the same id are one ability.",
  who: "anyone",
  args: {},
  options: { kind: text("KIND", "only these: workflow, agent, skill, script, mcp, api") },
  examples: [
    ["abilities list", "ids, kinds, what for, and where they are described"],
    ["abilities list --kind workflow --json", "everything known about workflows, for programs"],
  ],

  async run({ kind, json }, context) {
    const { abilities, findings } = await readAbilities(await repositoryRoot(context));
    const shown = abilities.filter((ability) => kind === undefined || ability.kind === kind);
    if (json) {
      context.print(JSON.stringify(shown.map(toJson), null, 2));
      return 0;
    }
    if (shown.length === 0) context.print("No abilities here. How to describe one: docs/abilities.md");
    const rows = shown.map(({ id, kind: word, summary, source }) => [id, word, cut(summary, 70), source]);
    for (const line of columns(rows, "")) context.print(line);
    if (findings.length > 0) context.error(`${plural(findings.length, "finding")}; see: writ abilities lint`);
    return 0;
  },
});
