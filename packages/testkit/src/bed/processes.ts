import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** A process that belongs to one run. */
export interface Process {
  readonly pid: number;
  readonly command: string;
}

/**
 * The processes that stand in this folder or were started with it in their environment: a home of its own marks what an
 * agent starts, also what has left its process tree. Empty where there is no /proc.
 */
export function processesOf(folder: string): Process[] {
  const found: Process[] = [];
  for (const name of listOf("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    if (!environmentOf(pid).includes(`${folder}/`) && !isInside(folderOf(pid), folder)) continue;
    const command = textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
    // A process that is gone already, but that nobody asked for yet, has no command line.
    if (command !== "") found.push({ pid, command });
  }
  return found;
}

/** Ends them all, asking first, and gives back what it ended. */
export async function endProcessesOf(
  folder: string,
  except: (one: Process) => boolean = () => false,
): Promise<Process[]> {
  const ended = new Map<number, Process>();
  for (const signal of ["SIGTERM", "SIGKILL", "SIGKILL"] as const) {
    const left = processesOf(folder).filter((one) => !except(one));
    if (left.length === 0) break;
    for (const one of left) {
      ended.set(one.pid, one);
      end(one.pid, signal);
    }
    for (let tries = 0; tries < 20 && processesOf(folder).some((one) => !except(one)); tries++) await wait(50);
  }
  return [...ended.values()];
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone by itself.
  }
}

const isInside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

const environmentOf = (pid: number) => textOf(`/proc/${pid}/environ`);

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function listOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
