import { fail } from "@writ/contracts";
import {
  type CriterionResult,
  checkCriteria,
  closeIntent,
  holds,
  keepOpen,
  type Settling,
  uncommittedFiles,
  type Writ,
} from "@writ/runtime";
import { isInteractive, vouch } from "../../answers.ts";
import { defineCommand, flag, required, text } from "../../command.ts";
import { findIntent, refuseProposed, toDisk } from "../../intents.ts";
import type { Context } from "../../io.ts";
import { visible } from "../../text/visible.ts";
import { notesOf } from "./done/notes.ts";
import { inTheWay, type Obstacle } from "./done/obstacles.ts";
import { showPlan } from "./done/plan.ts";
import { outcomeWords, tellResult, watchCommand } from "./done/tell.ts";
import { trustedRuns } from "./done/trusted.ts";

export default defineCommand({
  name: "done",
  summary: "Check that an intent is done, and close it",
  about:
    "Runs the commands of its criteria, asks about those that are only words, and writes the evidence down. The commands run once you have trusted them: writ trust",
  who: "person",
  args: { id: required("the intent") },
  options: {
    confirmAll: flag("say yes to every criterion that is only words"),
    force: flag("close it although something does not hold; wants --reason"),
    reason: text("TEXT", "why it is closed all the same; goes on record"),
    dryRun: flag("only say what would be run and asked"),
  },
  examples: [
    ["intent done INT-001", "run, ask, close"],
    ["intent done INT-001 --dry-run", "what would be run and asked"],
    ["intent done INT-001 --confirm-all", "no questions"],
    ['intent done INT-001 --force --reason "the last test is flaky, see #42"', "on record"],
  ],

  async run({ id, confirmAll, force, reason, dryRun, json }, context) {
    const forced = requireReason(force, reason);
    const writ = await context.openWrit();
    const intent = await findIntent(writ, id);
    refuseProposed(intent);
    if (dryRun) return showPlan(writ, intent, json, context);
    if (intent.status === "COMPLETE") {
      context.print(json ? JSON.stringify(toDisk(intent), null, 2) : `${visible(id)} is COMPLETE: nothing to do.`);
      return 0;
    }
    const trusted = await trustedRuns(writ, intent, json, context);
    const obstacles = await inTheWay(writ, intent, { trusted, asks: confirmAll || isInteractive(context) });
    if (!force) refuseFor(id, obstacles);
    const files = await uncommittedFiles(writ.root, (await writ.readConfig()).config.brain);
    const results = await checkCriteria(intent, {
      root: writ.root,
      signal: new AbortController().signal,
      isTrusted: (run) => trusted.has(run),
      begins: (criterion, number) => watchCommand(criterion, number, json, context),
      confirm: ({ text: words }, isLost) => confirm(words, confirmAll ? "yes" : isLost ? "skip" : "ask", context),
    });
    const open = results.filter((result) => !holds(result));
    if (!json) for (const result of results.filter(isNews)) tellResult(result, context);
    const needsForce = open.length > 0 || obstacles.length > 0;
    const settling: Settling = {
      intent,
      results,
      ...(await vouch(writ, context)),
      dirty: files === null ? null : files.length > 0,
      ...(needsForce && forced !== undefined && { forced }),
    };
    if (needsForce && forced === undefined) return refuseFailed(writ, settling, open, context);
    const settled = await closeIntent(writ, context, settling);
    const notes = [...settled.notes, ...(await notesOf(writ, settled.intent, files, context.now()))];
    if (json) {
      context.print(JSON.stringify({ ...toDisk(settled.intent), evidence: settled.evidence, notes }, null, 2));
      return 0;
    }
    const how = settling.forced === undefined ? "" : ", by force";
    context.print(`${visible(id)} is COMPLETE now${how}: agents cannot select it any more.`);
    for (const note of notes) context.print(`  note: ${visible(note)}`);
    return 0;
  },
});

/** The reason for force; `undefined` without force. */
function requireReason(force: boolean, reason: string | undefined): string | undefined {
  const said = reason?.trim() ?? "";
  if (!force && reason === undefined) return undefined;
  if (force && said !== "") return said;
  throw fail("USAGE", {
    message: force ? "--force needs a reason, which goes on record." : "--reason is for --force.",
    fix: 'For example: writ intent done INT-001 --force --reason "the last test is flaky, see #42"',
  });
}

/** What can be seen beforehand is told before anything runs. */
function refuseFor(intent: string, obstacles: readonly Obstacle[]): void {
  if (obstacles.length === 0) return;
  throw fail("INTENT_NOT_DONE", {
    intent,
    reasons: obstacles.map(({ reason }) => reason),
    fix: [...new Set(obstacles.map(({ fix }) => fix))].join("\n"),
  });
}

async function confirm(
  words: string,
  how: "yes" | "skip" | "ask",
  context: Context,
): Promise<"confirmed" | "declined" | "unconfirmed"> {
  if (how === "yes") return "confirmed";
  if (how === "skip" || !isInteractive(context)) return "unconfirmed";
  return (await context.ask.confirm(`Is this so? ${visible(words)}`)) ? "confirmed" : "declined";
}

/** How a command ended was told when it did, and that nobody was asked is no news where one failed. */
function isNews({ ran, outcome }: CriterionResult): boolean {
  return ran === undefined && outcome !== "unconfirmed";
}

async function refuseFailed(
  writ: Writ,
  settling: Settling,
  open: readonly CriterionResult[],
  context: Context,
): Promise<never> {
  const { evidence, notes } = await keepOpen(writ, context, settling);
  for (const note of notes) context.error(visible(note));
  const { id } = settling.intent;
  const asked = open.filter(({ outcome }) => outcome !== "unconfirmed");
  throw fail("INTENT_NOT_DONE", {
    intent: id,
    reasons: asked.map(({ number, outcome }) => `criterion ${number} ${outcomeWords[outcome]}`),
    fix: `Mend it and run this again. To close it all the same: writ intent done ${id} --force --reason "why"`,
    evidence,
  });
}
