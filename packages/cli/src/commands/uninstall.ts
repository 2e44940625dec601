import { dirname, join } from "node:path";
import { fail } from "@writ/contracts";
import { releaseGovernance } from "@writ/runtime";
import { isInteractive } from "../answers.ts";
import { defineCommand, flag } from "../command.ts";
import { Cancelled, type Context } from "../io.ts";
import { applyChange, type Change, isIdle, removeIfEmpty, sweepDrafts } from "../setup/change.ts";
import { applyAll, requirePlainSidecar } from "../setup/install.ts";
import { readOwnRecord } from "../setup/own-hooks.ts";
import { findPlace, isGovernedElsewhere } from "../setup/place.ts";
import { planRemoval } from "../setup/remove.ts";
import { readShipped } from "../setup/shipped.ts";
import { printChanges, toJson } from "../setup/tell.ts";
import { problemToJson, tellProblem } from "../setup/tell-agents.ts";
import { planUnwiring, wiredAtHome } from "../setup/unwire.ts";
import { disconnectUser } from "../setup/user/disconnect.ts";
import { visible } from "../text/visible.ts";

/** What helps where settings that call Writ cannot be edited. */
const hint = "Mend the file, or take out the entries that name .orchestration/writ.sh; then run: writ uninstall";

export default defineCommand({
  name: "uninstall",
  summary: "Stop guarding this repository, and give every file back as it was",
  about:
    "Takes Writ out of the settings of your agents and out of the commit hook; what you changed there since stays. The intents and the records stay unless --purge says otherwise: they tell why your code is what it is.",
  who: "person",
  writesGuard: true,
  args: {},
  options: {
    user: flag("take Writ out of your own settings (~/.claude and the like), and nothing out of this repository"),
    purge: flag("delete .orchestration/ with all intents and records"),
    yes: flag("do not ask"),
    dryRun: flag("say what would be done, and do nothing"),
  },
  examples: [
    ["uninstall", "take Writ out of agents and commit hook, keep the records"],
    ["uninstall --purge", "delete the records too"],
    ["uninstall --user", "undo writ init --user, byte for byte"],
    ["uninstall --dry-run", "only look"],
  ],

  async run({ user, purge, yes, dryRun, json }, context) {
    const { print } = context;
    if (user) {
      if (purge)
        throw fail("USAGE", {
          message: "--user concerns your own settings, where no records lie: --purge means nothing there.",
          fix: "Run writ uninstall --user, or writ uninstall --purge in the repository.",
        });
      return disconnectUser({ dryRun, json }, context);
    }
    const root = await context.findRoot();
    const place = await findPlace(root ?? context.cwd, context);
    const where = root === null ? place : { ...place, root };
    await requirePlainSidecar(where.root);
    const record = await readOwnRecord(where);
    const shipped = await readShipped(context);
    const agents = await planUnwiring(where.root, shipped, record, context);
    const rest = await planRemoval(where, purge, context);
    const changes = [...agents.changes, ...rest];
    const idle = changes.every(isIdle) && record === null && agents.problems.length === 0;
    if (!dryRun && purge && !yes && changes.some(({ path }) => path === ".orchestration"))
      await confirmPurge(changes, context);
    const found = [...agents.problems];
    if (!dryRun) {
      // The agents first: no hook may be left that looks for what is gone.
      found.push(...(await applyAll(agents.changes)));
      // Also what an `init` that was killed was about to write.
      for (const { path } of record?.wired ?? []) await sweepDrafts(join(where.root, path));
      if (record !== null && record.hook !== null) await sweepDrafts(record.hook.file);
      for (const folder of agents.folders) await removeIfEmpty(folder);
    }
    const problems = found.map((problem) => ({ ...problem, hint }));
    // While an agent still calls Writ, what answers it stays: otherwise its every change would be refused.
    const isHeld = problems.length > 0;
    if (!dryRun && !isHeld) {
      for (const change of rest) await applyChange(change);
      releaseGovernance(where.root, await isGovernedElsewhere(where.root, context));
      if (record?.hook?.madeFolder === true) await removeIfEmpty(dirname(record.hook.file));
    }
    if (json) {
      const said = {
        root: where.root,
        dry_run: dryRun,
        changes: (isHeld ? agents.changes : changes).map(toJson),
        problems: problems.map(problemToJson),
      };
      print(JSON.stringify(said, null, 2));
    } else {
      if (idle) print(`Nothing to do: Writ is not installed in ${visible(where.root)}.`);
      else if (isHeld && agents.changes.every(isIdle))
        context.error(dryRun ? "Nothing would be taken out:" : "Nothing was taken out:");
      else print(`${dryRun ? "Would take" : "Took"} Writ out of ${visible(where.root)}:`);
      printChanges(isHeld ? agents.changes : changes, context);
      for (const problem of problems) tellProblem(problem, context);
      if (isHeld) context.error(`The rest of Writ ${dryRun ? "would stay" : "stays"} until that is mended.`);
      for (const { title, path } of await wiredAtHome(context.home, shipped)) {
        print(context.paint.yellow(`${title} still calls writ: take its hooks out of ${visible(path)}`));
      }
    }
    return problems.length > 0 ? 1 : 0;
  },
});

async function confirmPurge(changes: readonly Change[], context: Context): Promise<void> {
  if (!isInteractive(context)) {
    throw fail("USAGE", {
      message: "Deleting the records cannot be undone, and nobody is here to ask.",
      fix: "Say --yes if you mean it.",
    });
  }
  printChanges(changes, context);
  if (!(await context.ask.confirm("Delete all intents and records of this working copy? This cannot be undone.")))
    throw new Cancelled();
}
