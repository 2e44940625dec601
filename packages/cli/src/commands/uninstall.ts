import { dirname } from "node:path";
import { fail } from "@writ/contracts";
import { connections, findConnected } from "../agents.ts";
import { isInteractive } from "../answers.ts";
import { defineCommand, flag } from "../command.ts";
import { Cancelled, type Context } from "../io.ts";
import { applyChange, removeIfEmpty } from "../setup/change.ts";
import { requirePlainSidecar } from "../setup/install.ts";
import { findPlace } from "../setup/place.ts";
import { readRecord } from "../setup/record.ts";
import { planRemoval } from "../setup/remove.ts";
import { printChanges, toJson } from "../setup/tell.ts";
import { visible } from "../text/visible.ts";

export default defineCommand({
  name: "uninstall",
  summary: "Stop guarding this repository, and give every file back as it was",
  about:
    "The intents and the records stay unless --purge says otherwise: they tell why your code is what it is. Hooks in an agent's own settings are yours: take the ones that call writ out, or the agent goes on being checked.",
  who: "person",
  args: {},
  options: {
    purge: flag("delete .orchestration/ with all intents and records"),
    yes: flag("do not ask"),
    dryRun: flag("say what would be done, and do nothing"),
  },
  examples: [
    ["uninstall", "take Writ out of the commit hook, keep the records"],
    ["uninstall --purge", "delete the records too"],
    ["uninstall --dry-run", "only look"],
  ],

  async run({ purge, yes, dryRun, json }, context) {
    const { print } = context;
    const root = await context.findRoot();
    const place = await findPlace(root ?? context.cwd, context);
    const where = root === null ? place : { ...place, root };
    await requirePlainSidecar(where.root);
    const record = await readRecord(where.root);
    const changes = await planRemoval(where, purge, context);
    const idle = changes.every(({ action }) => action === "keep") && record === null;
    if (!dryRun && purge && !yes && changes.some(({ path }) => path === ".orchestration")) {
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
    if (!dryRun) {
      for (const change of changes) await applyChange(change);
      if (record?.hook?.madeFolder === true) await removeIfEmpty(dirname(record.hook.file));
    }
    if (json) print(JSON.stringify({ root: where.root, dry_run: dryRun, changes: changes.map(toJson) }, null, 2));
    else {
      const did = `${dryRun ? "Would take" : "Took"} Writ out of ${visible(where.root)}:`;
      print(idle ? `Nothing to do: Writ is not installed in ${visible(where.root)}.` : did);
      printChanges(changes, context);
      await tellConnected(where.root, context);
    }
    return 0;
  },
});

/** An agent's settings are the person's own: they are told of, not changed. */
async function tellConnected(root: string, { home, print, paint }: Context): Promise<void> {
  for (const { agent, file } of await findConnected(root, home)) {
    print(
      paint.yellow(`${connections[agent]?.title ?? agent} still calls writ: take its hooks out of ${visible(file)}`),
    );
  }
}
