import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { sep } from "node:path";

/** A running process. */
export interface Process {
  pid: number;
  parent: number;
  /** As the system words it: tells a process from a later one with the same number. */
  started: string;
  /** In milliseconds since 1970. */
  startedAt: number;
  /** Where it stands; `null` where the system does not tell. Looked up when asked for. */
  readonly cwd: string | null;
  /** It is one of Writ's own. Looked up when asked for. */
  readonly isOurs: boolean;
}

/** Ticks a second, on every Linux that is not built by hand. */
const ticks = 100;

/** Every process of this machine that can be seen; `null` where the system does not show them in files. */
export function listProcesses(): Process[] | null {
  if (process.platform !== "linux") return null;
  try {
    const now = Date.now();
    // Not `btime`, which is a whole second.
    const up = Number.parseFloat(readFileSync("/proc/uptime", "latin1"));
    // Cut off after two digits, so the system is up a little longer: nothing must seem to have started after its call.
    const bootedAt = now - up * 1_000 - 10;
    if (Number.isNaN(bootedAt)) return null;
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.flatMap((pid) => processOf(Number(pid), bootedAt) ?? []);
  } catch {
    return null;
  }
}

function processOf(pid: number, bootedAt: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in brackets may hold anything; the fields after it are plain.
    const [state, parent, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const started = fields[17];
    if (state === "Z" || state === "X" || started === undefined) return null;
    const startedAt = bootedAt + (Number(started) / ticks) * 1_000;
    return {
      pid,
      parent: Number(parent),
      started,
      startedAt,
      get cwd() {
        return cwdOf(pid);
      },
      get isOurs() {
        return isOurs(pid);
      },
    };
  } catch {
    // It ended while we looked.
    return null;
  }
}

function cwdOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** This process, the shim that asked it, and the daemon. */
function isOurs(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").slice(0, 4);
    const script = process.argv[1];
    return words.some((word) => word === script || word.includes(".orchestration/writ.sh"));
  } catch {
    return false;
  }
}

/** Whether a process stands in a folder. */
export const standsIn = ({ cwd }: Pick<Process, "cwd">, folder: string): boolean =>
  cwd === folder || cwd?.startsWith(`${folder}${sep}`) === true;

/** A process and all that it started, as far as they still belong to it. */
export function treeOf(all: readonly Process[], pid: number): Set<number> {
  const found = new Set([pid]);
  const children = new Map<number, number[]>();
  for (const { pid: child, parent } of all) children.set(parent, [...(children.get(parent) ?? []), child]);
  for (const one of found) for (const child of children.get(one) ?? []) found.add(child);
  return found;
}

/** Those that started a process. */
export function parentsOf(all: readonly Process[], pid: number): Set<number> {
  const byPid = new Map(all.map((one) => [one.pid, one]));
  const found = new Set<number>();
  for (let at = byPid.get(pid)?.parent ?? 0; at > 0 && !found.has(at); at = byPid.get(at)?.parent ?? 0) found.add(at);
  return found;
}
