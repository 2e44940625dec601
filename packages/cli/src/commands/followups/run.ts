import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { type Assurance, fail } from "@writ/contracts";
import { type QueuedFollowUp, settleFollowUp, type Writ } from "@writ/runtime";
import { isInteractive, recordAnswer, requireAssurance, requireTerminal, vouch } from "../../answers.ts";
import { defineCommand, type ExitCode, flag, required } from "../../command.ts";
import { Cancelled, type Context } from "../../io.ts";
import { isInside } from "../../paths.ts";
import { visible, visibleLines } from "../../text/visible.ts";
import { requireFollowUp } from "./find.ts";
import { quoted, toWish, type Wish } from "./payload.ts";

export default defineCommand({
  name: "run",
  summary: "Do what a hook wants done, once you have seen it",
  about:
    "A command is shown exactly as it would run, then runs in your terminal at the root. A file is named with its line and, if you want, opened in $VISUAL or $EDITOR. For a task the command that creates it is printed. A command that ends with an error waits on.",
  who: "person",
  weighed: true,
  args: { id: required("the follow-up") },
  options: { yes: flag("do not ask; counts as a script, which the config must allow") },
  examples: [
    ["followups run F-1a2b3c4d", "look, then say yes"],
    ["followups run F-1a2b3c4d --yes", "in a script"],
  ],

  async run({ id, yes, json }, context) {
    const writ = await context.openWrit();
    const followUp = await requireFollowUp(writ.root, id);
    const wish = toWish(followUp);
    switch (wish.kind) {
      case "unclear":
        throw fail("USAGE", {
          message: `${id} of the hook ${followUp.hook} cannot be carried out: ${wish.reason}.`,
          fix: `Drop it: writ followups drop ${id}`,
        });
      case "open_file":
        return openFile(wish, followUp, { writ, context, json });
      case "run_command":
        return runCommand(wish, followUp, yes, { writ, context, json });
      case "create_task":
        return nameTask(wish, followUp, { writ, context, json });
    }
  },
});

interface Place {
  readonly writ: Writ;
  readonly context: Context;
  readonly json: boolean;
}
type Of<K extends Wish["kind"]> = Extract<Wish, { kind: K }>;

async function settle(one: QueuedFollowUp, place: Place): Promise<void> {
  await settleFollowUp(place.writ.root, one.id, "done");
  await record(one, "done", place);
}

async function record({ id, hook, kind }: QueuedFollowUp, what: string, { writ, context }: Place): Promise<void> {
  const reason = `follow-up ${id} (${kind}) of the hook ${hook}: ${what}`;
  await recordAnswer(writ, context, "approved", await vouch(writ, context), { reason });
}

/** Where a path of a payload really leads, if that is in the repository. */
async function insideOf(root: string, path: string): Promise<string> {
  const full = await realpath(resolve(root, path)).catch(() => null);
  if (full !== null && isInside(full, root)) return full;
  const message = full === null ? `There is no ${path}.` : `${path} lies outside the repository.`;
  throw fail("USAGE", { message, fix: "Drop the follow-up, or do it yourself and say so: writ followups done <ID>" });
}

async function openFile({ path, line }: Of<"open_file">, one: QueuedFollowUp, place: Place): Promise<ExitCode> {
  const { writ, context, json } = place;
  const file = await insideOf(writ.root, path);
  const spelled = visible(`${path}${line === null ? "" : `:${line}`}`);
  context.print(json ? JSON.stringify({ id: one.id, kind: one.kind, path, line }) : spelled);
  const editor = context.env.VISUAL || context.env.EDITOR;
  if (!json && editor && isInteractive(context) && (await context.ask.confirm(`Open it in ${visible(editor)}?`)))
    await context.edit(editor, file);
  await settle(one, place);
  return 0;
}

async function runCommand(
  { command, cwd }: Of<"run_command">,
  one: QueuedFollowUp,
  yes: boolean,
  place: Place,
): Promise<ExitCode> {
  const { writ, context } = place;
  const folder = await insideOf(writ.root, cwd);
  if (!place.json || !yes) {
    context.print(`The hook ${visible(one.hook)} wants this to run in ${visible(folder)}:`);
    const shown = typeof command === "string" ? visibleLines(command) : command.map((word) => visible(quoted(word)));
    for (const line of shown) context.print(`  | ${line}`);
    context.print(typeof command === "string" ? "  (a line for the shell)" : "  (one word a line, no shell)");
  }
  let assurance: Assurance = "script";
  if (!yes) {
    if (!isInteractive(context))
      throw fail("USAGE", {
        message: "Running it wants a terminal, so that a person sees what runs.",
        fix: `Run it in your own terminal: writ followups run ${one.id}`,
      });
    assurance = await requireTerminal(writ, "command", context);
    if (!(await context.ask.confirm("Run it?"))) throw new Cancelled();
  }
  await requireAssurance(writ, "command", assurance, "writ followups run --yes");
  // The answer is on record before it runs; what did not end well still waits.
  await record(one, "to be run", place);
  const code = await context.handOver(command, folder);
  if (code === 0) await settleFollowUp(writ.root, one.id, "done");
  const status = code === 0 ? "done" : "open";
  if (place.json) context.print(JSON.stringify({ id: one.id, kind: one.kind, code, status }));
  else if (code === 0) context.print("Done.");
  else {
    context.print(`It ended with ${code === null ? "no exit code" : `exit code ${code}`}, so ${one.id} still waits.`);
    context.print(`Run it again: writ followups run ${one.id}, or settle it: writ followups done|drop ${one.id}`);
  }
  return code === 0 ? 0 : 1;
}

async function nameTask({ name, scope }: Of<"create_task">, one: QueuedFollowUp, place: Place): Promise<ExitCode> {
  const { context, json } = place;
  const globs = scope.length === 0 ? ["GLOB"] : scope;
  const line = ["writ", "intent", "add", "--name", name, ...globs.flatMap((glob) => ["--scope", glob])];
  const spelled = line.map((word) => visible(quoted(word))).join(" ");
  if (json) context.print(JSON.stringify({ id: one.id, kind: one.kind, command: line }));
  else {
    context.print("An intent for it is added with:");
    context.print(`  ${spelled}`);
    context.print(`Then: writ followups done ${one.id}`);
  }
  return 0;
}
