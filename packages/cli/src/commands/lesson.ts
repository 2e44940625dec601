import { fail } from "@writ/contracts";
import { defineCommand, required, text } from "../command.ts";
import { findIntent } from "../intents.ts";
import { visible } from "../text/visible.ts";

const longest = 500;

export default defineCommand({
  name: "lesson",
  summary: "Write one lesson into AGENT.md, for whoever works here next",
  about: "Agents do the same with the tool record_lesson. A lesson that is there already is not written twice.",
  who: "person",
  args: { text: required("the lesson, in one or two sentences") },
  options: { intent: text("ID", "the intent it was learned under") },
  examples: [
    ['lesson "Run the seeds before the tests."', "one line more"],
    ['lesson "The mock clock is in UTC." --intent INT-001', "with where it comes from"],
  ],

  async run({ text: said, intent, json }, context) {
    const words = said.trim();
    if (words === "" || words.length > longest)
      throw fail("USAGE", {
        message: words === "" ? "A lesson needs words." : `A lesson has at most ${longest} characters.`,
        fix: 'For example: writ lesson "Run the seeds before the tests."',
      });
    const writ = await context.openWrit();
    if (intent !== undefined) await findIntent(writ, intent);
    await writ.learn([{ kind: "lesson", at: context.now(), intent: intent ?? null, paths: [], text: words }]);
    const { brain } = (await writ.readConfig()).config;
    context.print(json ? JSON.stringify({ recorded: true, file: brain }) : `Written into ${visible(brain)}.`);
    return 0;
  },
});
