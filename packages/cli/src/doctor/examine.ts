import { type WiredAgent, wirings } from "@writ/adapters/wiring";
import { ProblemError, problem, type Session, type Shipped } from "@writ/contracts";
import { isSidecarGone } from "@writ/runtime";
import { findUnheard } from "../firing/unheard.ts";
import type { Context } from "../io.ts";
import { gitFiles } from "../setup/git-files.ts";
import { readRecord } from "../setup/record.ts";
import { readShipped } from "../setup/shipped.ts";
import { connectedFiles } from "../setup/user/files.ts";
import { lookAround } from "./agent/firing.ts";
import { type AgentLook, lookAtAgents } from "./agent/index.ts";
import { openProber } from "./agent/server.ts";
import { stateOf } from "./agent/wired.ts";
import { findFiles } from "./agent/wired-files.ts";
import { commitHook } from "./commit-hook.ts";
import { type Check, error, type Finding, warning } from "./finding.ts";
import { lookAtHookPath } from "./hook-path.ts";
import { eventHooks } from "./hooks.ts";
import { machine } from "./machine.ts";
import { chain, pending, tail } from "./records.ts";
import type { Group } from "./report.ts";
import { config, folder, ignoreRules, intents, locks } from "./sidecar.ts";

/** Everything that was found, in groups, and what is known of each agent. */
export interface Examined {
  readonly groups: readonly Group[];
  readonly agents: readonly AgentLook[];
}

/** What of the repository is looked at, in this order. */
const checks: readonly Check[] = [folder, locks, intents, config, ignoreRules, commitHook, tail, chain, pending];

/** Looks at the machine, the repository, the way from a hook to Writ, and the agents; `only` leaves all but one of them out. */
export async function examine(root: string | null, only: WiredAgent | undefined, context: Context): Promise<Examined> {
  const here: Group = { title: "This machine", findings: await machine(root ?? context.cwd, context) };
  if (root === null) {
    const missing = error("sidecar", `There is no .orchestration/ in ${context.cwd} or above it.`, "Run: writ init");
    return { groups: [here, { title: "This repository", findings: [missing] }], agents: [] };
  }
  if (isSidecarGone(root)) {
    const { message } = problem("SIDECAR_MISSING", { root });
    const fix = "Run: git checkout .orchestration   or: writ init   or, to end the guard: writ uninstall";
    return { groups: [here, { title: "This repository", findings: [error("sidecar", message, fix)] }], agents: [] };
  }
  const repository: Group = {
    title: "This repository",
    findings: await runChecks(only === undefined ? checks : [folder], root, context),
  };
  // Behind a link nothing can be relied upon.
  if (repository.findings.some(({ level, about }) => level === "error" && isUnsafe(about)))
    return { groups: [here, repository], agents: [] };
  const { groups, agents } = await examineAgents(root, only, context).catch(
    (fault: unknown): Examined => ({ groups: [{ title: "Agents", findings: [toFinding(fault)] }], agents: [] }),
  );
  if (only !== undefined) return { groups, agents };
  const hooks: Group = { title: "Event hooks", findings: await runChecks([eventHooks], root, context) };
  return { groups: [here, repository, hooks, ...groups], agents };
}

const isUnsafe = (about: string): boolean => about === "sidecar" || about === "state";

async function runChecks(all: readonly Check[], root: string, context: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of all) {
    try {
      findings.push(...(await check(root, context)));
    } catch (fault) {
      // One thing that cannot be looked at must not hide the others, and is told once.
      const finding = toFinding(fault);
      if (findings.every(({ message }) => message !== finding.message)) findings.push(finding);
    }
    if (check === folder && findings.some(({ level }) => level === "error")) return findings;
  }
  return findings;
}

function toFinding(fault: unknown): Finding {
  if (fault instanceof ProblemError) return error("doctor", fault.problem.message, fault.problem.hint);
  const message = fault instanceof Error ? fault.message : String(fault);
  return error("doctor", message, "Mend what is named above first, then look again.");
}

async function examineAgents(root: string, only: WiredAgent | undefined, context: Context): Promise<Examined> {
  const shipped = await readShipped(context);
  const path = (await isAnyWired(root, shipped, context)) ? await lookAtHookPath(root, context) : null;
  const writ = await context.openWritAt(root);
  const sessions = await writ.sessions.list();
  const record = await readRecord(root);
  const isOpen = path?.isOwn === true;
  const agents = await lookAtAgents(
    {
      root,
      context,
      shipped,
      sessions,
      around: await lookAround(sessions, context),
      wiredAt: record?.at ?? null,
      recorded: new Set(record?.wired.map((one) => one.path)),
      git: await gitFiles(root, context),
      isShimForeign: path?.isForeign === true,
      cage: isOpen ? { root, context, writ, way: path.way } : null,
      probe: isOpen ? openProber(root, context) : null,
    },
    only,
  );
  const unheard = only === undefined ? await lookForUnheard(root, sessions, context) : [];
  const nobody = warning("agents", "No agent is wired here, so nothing an agent does is checked.", "Run: writ init");
  const groups = [
    ...(path === null
      ? [{ title: "Agents", findings: [nobody] }]
      : [{ title: "Shim and daemon", findings: path.findings }]),
    ...agents.map(({ title, findings }) => ({ title, findings })),
    ...(unheard.length === 0 ? [] : [{ title: "Without hooks", findings: unheard }]),
  ];
  return { groups, agents };
}

/** Agents that were started here without hooks. */
async function lookForUnheard(root: string, sessions: readonly Session[], context: Context): Promise<Finding[]> {
  const found = await findUnheard(root, sessions, { ...context, now: Date.parse(context.now()) });
  return found.map(({ agent, what, fix }) => ({ ...warning("unheard", what, fix), agent }));
}

async function isAnyWired(root: string, shipped: Shipped, context: Context): Promise<boolean> {
  for (const wiring of Object.values(wirings)) if ((await connectedFiles(wiring, context)).length > 0) return true;
  const files = await Promise.all(Object.values(wirings).map((wiring) => findFiles(root, wiring, shipped)));
  return files.some((own) => stateOf(own) !== "not wired");
}
