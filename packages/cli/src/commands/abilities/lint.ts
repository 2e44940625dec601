import { lintAbilities } from "@writ/runtime";
import { defineCommand } from "../../command.ts";
import { repositoryRoot } from "../../repository.ts";
import { printFindings, sayCounts } from "../hooks/findings.ts";

export default defineCommand({
  name: "lint",
  summary: "Check what this repository says about its abilities",
  about:
    "Dead registry paths, ids described twice, tables out of step with registries, operations nobody registered, abilities nobody can find. Prints one finding a line as FILE:LINE: severity: message; 1 when there are errors.",
  who: "anyone",
  args: {},
  options: {},
  examples: [
    ["abilities lint", "what is wrong, and where"],
    ["abilities lint --json", "the same for programs"],
  ],

  async run({ json }, context) {
    const { findings, abilities } = await lintAbilities(await repositoryRoot(context));
    const ok = findings.every(({ severity }) => severity !== "error");
    if (json) context.print(JSON.stringify({ ok, abilities, findings }, null, 2));
    else {
      printFindings(findings, context.print, context);
      const amount = abilities === 1 ? "1 ability" : `${abilities} abilities`;
      context.print(findings.length === 0 ? `${amount}, all fine.` : `${amount}, ${sayCounts(findings)}.`);
    }
    return ok ? 0 : 1;
  },
});
