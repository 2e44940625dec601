import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { fail, type Intent } from "@writ/contracts";
import { sha256 } from "@writ/runtime";
import { connections, findConnected } from "../agents.ts";
import { isInteractive } from "../answers.ts";
import { defineCommand, flag, many, text } from "../command.ts";
import { readIntents, toDisk } from "../intents.ts";
import type { Context } from "../io.ts";
import { isInside } from "../paths.ts";
import { requireScope } from "../scopes.ts";
import { changesOf, type InstallPlan, install, planInstall } from "../setup/install.ts";
import { findPlace, type Place } from "../setup/place.ts";
import { printChanges, toJson } from "../setup/tell.ts";
import { visible } from "../text/visible.ts";
import { addIntent, askFor } from "./intent/add.ts";

export default defineCommand({
  name: "init",
  summary: "Guard this repository",
  about:
    "Creates .orchestration/ with what is missing, never overwrites, and puts `writ publish` into the commit hook beside what is there. Running it again changes nothing.",
  who: "person",
  args: {},
  options: {
    intentName: text("NAME", "add a first intent with this name"),
    scope: many("GLOB", "files the first intent owns"),
    yes: flag("ask nothing"),
    dryRun: flag("say what would be done, and do nothing"),
    force: flag("also in a home folder or at the root of the disk"),
  },
  examples: [
    ["init", "asks for the first intent, on a terminal"],
    ['init --intent-name "Fix login" --scope "src/auth/**"', "no questions"],
    ["init --dry-run", "only look"],
  ],

  async run({ intentName, scope, yes, dryRun, force, json }, context) {
    const { print, paint } = context;
    requireWholeIntent(intentName, scope);
    const place = await findPlace(context.cwd, context);
    await requireSensibleRoot(place.root, force, context);
    await requireOneGuard(place.root, context);
    const plan = await planInstall(place, context);
    if (dryRun) {
      if (json)
        print(JSON.stringify({ root: place.root, dry_run: true, changes: changesOf(plan).map(toJson) }, null, 2));
      else {
        print(`Would guard ${visible(place.root)}:`);
        printChanges(changesOf(plan), context);
      }
      return 0;
    }
    await install(place.root, plan, context.now());
    const trusted = await trustOwnConfig(place.root, plan, context);
    if (!json) await tell(place, plan, trusted, context);
    const intent = await firstIntent(place.root, { name: intentName, scope }, json || yes, context);
    if (json) {
      const changes = changesOf(plan).map(toJson);
      print(JSON.stringify({ root: place.root, changes, intent: intent === null ? null : toDisk(intent) }, null, 2));
    } else if (intent === null)
      print(`Next: say what an agent may work on with ${paint.bold("writ intent add")}, or look around: writ status`);
    else print(`Added ${paint.bold(visible(intent.id))}: ${visible(intent.name)}. How things stand: writ status`);
    return 0;
  },
});

/** A first intent is given whole or not at all; nothing is done before that is clear. */
function requireWholeIntent(name: string | undefined, scope: readonly string[]): void {
  const fix = 'For example: writ init --intent-name "Fix login" --scope "src/auth/**"';
  if (name === undefined && scope.length === 0) return;
  if (name === undefined || name.trim() === "") throw fail("USAGE", { message: "--scope needs --intent-name.", fix });
  if (scope.length === 0) throw fail("USAGE", { message: "--intent-name needs --scope.", fix });
  requireScope(scope);
}

async function requireSensibleRoot(root: string, force: boolean, { home }: Context): Promise<void> {
  const isHome = root === (await realpath(home).catch(() => home));
  if (force || (!isHome && dirname(root) !== root)) return;
  throw fail("BLOCKED_BY_POLICY", {
    message: `${root} is ${isHome ? "your home folder" : "the root of the disk"}, not a repository: everything in it would be guarded. Go to the repository first, or say --force.`,
    root,
  });
}

/** The outermost sidecar counts: a second one would have no effect, or take it away from the first. */
async function requireOneGuard(root: string, { findRoot }: Context): Promise<void> {
  const there = await findRoot();
  if (there === null || there === root) return;
  throw fail("USAGE", {
    message: isInside(root, there)
      ? `${there} is guarded already, and everything in it: a second .orchestration/ in ${root} would have no effect.`
      : `${there} is guarded on its own, and would not be any more if all of ${root} were.`,
    fix: `Work with the one there is, or take it out first: run writ uninstall in ${there}`,
  });
}

/** What Writ just wrote needs no second look by the person who ran it. */
async function trustOwnConfig(root: string, plan: InstallPlan, context: Context): Promise<boolean> {
  const config = plan.sidecar.find(({ path }) => path === ".orchestration/config.yaml");
  if (config?.action !== "create") return false;
  const writ = await context.openWritAt(root);
  await writ.state.trust("config", sha256(config.content));
  return true;
}

async function tell(place: Place, plan: InstallPlan, trusted: boolean, context: Context): Promise<void> {
  const { print, paint } = context;
  const changes = changesOf(plan);
  const done = changes.some(({ action }) => action !== "keep" && action !== "skip");
  print(
    done ? `${paint.green("Writ guards")} ${visible(place.root)} now.` : `Writ already guards ${visible(place.root)}.`,
  );
  printChanges(changes, context);
  if (place.hook === null) print("  There is no git here, so no commit hook: nothing is published by itself.");
  if (place.hook?.kind === "tracked") print("  The commit hook is a tracked file: commit it with the rest.");
  if (trusted)
    print("  The config is trusted as it was written; once it is changed, what it loosens waits for: writ trust");
  const connected = await findConnected(place.root, context.home);
  for (const [agent, { title, file }] of Object.entries(connections)) {
    if (connected.some((one) => one.agent === agent)) continue;
    print(`${title} is not connected yet: its hooks in ${file} must call writ.`);
    print(`  The lines to put there: ${paint.bold("writ hook --help")}`);
  }
}

async function firstIntent(
  root: string,
  given: { name: string | undefined; scope: readonly string[] },
  silent: boolean,
  context: Context,
): Promise<Intent | null> {
  const writ = await context.openWritAt(root);
  if (given.name !== undefined) {
    const there = (await readIntents(writ)).find(({ name }) => name === given.name);
    // Running `init` again with the same words is running it once.
    return there ?? addIntent(writ, context, given);
  }
  if (silent || !isInteractive(context) || (await readIntents(writ)).length > 0) return null;
  if (!(await context.ask.confirm("Add the first intent now? It says what an agent may work on."))) return null;
  return addIntent(writ, context, await askFor({ scope: [] }, context));
}
