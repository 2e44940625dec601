import { settleFollowUp } from "@writ/runtime";
import { recordAnswer, vouch } from "../../answers.ts";
import { type Command, defineCommand, required } from "../../command.ts";
import { requireFollowUp } from "./find.ts";

interface Settling {
  readonly name: "done" | "drop";
  readonly summary: string;
  readonly purpose: string;
  readonly status: "done" | "dropped";
  readonly decision: "approved" | "rejected";
}

function settling({ name, summary, purpose, status, decision }: Settling): Command {
  return defineCommand({
    name,
    summary,
    who: "person",
    args: { id: required("the follow-up") },
    options: {},
    examples: [
      [`followups ${name} F-1a2b3c4d`, purpose],
      [`followups ${name} F-1a2b3c4d --json`, "the same for programs"],
    ],

    async run({ id, json }, context) {
      const writ = await context.openWrit();
      const { hook, kind } = await requireFollowUp(writ.root, id);
      await settleFollowUp(writ.root, id, status);
      const reason = `follow-up ${id} (${kind}) of the hook ${hook}: ${status}`;
      await recordAnswer(writ, context, decision, await vouch(writ, context), { reason });
      context.print(json ? JSON.stringify({ id, status }) : `${id} is ${status}.`);
      return 0;
    },
  });
}

/** Says that a person did it. */
export const done = settling({
  name: "done",
  summary: "Say that a follow-up is done",
  purpose: "you did it yourself",
  status: "done",
  decision: "approved",
});

/** Says that nobody will do it. */
export const drop = settling({
  name: "drop",
  summary: "Drop a follow-up",
  purpose: "it is not wanted",
  status: "dropped",
  decision: "rejected",
});
