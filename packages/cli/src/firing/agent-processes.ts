import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { AgentId } from "@writ/contracts";
import { locate } from "@writ/runtime";
import { parseProcStat } from "../process-tree.ts";
import { agentRunBy } from "./agent-programs.ts";

/** A running agent that works in a repository. */
export interface AgentProcess {
  readonly agent: AgentId;
  readonly title: string;
  readonly pid: number;
  /** What tells it from a later process with the same number. */
  readonly started: string;
  /** When it started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The folder it stands in, a real path. */
  readonly cwd: string;
  readonly isHeardAtStart: boolean;
  /** Its number and those of the processes it was started by. */
  readonly lineage: readonly number[];
}

/** Ticks of the kernel's clock in a second, as every Linux shows them to programs. */
const ticks = 100;

/** The agents of this user that stand in a folder of the workspace. Only Linux tells where a process stands. */
export async function agentsIn(root: string, platform: string): Promise<AgentProcess[]> {
  if (platform !== "linux") return [];
  const found: AgentProcess[] = [];
  for (const name of numbersIn("/proc")) {
    const one = lookAt(Number(name));
    if (one === null || !isBelow(one.cwd, root)) continue;
    // A repository of its own further in is none of ours.
    if ((await locate(one.cwd)).root === root) found.push(one);
  }
  const pids = new Set(found.map(({ pid }) => pid));
  // What an agent starts of itself belongs to it.
  return found.filter(({ lineage }) => lineage.slice(1).every((pid) => !pids.has(pid)));
}

const isBelow = (folder: string, root: string): boolean => folder === root || folder.startsWith(`${root}/`);

function numbersIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** What may not be looked at is another user's. */
function lookAt(pid: number): AgentProcess | null {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
    const program = agentRunBy(words);
    if (program === null) return null;
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    const stat = parseProcStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
    if (stat === null) return null;
    const { agent, title, isHeardAtStart } = program;
    const startedAt = bootedAt() + (Number(stat.started) / ticks) * 1000;
    return { agent, title, pid, started: stat.started, startedAt, cwd, isHeardAtStart, lineage: lineageOf(pid) };
  } catch {
    return null;
  }
}

function bootedAt(): number {
  const [uptime = "0"] = readFileSync("/proc/uptime", "utf8").split(" ");
  return Date.now() - Number(uptime) * 1000;
}

/** The number of a process and those of its parents. */
export function lineageOf(pid: number): number[] {
  const lineage: number[] = [];
  for (let at = pid; at > 1 && !lineage.includes(at); ) {
    lineage.push(at);
    try {
      at = parseProcStat(readFileSync(`/proc/${at}/stat`, "utf8"))?.parent ?? 0;
    } catch {
      break;
    }
  }
  return lineage;
}
