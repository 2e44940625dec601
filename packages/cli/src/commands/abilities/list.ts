import { fail } from "@writ/contracts";
import { readAbilities } from "@writ/runtime";
import { defineCommand, text } from "../../command.ts";
import { repositoryRoot } from "../../repository.ts";
import { cut } from "../../text/cut.ts";
import { columns, plural } from "../../text/table.ts";
import { toJson } from "./to-json.ts";

const knownKinds: readonly string[] = ["workflow", "agent", "skill", "script", "mcp", "api"];

const noAbilities = "No abilities here. Where they are described: writ abilities list --help";

export default defineCommand({
  name: "list",
  summary: "List the abilities this repository describes",
  about:
    "They come from ABILITY.md, .system/registry, the skills and agents in agents' own folders, skill-rules.json, agent-triggers.yaml and AGENTS.md. Entries with the same id are one ability.",
  who: "anyone",
  args: {},
  options: { kind: text("KIND", `only these: ${knownKinds.join(", ")}`) },
  examples: [
    ["abilities list", "ids, kinds, what for, and where they are described"],
    ["abilities list --kind workflow --json", "everything known about workflows, for programs"],
  ],

  async run({ kind, json }, context) {
    const { abilities, findings } = await readAbilities(await repositoryRoot(context));
    const kinds = [...new Set([...knownKinds, ...abilities.map((ability) => ability.kind)])];
    if (kind !== undefined && !kinds.includes(kind))
      throw fail("USAGE", { message: `${kind} is no kind of ability.`, fix: `There are ${kinds.join(", ")}.` });
    const shown = abilities.filter((ability) => kind === undefined || ability.kind === kind);
    if (json) {
      context.print(JSON.stringify(shown.map(toJson), null, 2));
      return 0;
    }
    if (shown.length === 0) context.print(kind === undefined ? noAbilities : `No ability here is a ${kind}.`);
    const rows = shown.map(({ id, kind: word, summary, source }) => [id, word, cut(summary, 70), source]);
    for (const line of columns(rows, "")) context.print(line);
    if (findings.length > 0)
      context.error(
        `${plural(findings.length, "finding")} while reading the files; these, and what does not fit together: writ abilities lint`,
      );
    return 0;
  },
});
