import { appendFileSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { AgentId, Session } from "@writ/contracts";
import { sidecarPaths } from "@writ/runtime";
import { readRecord } from "../setup/record.ts";
import { visible } from "../text/visible.ts";
import { type AgentProcess, agentsIn, lineageOf } from "./agent-processes.ts";
import { titleOf } from "./agent-programs.ts";
import { transcriptsOf } from "./transcripts.ts";

/** An agent at work in this repository whose hooks are not heard. */
export interface Unheard {
  readonly agent: AgentId;
  /** What tells it from any other: it is reported once to an agent. */
  readonly key: string;
  /** What was seen, and what to do about it: a sentence each. */
  readonly what: string;
  readonly fix: string;
}

/** Where and with what an agent is looked for. */
interface World {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: number;
}

/** An agent that just started is about to run its first hook. */
const starting = 15_000;
/** Conversations that ended longer ago are history. */
const longest = 24 * 3_600_000;

const fix = "To have it checked, start it again at the top of the repository, or run: writ init --user";

/**
 * Agents that were started here without hooks: processes that stand in this repository, and conversations the agents
 * keep files of. `changes` are the moments at which files changed without a record, where that is known.
 */
export async function findUnheard(
  root: string,
  sessions: readonly Session[],
  world: World,
  changes: readonly number[] = [],
): Promise<Unheard[]> {
  const running = (await agentsIn(root, world.platform)).filter(
    (one) => isSuspect(one, world.now, changes) && !isHeard(one, sessions),
  );
  const record = await readRecord(root);
  const installed = Date.parse(record?.at ?? "");
  if (Number.isNaN(installed)) return running.map((one) => ofProcess(root, one));
  const known = new Set(sessions.map(({ id }) => id));
  const since = Math.max(installed, world.now - longest);
  const kept = transcriptsOf(root, since, world).filter(
    // A file may be there a moment before the hook is.
    ({ session, changedAt }) => !known.has(session) && changedAt < world.now - starting,
  );
  const told = new Set(running.map(({ agent }) => agent));
  return [
    ...running.map((one) => ofProcess(root, one)),
    ...kept
      .filter(({ agent }) => !told.has(agent))
      .map(({ agent, session }) => ({
        agent,
        key: `${agent} ${session}`,
        what: `${titleOf(agent)} had a conversation here (${session}) that none of its hooks told of, so what it did was not checked.`,
        fix: "To have it checked wherever it starts, run: writ init --user",
      })),
  ];
}

/** One whose hooks should have been heard by now: at its start, or when files changed. */
function isSuspect({ startedAt, isHeardAtStart }: AgentProcess, now: number, changes: readonly number[]): boolean {
  if (now - startedAt < starting) return false;
  return isHeardAtStart || changes.some((at) => at > startedAt);
}

/** Whether a session belongs to it, to what it started, or to what started it. */
function isHeard(agent: AgentProcess, sessions: readonly Session[]): boolean {
  return sessions.some(({ process, seenAt, agent: name }) => {
    // Where the process of a session is not known, it may be this one.
    if (process === undefined) return name === agent.agent && Date.parse(seenAt) >= agent.startedAt;
    return agent.lineage.includes(process.pid) || lineageOf(process.pid).includes(agent.pid);
  });
}

function ofProcess(root: string, { agent, title, pid, started, cwd }: AgentProcess): Unheard {
  const where = relative(root, cwd);
  const place = where === "" ? "" : ` in ${visible(where)}/`;
  const what = `${title} runs${place} (process ${pid}) and none of its hooks are heard, so nothing it does is checked.`;
  return { agent, key: `${agent} ${pid} ${started}`, what, fix };
}

const toldFile = (root: string): string => join(sidecarPaths(root).state, "unheard");

/** Of these, the ones that no agent's user was told of, and notes that they are now. */
export function untold(root: string, found: readonly Unheard[]): Unheard[] {
  if (found.length === 0) return [];
  let told: string[] = [];
  try {
    told = readFileSync(toldFile(root), "utf8").split("\n");
  } catch {
    // Nobody was told of any.
  }
  const fresh = found.filter(({ key }) => !told.includes(key));
  if (fresh.length === 0) return [];
  try {
    appendFileSync(toldFile(root), fresh.map(({ key }) => `${key}\n`).join(""));
  } catch {
    // What cannot be noted is told again, which is better than not at all.
  }
  return fresh;
}
