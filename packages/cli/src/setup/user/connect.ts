import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { wirings } from "@writ/adapters/wiring";
import { type AgentId, fail, type Problem, type Shipped, type Wiring } from "@writ/contracts";
import { userStateFolder } from "@writ/runtime";
import { isInteractive } from "../../answers.ts";
import { onPath } from "../../doctor/on-path.ts";
import { kindAt, readIfThere, writeInOneMove } from "../../files.ts";
import type { Context } from "../../io.ts";
import type { AgentChoice } from "../agents.ts";
import { isIdle } from "../change.ts";
import type { GitFiles } from "../git-files.ts";
import { applyAll, mergeRecord } from "../install.ts";
import { formatRecord, readRecordAt } from "../record.ts";
import { readShipped } from "../shipped.ts";
import { agentToJson, problemToJson, tellAgents, tellProblem, willBeWired } from "../tell-agents.ts";
import { type AgentPlan, planWiring, type WiringPlan } from "../wire.ts";
import { connectedFiles, disk, marks, shownAtHome, userFilesOf } from "./files.ts";

/** How the connections of a user can be undone, file by file. */
export const connectionsFile = (): string => join(userStateFolder(), "connections.json");

/** Git has nothing to say about the settings of a user. */
const noGit: GitFiles = { isTracked: async () => false, isIgnored: async () => false, excludeFile: null };

/** What is asked for besides the agents. */
interface Wish {
  readonly choice: AgentChoice;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Connects agents in the settings of the user; gives the exit code. */
export async function connectUser({ choice, yes, dryRun, json }: Wish, context: Context): Promise<0 | 1> {
  requireShell(context);
  const shipped = await readShipped(context);
  const chosen = await chooseAgents(choice, json || yes || dryRun, context);
  const plan = await planConnections(chosen, shipped, context);
  const problems = dryRun ? [] : await carryOut(plan, context);
  const agents = plan.agents.map((agent) => shown(agent, context));
  if (json) {
    const said = {
      user: true,
      ...(dryRun ? { dry_run: true } : {}),
      agents: agents.map((agent) => agentToJson(agent, dryRun)),
      problems: problems.map(problemToJson),
    };
    context.print(JSON.stringify(said, null, 2));
  } else tell(agents, problems, dryRun, context);
  return problems.length > 0 || agents.some((agent) => agent.problems.length > 0) ? 1 : 0;
}

/** What stands in the settings of a user is a line for a POSIX shell. */
function requireShell({ platform }: Context): void {
  if (platform !== "win32") return;
  throw fail("USAGE", {
    message: "Connections in the settings of a user are not available on Windows.",
    fix: "Connect the agents in each repository: writ init",
  });
}

async function chooseAgents(choice: AgentChoice, silent: boolean, context: Context): Promise<readonly Wiring[]> {
  const all = Object.values(wirings).filter(isConnectable);
  if (choice !== "detect") {
    const unable = choice.map((agent) => wirings[agent]).find((wiring) => !isConnectable(wiring));
    // `all` means all that can be.
    if (unable === undefined || choice.length === Object.keys(wirings).length)
      return all.filter(({ agent }) => choice.some((name) => name === agent));
    throw fail("USAGE", {
      message: `${unable.title} cannot be connected in your own settings.`,
      fix: `Connect it in each repository: writ init --agent ${unable.agent}`,
    });
  }
  const found: { wiring: Wiring; hint: string }[] = [];
  for (const wiring of all) {
    const hint = await signOf(wiring, context);
    if (hint !== null) found.push({ wiring, hint });
  }
  if (silent || !isInteractive(context)) return found.map(({ wiring }) => wiring);
  const chosen = await context.ask.chooseMany<AgentId>(
    "Which agents shall Writ check wherever they start?",
    found.map(({ wiring, hint }) => ({ value: wiring.agent, label: wiring.title, hint })),
    found.map(({ wiring }) => wiring.agent),
  );
  return found.flatMap(({ wiring }) => (chosen.includes(wiring.agent) ? [wiring] : []));
}

const isConnectable = (wiring: Wiring): boolean => wiring.userFiles({ plugin: () => "" }).length > 0;

async function signOf(wiring: Wiring, context: Context): Promise<string | null> {
  const [file] = await connectedFiles(wiring, context);
  if (file !== undefined) return file;
  for (const path of wiring.signs.home) if ((await kindAt(join(context.home, path))) !== "absent") return `~/${path}`;
  for (const name of wiring.signs.commands) if ((await onPath(name, context)) !== null) return `the command ${name}`;
  return null;
}

async function planConnections(chosen: readonly Wiring[], shipped: Shipped, context: Context): Promise<WiringPlan> {
  const record = await readRecordAt(connectionsFile());
  // The MCP server is registered in repositories only.
  const ofUser = chosen.map((wiring): Wiring => {
    const { trustServer: _, ...rest } = wiring;
    const trust =
      wiring.agent === "codex"
        ? [
            "Start codex and trust the hooks when it says that they need review. Until then it skips them without a word.",
          ]
        : [];
    return { ...rest, files: () => userFilesOf(wiring, shipped, context), trust, limits: [] };
  });
  return planWiring(ofUser, undefined, { root: disk, shipped, git: noGit, record });
}

/** How to undo it is written down before anything of the user's is touched. */
async function carryOut(plan: WiringPlan, context: Context): Promise<Problem[]> {
  const file = connectionsFile();
  const nothing = { sidecar: [], hook: null, messageHook: null };
  const text = formatRecord(mergeRecord(await readRecordAt(file), { ...nothing, wiring: plan }, context.now()));
  if (plan.wired.length > 0 && (await readIfThere(file))?.toString("utf8") !== text)
    await writeInOneMove(file, text, 0o600);
  const problems: Problem[] = [];
  for (const agent of plan.agents) {
    // The hooks of repositories learn of it before it is so: two that both wait for the other would both be silent.
    if (willBeWired(agent)) await mark(agent);
    problems.push(...(await applyAll(agent.changes)));
  }
  return problems;
}

async function mark({ wiring: { agent } }: AgentPlan): Promise<void> {
  const file = marks().find((one) => one.agent === agent)?.file ?? "";
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, "");
}

function shown(plan: AgentPlan, context: Context): AgentPlan {
  return {
    ...plan,
    changes: plan.changes.map((change) => ({ ...change, path: shownAtHome(change.path, context) })),
    byHand: plan.byHand.map((one) => ({ ...one, path: shownAtHome(one.path, context) })),
  };
}

function tell(agents: readonly AgentPlan[], problems: readonly Problem[], isDry: boolean, context: Context): void {
  const { print, paint } = context;
  if (agents.length === 0) {
    print(`No agent was found on this machine. Name yours: ${paint.bold("writ init --user --agent claude-code")}`);
    return;
  }
  tellAgents(agents, isDry, context);
  for (const problem of problems) tellProblem(problem, context);
  if (agents.every(({ changes }) => changes.every(isIdle))) return;
  print(
    "These hooks act only in repositories that Writ governs, wherever in them the agent starts; elsewhere they are silent.",
  );
  print("Set up a repository with: writ init   Take them out again with: writ uninstall --user");
}
