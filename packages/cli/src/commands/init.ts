import { realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { wirings } from "@writ/adapters/wiring";
import { type Audience, fail, type Intent, type Problem, type Shipped, type Wiring } from "@writ/contracts";
import { beginWatch, sha256 } from "@writ/runtime";
import { isInteractive } from "../answers.ts";
import { defineCommand, flag, many, text } from "../command.ts";
import { readIntents, toDisk } from "../intents.ts";
import type { Context } from "../io.ts";
import { leftOut } from "../left-out.ts";
import { isInside } from "../paths.ts";
import { requireScope } from "../scopes.ts";
import { type AgentChoice, detectAgents, parseAgents } from "../setup/agents.ts";
import { isIdle } from "../setup/change.ts";
import { gitFiles } from "../setup/git-files.ts";
import { changesOf, type InstallPlan, install, planInstall } from "../setup/install.ts";
import { findPlace, type Place } from "../setup/place.ts";
import { readRecord } from "../setup/record.ts";
import { fleeting } from "../setup/shim.ts";
import { readShipped } from "../setup/shipped.ts";
import { toJson } from "../setup/tell.ts";
import { agentToJson, problemToJson, tellAgents, tellProblem, willBeWired } from "../setup/tell-agents.ts";
import { isForEverybody, tellChanges } from "../setup/tell-install.ts";
import { hasTrackedLedger, trackedLedger } from "../setup/tracked-ledger.ts";
import { connectUser } from "../setup/user/connect.ts";
import { vouchForOwn } from "../setup/vouch-for-own.ts";
import { planWiring } from "../setup/wire.ts";
import { visible } from "../text/visible.ts";
import { addIntent, askFor } from "./intent/add.ts";

export default defineCommand({
  name: "init",
  summary: "Guard this repository, and wire the agents that are used in it",
  about:
    "Creates .orchestration/ with what is missing, never overwrites, puts `writ publish` into the commit hook beside what is there, and puts Writ into the settings of your agents beside the hooks you have. Running it again changes nothing. With --user it needs no repository: it puts hooks into your own settings that act in every repository Writ governs, wherever in it an agent starts.",
  who: "person",
  writesGuard: true,
  args: {},
  options: {
    agent: many("NAME", "wire this agent, or several with commas; all; none. Without it: those that are found"),
    team: flag("wire for everybody, in settings that are committed (this is the default)"),
    personal: flag("wire for you alone, in settings of this repository that git does not see"),
    user: flag("connect agents in your own settings (~/.claude and the like), for every governed repository"),
    trailers: flag("also name the intents of a commit in its message, as Intent: trailers"),
    intentName: text("NAME", "add a first intent with this name"),
    scope: many("GLOB", "files the first intent owns"),
    yes: flag("ask nothing"),
    dryRun: flag("say what would be done, and do nothing"),
    force: flag("also in a home folder or at the root of the disk"),
  },
  examples: [
    ["init", "asks which agents to wire and for the first intent, on a terminal"],
    ["init --agent claude-code,codex --yes", "no questions"],
    ["init --agent claude-code --personal", "only in your own working copy of this repository"],
    ["init --user", "in your own settings, so that agents are checked wherever they start"],
    ["init --user --agent codex,gemini --dry-run", "look at which files that would change"],
    ['init --intent-name "Fix login" --scope "src/auth/**"', "with a first intent"],
    ["init --trailers", "and let commit messages name their intents"],
    ["init --dry-run", "only look"],
  ],

  async run({ agent, team, personal, user, trailers, intentName, scope, yes, dryRun, force, json }, context) {
    const { print, paint } = context;
    requireWholeIntent(intentName, scope);
    const choice = parseAgents(agent);
    if (user) {
      requireUserAlone(team || personal || trailers || force || intentName !== undefined);
      return connectUser({ choice, yes, dryRun, json }, context);
    }
    const audience = requireOneAudience(team, personal);
    const place = await findPlace(context.cwd, context);
    await requireSensibleRoot(place.root, force, context);
    await requireOneGuard(place.root, context);
    await requireWhole(context);
    const shipped = await readShipped(context);
    const chosen = await chooseAgents(choice, place.root, shipped, json || yes || dryRun, context);
    const plan = await planAll(place, chosen, { audience, trailers }, shipped, context);
    if (dryRun) {
      tellDryRun(place, plan, json, context);
      return exitCodeFor(plan, []);
    }
    const git = await gitFiles(place.root, context);
    const vouchFor = await vouchForOwn(place.root, plan, git, context);
    const unwritten = await install(place.root, plan, context.now());
    await vouchFor(yes);
    const trusted = await trustOwnConfig(place.root, plan, context);
    if (!json) {
      tell(place, plan, trusted, context);
      for (const problem of unwritten) tellProblem(problem, context);
      if (await hasTrackedLedger(place.root, git, context))
        print(paint.yellow(`Git tracks .orchestration/agent_trace.jsonl. ${trackedLedger}`));
      if (place.hook !== null && audience !== "personal" && isForEverybody(plan))
        print("Commit these files; whoever clones the repository runs writ init once.");
      if (choice === "detect" && chosen.length === 0) tellHowToName(context);
      else if (plan.wiring.agents.some(willBeWired))
        print(`To see that their hooks fire: ${paint.bold("writ doctor")}`);
    }
    const known = await knownIntents(place.root, context);
    const intent = await firstIntent(place.root, { name: intentName, scope }, json || yes, context);
    await beginWatch(place.root);
    if (json) {
      const problems = unwritten.map(problemToJson);
      print(
        JSON.stringify(
          { ...toReport(place, plan, false), problems, intent: intent === null ? null : toDisk(intent) },
          null,
          2,
        ),
      );
    } else if (intent !== null && !known.includes(intent.id))
      print(`Added ${paint.bold(visible(intent.id))}: ${visible(intent.name)}. How things stand: writ status`);
    else if (known.length === 0)
      print(`Next: say what an agent may work on with ${paint.bold("writ intent add")}, or look around: writ status`);
    else print("How things stand: writ status");
    return exitCodeFor(plan, unwritten);
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

/** The settings of a user belong to no repository. */
function requireUserAlone(hasMore: boolean): void {
  if (!hasMore) return;
  throw fail("USAGE", {
    message: "--user concerns your own settings and no repository, so only --agent, --yes and --dry-run go with it.",
    fix: "Run writ init --user, then writ init with the rest in the repository. --personal is for the settings of one repository that git does not see.",
  });
}

function requireOneAudience(team: boolean, personal: boolean): Audience | undefined {
  if (team && personal) {
    throw fail("USAGE", {
      message: "--team and --personal cannot both be meant.",
      fix: "--team writes settings that are committed, --personal ones that git does not see.",
    });
  }
  return team ? "team" : personal ? "personal" : undefined;
}

async function requireSensibleRoot(root: string, force: boolean, { home }: Context): Promise<void> {
  const isHome = root === (await realpath(home).catch(() => home));
  if (force || (!isHome && dirname(root) !== root)) return;
  throw fail("USAGE", {
    message: `${root} is ${isHome ? "your home folder" : "the root of the disk"}, not a repository: everything in it would be guarded.`,
    fix: "Go to the repository first, or say --force.",
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

/** What is only not checked out would be replaced by an empty one, for everybody with the next commit. */
async function requireWhole(context: Context): Promise<void> {
  const problem = await leftOut(context);
  if (problem !== null) throw problem;
}

/** The agents to wire: those named, or those found, of which a person may choose. */
async function chooseAgents(
  choice: AgentChoice,
  root: string,
  shipped: Shipped,
  silent: boolean,
  context: Context,
): Promise<readonly Wiring[]> {
  if (choice !== "detect") return choice.map((agent) => wirings[agent]);
  const found = await detectAgents(root, shipped, context);
  const isNew = found.some(({ sign }) => sign !== "wired");
  if (silent || !isNew || !isInteractive(context)) return found.map(({ wiring }) => wiring);
  // What is only on the machine is offered; what is at home in the repository is meant.
  const meant = found.filter(({ sign }) => sign !== "machine");
  const chosen = await context.ask.chooseMany(
    "Which agents shall Writ check here?",
    found.map(({ agent, wiring, shown }) => ({ value: agent, label: wiring.title, hint: shown })),
    (meant.length > 0 ? meant : found).map(({ agent }) => agent),
  );
  return chosen.map((agent) => wirings[agent]);
}

async function planAll(
  place: Place,
  chosen: readonly Wiring[],
  { audience, trailers }: { audience: Audience | undefined; trailers: boolean },
  shipped: Shipped,
  context: Context,
): Promise<InstallPlan> {
  const { root } = place;
  const world = { root, shipped, git: await gitFiles(root, context), record: await readRecord(root) };
  return planInstall(place, context, await planWiring(chosen, audience, world), trailers);
}

/** What Writ just wrote needs no second look by the person who ran it. */
async function trustOwnConfig(root: string, plan: InstallPlan, context: Context): Promise<boolean> {
  const config = plan.sidecar.find(({ path }) => path === ".orchestration/config.yaml");
  if (config?.action !== "create") return false;
  const writ = await context.openWritAt(root);
  await writ.state.trust("config", sha256(config.content));
  return true;
}

function tellDryRun(place: Place, plan: InstallPlan, json: boolean, context: Context): void {
  if (json) {
    context.print(JSON.stringify(toReport(place, plan, true), null, 2));
    return;
  }
  if (!changesOf(plan).every(isIdle)) context.print(`Would guard ${visible(place.root)}:`);
  tellChanges(place, plan, context);
  tellAgents(plan.wiring.agents, true, context);
}

function toReport(place: Place, plan: InstallPlan, isDry: boolean): object {
  return {
    root: place.root,
    ...(isDry ? { dry_run: true } : {}),
    changes: changesOf(plan).map(toJson),
    agents: plan.wiring.agents.map((agent) => agentToJson(agent, isDry)),
  };
}

function tell(place: Place, plan: InstallPlan, trusted: boolean, context: Context): void {
  const { print, paint } = context;
  if (!changesOf(plan).every(isIdle)) print(`${paint.green("Writ guards")} ${visible(place.root)} now.`);
  tellChanges(place, plan, context);
  if (place.hook === null) print("  There is no git here, so no commit hook: nothing is published by itself.");
  if (place.hook?.kind === "tracked") print("  The commit hook is a tracked file: commit it with the rest.");
  if (trusted)
    print("  The config is trusted as it was written; once it is changed, what it loosens waits for: writ trust");
  const reason = fleeting(context);
  if (reason !== null)
    print(
      paint.yellow(
        `  Hooks will start ${visible(context.self.script)}, and ${reason}: install Writ where it stays, then run writ init again.`,
      ),
    );
  tellAgents(plan.wiring.agents, false, context);
}

function tellHowToName({ print, paint }: Context): void {
  const names = Object.keys(wirings);
  print(`No agent was found here, so none is wired. Name yours: ${paint.bold(`writ init --agent ${names[0]}`)}`);
  print(`  Known are: ${names.join(", ")}`);
}

function exitCodeFor(plan: InstallPlan, unwritten: readonly Problem[]): 0 | 1 {
  return unwritten.length > 0 || plan.wiring.agents.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

/** The ids of the intents there are; none where they cannot be read, which is not for `init` to say. */
async function knownIntents(root: string, context: Context): Promise<readonly string[]> {
  const read = await (await context.openWritAt(root)).intents.read();
  return read.state === "missing" || read.state === "invalid" ? [] : read.intents.map(({ id }) => id);
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
