import { fail } from "@writ/contracts";
import { listLessons, longestLesson, type ProposedLesson, takeLessons, toLesson, type Writ } from "@writ/runtime";
import { defineCommand, type ExitCode, flag, optional, text } from "../command.ts";
import { findIntent } from "../intents.ts";
import type { Context } from "../io.ts";
import { notFound } from "../not-found.ts";
import { columns, plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";

export default defineCommand({
  name: "lesson",
  summary: "Write a lesson into AGENT.md, or accept one that an agent proposed",
  about:
    "Agents propose lessons with the tool record_lesson. Without arguments it lists what is proposed. A lesson that is there already is not written twice.",
  who: "person",
  args: {
    text: optional("the lesson, in one or two sentences; or accept, or drop"),
    id: optional("with accept or drop: which proposal"),
  },
  options: { intent: text("ID", "the intent it was learned under"), all: flag("accept or drop all proposals") },
  examples: [
    ["lesson", "what agents proposed"],
    ["lesson accept L-7K2M4P", "write this one into AGENT.md"],
    ["lesson drop --all", "none of them"],
    ['lesson "Run the seeds before the tests."', "one line of your own"],
    ['lesson "The mock clock is in UTC." --intent INT-001', "with where it comes from"],
  ],

  async run({ text: said, id, intent, all, json }, context) {
    const writ = await context.openWrit();
    if (said === undefined) return list(await listLessons(writ.root), context, json);
    const isAnswer = (said === "accept" || said === "drop") && (id !== undefined || all);
    if (isAnswer) return answer(writ, context, { isAccepted: said === "accept", id: all ? "all" : (id ?? ""), json });
    const words = said.trim();
    if (words === "" || words.length > longestLesson || id !== undefined)
      throw fail("USAGE", {
        message:
          words === "" ? "A lesson needs words." : `A lesson is one text of at most ${longestLesson} characters.`,
        fix: 'For example: writ lesson "Run the seeds before the tests."',
      });
    if (intent !== undefined) await findIntent(writ, intent);
    await writ.learn([{ kind: "lesson", at: context.now(), intent: intent ?? null, paths: [], text: words }]);
    const { brain } = (await writ.readConfig()).config;
    context.print(json ? JSON.stringify({ recorded: true, file: brain }) : `Written into ${visible(brain)}.`);
    return 0;
  },
});

/** One proposal, as a row. Its words are an agent's. */
export const sayLesson = ({ id, intent, text: said }: ProposedLesson): string[] => [
  id,
  intent ?? "no intent",
  visible(said),
];

function list(lessons: readonly ProposedLesson[], { print }: Context, json: boolean): ExitCode {
  if (json) print(JSON.stringify(lessons, null, 2));
  else if (lessons.length === 0) print('No lesson is proposed. Write one with: writ lesson "..."');
  else {
    for (const line of columns(lessons.map(sayLesson))) print(line);
    print("Write one into the file with: writ lesson accept <id>, or drop it: writ lesson drop <id>");
  }
  return 0;
}

async function answer(
  writ: Writ,
  { print }: Context,
  { isAccepted, id, json }: { isAccepted: boolean; id: string; json: boolean },
): Promise<ExitCode> {
  const taken = await takeLessons(writ.root, id);
  if (taken.length === 0 && id !== "all")
    throw notFound(`There is no proposed lesson ${id}.`, "See what there is with: writ lesson");
  if (isAccepted) await writ.learn(taken.map(toLesson));
  const { brain } = (await writ.readConfig()).config;
  const ids = taken.map((one) => one.id);
  if (json) print(JSON.stringify(isAccepted ? { accepted: ids, file: brain } : { dropped: ids }));
  else
    print(
      isAccepted
        ? `Wrote ${plural(ids.length, "lesson")} into ${visible(brain)}.`
        : `Dropped ${plural(ids.length, "lesson")}.`,
    );
  return 0;
}
