import { fail } from "@writ/contracts";
import { routeDocuments } from "@writ/runtime";
import { count, defineCommand, rest, text } from "../../command.ts";
import { repositoryRoot } from "../../repository.ts";
import { parseStage } from "../../stage.ts";
import { plural } from "../../text/table.ts";
import { visible } from "../../text/visible.ts";

export default defineCommand({
  name: "route",
  summary: "Find the documents to read for a piece of work",
  about:
    "By scope and topic where they are given, then by what the routes of ROUTING.md say they are for, then by stage: at most five, each with the reason. ROUTING.md lists route files, and each of those says which documents help when.",
  who: "anyone",
  args: { request: rest("what is to be done, or asked") },
  options: {
    scope: text("SCOPE", "where it belongs, such as execution.quality_gates"),
    topic: text("TOPIC", "what it is about, such as pre_commit_checks"),
    stage: text("STAGE", "how far along the work is: understand, plan, act, review"),
    limit: count("N", "at most so many, from 1 to 5", "n"),
  },
  examples: [
    ['knowledge route "which checks run before a commit?"', "by its words alone"],
    ["knowledge route --scope execution.quality_gates --topic pre_commit_checks --stage plan", "by name"],
  ],

  async run({ request, scope, topic, stage, limit, json }, context) {
    const intent = request.join(" ").trim();
    if (intent === "" && scope === undefined && topic === undefined) {
      throw fail("USAGE", {
        message: "There is nothing to look for.",
        fix: "Say what is to be done, or give --scope or --topic.",
      });
    }
    if (limit !== undefined && (limit < 1 || limit > 5))
      throw fail("USAGE", { message: `--limit ${limit} is not from 1 to 5.`, fix: "Say how many, from 1 to 5." });
    const { documents, findings } = await routeDocuments(
      await repositoryRoot(context),
      {
        intent,
        ...(scope === undefined ? {} : { scope }),
        ...(topic === undefined ? {} : { topic }),
        ...(stage === undefined ? {} : { stage: parseStage(stage) }),
      },
      limit === undefined ? {} : { limit },
    );
    if (json) {
      context.print(JSON.stringify(documents, null, 2));
      return 0;
    }
    if (documents.length === 0) context.print("No document here fits.");
    for (const { path, reason } of documents) {
      context.print(context.paint.bold(visible(path)));
      context.print(`  ${visible(reason)}`);
    }
    if (findings.length > 0)
      context.error(
        `${plural(findings.length, "finding")} while reading the files; these, and what does not fit together: writ knowledge lint`,
      );
    return 0;
  },
});
