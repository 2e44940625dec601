import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { dropGroup, killGroup } from "./groups.ts";

/** What a program gets to tidy up before it is killed. */
const patienceMs = 300;
/** How often in a row nothing may have come after the program has ended, and how long it may go on altogether. */
const silentLooks = 10;
const lookMs = 10;
const drainMs = 2000;
/** As much as a timer takes. */
const longestMs = 2 ** 31 - 1;

/** A program that was started by `startGroup`; somebody reads what it prints. */
export interface Started extends Pick<ChildProcess, "pid"> {
  readonly stdout: Readable;
  readonly stderr: Readable;
  once(event: "exit", heard: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
  once(event: "error", heard: (error: Error) => void): unknown;
  once(event: "close", heard: () => void): unknown;
}

/** How a program ended, and what had it ended, if it did not end by itself. */
export type Ending = (
  | { readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly error: Error }
) & { readonly endedBy: "time" | "signal" | null };

/** The exit of a program, or why it never began. */
function exitOf(child: Started): Promise<{ code: number | null; signal: NodeJS.Signals | null } | { error: Error }> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error) => resolve({ error }));
  });
}

/** What it printed is in the pipe; but who holds the pipe open must not keep us, so silence ends it too. */
async function silenceOf(child: Started, signal: AbortSignal): Promise<void> {
  let silent = 0;
  const heard = () => {
    silent = 0;
  };
  child.stdout.on("data", heard);
  child.stderr.on("data", heard);
  const end = performance.now() + drainMs;
  while (!signal.aborted && performance.now() < end && silent < silentLooks) {
    silent += 1;
    await sleep(lookMs);
    // A process that was busy runs late timers before it reads its pipes: not time counts, but looks into them.
    await nextTurn();
  }
}

async function drained(child: Started, closed: Promise<void>): Promise<void> {
  const isOver = new AbortController();
  await Promise.race([closed, silenceOf(child, isOver.signal)]);
  isOver.abort();
}

/**
 * Stays with a program until it has ended and its output is in: it and all it started end by the time-out, by the
 * signal, and with this process. Never throws.
 */
export async function follow(child: Started, timeoutMs: number, signal: AbortSignal): Promise<Ending> {
  const { pid: leader } = child;
  const exited = exitOf(child);
  const closed = new Promise<void>((resolve) => {
    child.once("close", resolve);
  });
  let endedBy: Ending["endedBy"] = null;
  let killing: NodeJS.Timeout | undefined;
  const end = (by: "time" | "signal") => {
    if (leader === undefined || endedBy !== null) return;
    endedBy = by;
    killGroup(leader, "SIGTERM");
    killing = setTimeout(killGroup, patienceMs, leader, "SIGKILL");
  };
  const onAbort = () => end("signal");
  const timer = setTimeout(end, Math.min(timeoutMs, longestMs), "time");
  signal.addEventListener("abort", onAbort);
  try {
    const exit = await exited;
    // What it left behind would hold the output open, and go on unseen.
    if (leader !== undefined) killGroup(leader, "SIGKILL");
    if (!("error" in exit)) await drained(child, closed);
    return { ...exit, endedBy };
  } finally {
    clearTimeout(timer);
    clearTimeout(killing);
    signal.removeEventListener("abort", onAbort);
    child.stdout.destroy();
    child.stderr.destroy();
    if (leader !== undefined) dropGroup(leader);
  }
}
