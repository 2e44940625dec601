import { fail, type UndoRecord } from "@writ/contracts";
import { contentsAt, openUndoBook, type UndoBook, type UndoStep } from "@writ/runtime";
import { isInteractive, recordAnswer, vouch } from "../answers.ts";
import { defineCommand, flag, optional } from "../command.ts";
import { Cancelled, type Context } from "../io.ts";
import { notFound } from "../not-found.ts";
import { columns, plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import { sayFile, sayStep, sayUndo, some, standing } from "./undo-words.ts";

export default defineCommand({
  name: "undo",
  summary: "Put back what a command changed outside its intent's scope",
  about:
    "Without an id it lists what can be put back. A file that is not what the command left there any more is left alone unless --force says otherwise; what is there now is copied first, so that an undo can be undone.",
  who: "person",
  writesGuard: true,
  args: { id: optional("which one, as the list shows it") },
  options: {
    keep: flag("put nothing back: you agree to what was changed"),
    force: flag("also files that somebody changed since"),
    yes: flag("do not ask"),
    dryRun: flag("say what would be done, and do nothing"),
  },
  examples: [
    ["undo", "what can be put back"],
    ["undo U-7K2M4P --dry-run", "what would happen"],
    ["undo U-7K2M4P", "put it back"],
    ["undo U-7K2M4P --keep", "you agree to it"],
  ],

  async run({ id, keep, force, yes, dryRun, json }, context) {
    const writ = await context.openWrit();
    const book = openUndoBook(writ.root);
    if (keep && (dryRun || force)) {
      throw fail("USAGE", {
        message: "--keep puts nothing back, so there is nothing to try or to force.",
        fix: "Say --keep alone, or leave it out.",
      });
    }
    if (id === undefined) {
      if (keep || force || yes || dryRun) throw nameless(await book.list());
      return list(await book.list(), context, json);
    }
    const record = await book.find(id);
    if (record === null) throw notFound(`There is nothing to undo under ${id}.`, "See what there is with: writ undo");
    if (keep) return agree(record, book, context, { yes, json });
    const plan = await book.plan(record);
    const steps = plan.filter(({ state }) => state === "ready" || (force && state === "changed"));
    if (dryRun || steps.length === 0) return tellPlan(record, plan, steps, context, json);
    if (!yes) await confirm(record, plan, steps, context);
    const voucher = await vouch(writ, context);
    const at = context.now();
    const undone = await book.carryOut(record, steps, { at, agent: "person", session: "cli" });
    if (undone.restored.length > 0) {
      const { intent } = record;
      await recordAnswer(writ, context, "undone", voucher, { paths: undone.restored, intent, reason: record.id });
    }
    const skipped = plan.filter((step) => !steps.includes(step) && step.state !== "done");
    const left = [...skipped.map(({ file, reason = "" }) => ({ path: file.path, reason })), ...undone.left];
    if (json) {
      const back = undone.record === null ? null : undone.record.id;
      context.print(JSON.stringify({ id: record.id, restored: undone.restored, left, undo: back }, null, 2));
    } else {
      // Both ends of a move are one file.
      const back = steps.map(({ file }) => file).filter(({ path, from }) => undone.restored.includes(from ?? path));
      const names = back.map(({ path, from }) => visible(from ?? path));
      context.print(
        names.length === 0 ? "Nothing was put back." : `Put back ${plural(names.length, "file")}: ${some(names)}`,
      );
      for (const { path, reason } of left) context.error(`Left ${visible(path)} alone: ${visible(reason)}`);
      if (undone.record !== null) {
        context.print("What git has staged or committed of them stays: see git status.");
        context.print(`To take this back: writ undo ${undone.record.id}`);
      }
    }
    return left.length === 0 ? 0 : 1;
  },
});

/** An option that does something was given, and nothing to do it with. */
function nameless(records: readonly UndoRecord[]): Error {
  const open = records.find(({ settled }) => settled === undefined);
  return fail("USAGE", {
    message: "Nothing was put back: it was not said which undo.",
    fix: open === undefined ? "See what there is with: writ undo" : `Name one: writ undo ${open.id}`,
  });
}

function list(records: readonly UndoRecord[], { print }: Context, json: boolean): 0 {
  if (json) print(JSON.stringify(records, null, 2));
  else if (records.length === 0) print("Nothing to undo: no command changed anything outside its scope.");
  else for (const line of columns(records.map((record) => [...sayUndo(record), standing(record)]))) print(line);
  return 0;
}

async function agree(
  record: UndoRecord,
  book: UndoBook,
  context: Context,
  { yes, json }: { yes: boolean; json: boolean },
): Promise<0> {
  if (!yes) {
    requirePerson(context, "Say --yes if you mean it, or look first: writ undo");
    for (const file of record.files) context.print(`  keep  ${visible(sayFile(file))}`);
    if (!(await context.ask.confirm(`Keep ${plural(record.files.length, "file")} as they are now?`)))
      throw new Cancelled();
  }
  const writ = await context.openWrit();
  const paths = record.files.map(({ path }) => path);
  const { id, intent } = record;
  const contents = await contentsAt(writ.root, paths);
  const voucher = await vouch(writ, context);
  await recordAnswer(writ, context, "acknowledged", voucher, { paths, contents, intent, reason: id });
  await book.keep(id, context.now());
  context.print(json ? JSON.stringify({ id, kept: paths }) : `Kept as it is: ${some(paths.map(visible))}`);
  return 0;
}

function tellPlan(
  { id }: UndoRecord,
  plan: readonly UndoStep[],
  steps: readonly UndoStep[],
  { print }: Context,
  json: boolean,
): 0 | 1 {
  const files = plan.map((step) => ({
    path: step.file.path,
    op: step.file.op,
    state: steps.includes(step) ? "ready" : step.state,
    ...(step.reason === undefined ? {} : { reason: step.reason }),
    ...(step.isCommitted === undefined ? {} : { committed: true }),
  }));
  if (json) print(JSON.stringify({ id, files }, null, 2));
  else {
    print(steps.length === 0 ? `${id}: nothing can be put back.` : `${id} would`);
    for (const step of plan) print(sayStep(steps.includes(step) ? { ...step, state: "ready" } : step));
  }
  // As the undo itself would: 1 when something is left alone.
  return plan.every((step) => step.state === "done" || steps.includes(step)) ? 0 : 1;
}

function requirePerson(context: Context, fix: string): void {
  if (!isInteractive(context)) throw fail("USAGE", { message: "Nobody is here to be asked.", fix });
}

async function confirm(
  record: UndoRecord,
  plan: readonly UndoStep[],
  steps: readonly UndoStep[],
  context: Context,
): Promise<void> {
  requirePerson(context, "Say --yes if you mean it, or look first: --dry-run");
  tellPlan(record, plan, steps, context, false);
  if (!(await context.ask.confirm(`Put ${plural(steps.length, "file")} back?`))) throw new Cancelled();
}
