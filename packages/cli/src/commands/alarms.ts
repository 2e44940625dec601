import { type Alarm, fail } from "@writ/contracts";
import { acknowledge as acknowledgeAlarms, alarmsOnRecord } from "@writ/runtime";
import { vouch } from "../answers.ts";
import { defineCommand, flag, rest } from "../command.ts";
import type { Context } from "../io.ts";
import { notFound } from "../not-found.ts";
import { visible } from "../text/visible.ts";

const words: Record<Alarm["what"], string> = {
  created: "is new",
  changed: "was changed",
  deleted: "is gone",
  unwired: "does not start Writ any more",
};

/** An alarm in one line. */
export function sayAlarm({ id, path, what, at, session }: Alarm): string {
  const during = session === null ? "while no call ran" : `during a call of session ${visible(session)}`;
  return `${id}  ${visible(path)} ${words[what]}, found at ${visible(at)} ${during}`;
}

/** What is open, after another look. The ledger knows alarms also when their book is gone. */
async function findOpen(context: Context): Promise<Alarm[]> {
  const writ = await context.openWrit();
  await writ.alarms();
  return alarmsOnRecord(writ.decisions);
}

export const list = defineCommand({
  name: "list",
  summary: "Show what nobody has looked at yet",
  about:
    "An alarm tells that a protected file changed while a call ran, or in a way nobody changes it by hand. To put it back, see writ undo, or git.",
  who: "anyone",
  args: {},
  options: {},
  examples: [
    ["alarms list", "what is open"],
    ["alarms --json", "the same for programs"],
  ],

  async run({ json }, context) {
    const open = await findOpen(context);
    if (json) context.print(JSON.stringify(open, null, 2));
    else if (open.length === 0) context.print("No alarms.");
    else {
      for (const alarm of open) context.print(sayAlarm(alarm));
      context.print("Look at each, then run: writ alarms acknowledge <id>, or for all: writ alarms acknowledge --all");
    }
    return open.length === 0 ? 0 : 1;
  },
});

export const acknowledge = defineCommand({
  name: "acknowledge",
  summary: "Say that you have looked at an alarm",
  about: "It is recorded who did. The file stays as it is now, and is what it should be from then on.",
  who: "person",
  args: { ids: rest("which ones, as the list shows them") },
  options: { all: flag("all that are open") },
  examples: [
    ["alarms acknowledge A-7K2M4P", "one"],
    ["alarms acknowledge --all", "all of them"],
  ],

  async run({ ids, all, json }, context) {
    const open = await findOpen(context);
    const wanted = ids.map((id) => id.trim().toUpperCase());
    const unknown = wanted.find((id) => open.every((alarm) => alarm.id !== id));
    if (unknown !== undefined) {
      throw notFound(`There is no open alarm ${unknown}.`, "See what is open with: writ alarms");
    }
    if (wanted.length === 0 && !all) {
      throw fail("USAGE", {
        message: "Which alarm have you looked at?",
        fix: "Name it, or say --all: writ alarms acknowledge --all. See: writ alarms",
      });
    }
    const chosen = all ? open : open.filter(({ id }) => wanted.includes(id));
    const writ = await context.openWrit();
    await acknowledgeAlarms(writ, context, chosen, await vouch(writ, context));
    const done = chosen.map(({ id }) => id);
    context.print(
      json ? JSON.stringify({ acknowledged: done }) : `Acknowledged: ${done.join(" ") || "nothing was open"}`,
    );
    return 0;
  },
});
