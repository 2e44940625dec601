import { fail } from "@writ/contracts";
import { suggestAbilities } from "@writ/runtime";
import { count, defineCommand, rest, text } from "../../command.ts";
import { repositoryRoot } from "../../repository.ts";
import { parseStage } from "../../stage.ts";
import { visible } from "../../text/visible.ts";

export default defineCommand({
  name: "suggest",
  summary: "Suggest abilities for a request, with the reason for each",
  about: "Nothing leaves this machine, and the same request always gets the same answer.",
  who: "anyone",
  args: { request: rest("the request, as a person puts it") },
  options: {
    limit: count("N", "at most so many, 1 or more; 3 unless told", "n"),
    stage: text("STAGE", "how far along the work is: understand, plan, act, review"),
    environment: text("NAME", "leave out abilities that are for other environments"),
  },
  examples: [
    ['abilities suggest "run the full billing regression tests"', "id, how sure, why, and where it is described"],
    ['abilities suggest --limit 1 --json "test the signup flow"', "the best one, for programs"],
  ],

  async run({ request, limit, stage, environment, json }, context) {
    const message = request.join(" ").trim();
    if (message === "") throw fail("USAGE", { message: "There is no request.", fix: "Put it into quotes at the end." });
    if (limit === 0) throw fail("USAGE", { message: "--limit 0 asks for nothing.", fix: "Say 1 or more." });
    const found = await suggestAbilities(await repositoryRoot(context), message, {
      ...(limit === undefined ? {} : { limit }),
      ...(stage === undefined ? {} : { stage: parseStage(stage) }),
      ...(environment === undefined ? {} : { environment }),
    });
    if (json) {
      context.print(JSON.stringify(found, null, 2));
      return 0;
    }
    if (found.length === 0) context.print("No ability here fits this request.");
    for (const { id, confidence, reason, source } of found) {
      context.print(`${context.paint.bold(visible(id))}  ${Math.round(confidence * 100)} %  ${visible(source)}`);
      context.print(`  ${visible(reason)}`);
    }
    return 0;
  },
});
