import { lintKnowledge } from "@writ/runtime";
import { defineCommand } from "../../command.ts";
import { repositoryRoot } from "../../repository.ts";
import { plural } from "../../text/table.ts";
import { printFindings, sayCounts } from "../hooks/findings.ts";

export default defineCommand({
  name: "lint",
  summary: "Check routing documents, route files and their documents",
  about:
    "Route files and documents that are not there, stages nobody knows, doubles, documents no route leads to. Prints one finding a line as FILE:LINE: severity: message; 1 when there are errors.",
  who: "anyone",
  args: {},
  options: {},
  examples: [
    ["knowledge lint", "what is wrong, and where"],
    ["knowledge lint --json", "the same for programs"],
  ],

  async run({ json }, context) {
    const { findings, routes, documents } = await lintKnowledge(await repositoryRoot(context));
    const ok = findings.every(({ severity }) => severity !== "error");
    if (json) context.print(JSON.stringify({ ok, routes, documents, findings }, null, 2));
    else {
      printFindings(findings, context.print, context);
      if (routes === 0 && findings.length === 0) {
        context.print("No routes here. They begin with a ROUTING.md; see: writ knowledge route --help");
        return 0;
      }
      const amount = `${plural(routes, "route")} to ${plural(documents, "document")}`;
      context.print(findings.length === 0 ? `${amount}, all fine.` : `${amount}, ${sayCounts(findings)}.`);
    }
    return ok ? 0 : 1;
  },
});
