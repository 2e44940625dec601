import { spawnSync } from "node:child_process";

/** Process groups that must not outlive this process. */
const live = new Set<number>();
const endings = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Starts a program that leads a group, and has the group end when this process does. Listening comes first: a signal
 * may come while the program starts.
 */
export function startGroup<Leader extends { readonly pid?: number | undefined }>(start: () => Leader): Leader {
  if (live.size === 0) listen();
  try {
    const leader = start();
    if (leader.pid !== undefined) live.add(leader.pid);
    return leader;
  } finally {
    if (live.size === 0) unlisten();
  }
}

/** Forgets a group, once nothing of it is left. */
export function dropGroup(leader: number): void {
  if (live.delete(leader) && live.size === 0) unlisten();
}

function listen(): void {
  process.on("exit", endGroups);
  for (const signal of endings) process.on(signal, endWith);
}

function unlisten(): void {
  process.off("exit", endGroups);
  for (const signal of endings) process.off(signal, endWith);
}

/** Sends a signal to a program and everything it started. */
export function killGroup(leader: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    // Windows has no groups, but knows who started whom.
    if (process.platform === "win32") spawnSync("taskkill", ["/pid", String(leader), "/t", "/f"], { stdio: "ignore" });
    else process.kill(-leader, signal);
  } catch {
    // Nothing of it is left.
  }
}

/** Ends all of them at once, for a process that is about to be gone. */
export function endGroups(): void {
  for (const leader of live) killGroup(leader, "SIGKILL");
}

function endWith(signal: NodeJS.Signals): void {
  endGroups();
  live.clear();
  unlisten();
  // With nobody else listening, the signal does what it does to any program.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
