import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { dropGroup, holdGroup, killGroup } from "./tools/groups.ts";
import { toSpawn } from "./tools/to-spawn.ts";

const mostOutput = 1024 * 1024;
const mostErrors = 8 * 1024;
/** What a handler gets to tidy up before it is killed. */
const patienceMs = 300;
/** How long output may be silent after the handler has ended, and how long it may go on altogether. */
const silenceMs = 100;
const drainMs = 2000;

/** How a script ended. */
export interface ScriptRun {
  /** What it printed, where it ended well. */
  readonly stdout: string;
  /** The last of what it wrote to stderr. */
  readonly stderr: string;
  /** Why what it printed does not count. */
  readonly fault: string | null;
  readonly timedOut: boolean;
}

/** What is started, and with what. */
export interface ScriptStart {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly timeoutMs: number;
}

/** Keeps the last bytes of what it is given. */
export function openTail(most = mostErrors): { add(chunk: Buffer): void; text(): string; clear(): void } {
  let kept: Buffer = Buffer.alloc(0);
  return {
    add(chunk) {
      kept = chunk.length >= most ? chunk.subarray(-most) : Buffer.concat([kept, chunk]).subarray(-most);
    },
    text: () => kept.toString("utf8"),
    clear() {
      kept = Buffer.alloc(0);
    },
  };
}

type Ending = { code: number | null; signal: NodeJS.Signals | null } | { error: string };

function endingOf(child: ChildProcessWithoutNullStreams): Promise<Ending> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", (error) => resolve({ error: error.message }));
  });
}

/** Comes back once the pipes are closed. */
function closingOf(child: ChildProcessWithoutNullStreams): Promise<void> {
  return new Promise((resolve) => {
    child.once("close", () => resolve());
  });
}

/** What it printed is in the pipe; but who holds the pipe open must not keep us, so silence ends it too. */
async function silenceOf(child: ChildProcessWithoutNullStreams, signal: AbortSignal): Promise<void> {
  let lastHeard = performance.now();
  const heard = () => {
    lastHeard = performance.now();
  };
  child.stdout.on("data", heard);
  child.stderr.on("data", heard);
  const end = performance.now() + drainMs;
  while (!signal.aborted && performance.now() < end && performance.now() - lastHeard < silenceMs) await sleep(10);
}

async function drained(child: ChildProcessWithoutNullStreams, closed: Promise<void>): Promise<void> {
  const isOver = new AbortController();
  await Promise.race([closed, silenceOf(child, isOver.signal)]);
  isOver.abort();
}

function faultOf(ending: Ending): string | null {
  if ("error" in ending) return `it could not be started (${ending.error})`;
  if (ending.signal !== null) return `it was ended by ${ending.signal}`;
  return ending.code === 0 ? null : `it ended with exit code ${ending.code}`;
}

/**
 * Runs a script: JSON on stdin, its answer on stdout, in a process group of its own that does not outlive it. Never
 * throws and never waits longer than its time and a moment.
 */
export async function runScript({ command, cwd, env, input, timeoutMs }: ScriptStart): Promise<ScriptRun> {
  const nothing = { stdout: "", stderr: "", timedOut: false };
  const start = toSpawn(command, { platform: process.platform, path: env.PATH ?? "", exists: existsSync });
  if (start === null) return { ...nothing, fault: "its words mean something to cmd.exe" };
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(start.file, [...start.args], {
      cwd,
      env: { ...env },
      detached: process.platform !== "win32",
      windowsHide: true,
    });
  } catch (error) {
    // Words the system does not take at all.
    return { ...nothing, fault: `it could not be started (${error instanceof Error ? error.message : String(error)})` };
  }
  return await follow(child, input, timeoutMs);
}

async function follow(child: ChildProcessWithoutNullStreams, input: string, timeoutMs: number): Promise<ScriptRun> {
  const leader = child.pid;
  const closed = closingOf(child);
  const printed: Buffer[] = [];
  const errors = openTail();
  let size = 0;
  let [timedOut, isTooMuch] = [false, false];
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    if (leader === undefined || killing !== undefined) return;
    killGroup(leader, "SIGTERM");
    killing = setTimeout(killGroup, patienceMs, leader, "SIGKILL");
  };
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= mostOutput) printed.push(chunk);
    else if (!isTooMuch) {
      isTooMuch = true;
      end();
    }
  });
  child.stderr.on("data", (chunk: Buffer) => errors.add(chunk));
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
  // A handler that does not read what it is told closes the pipe: that is no fault.
  child.stdin.end(`${input}\n`);
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);
  if (leader !== undefined) holdGroup(leader);
  try {
    const ending = await endingOf(child);
    // What it left behind would go on unseen.
    if (leader !== undefined) killGroup(leader, "SIGKILL");
    if (!("error" in ending)) await drained(child, closed);
    const fault = timedOut
      ? `it took longer than ${timeoutMs} ms`
      : isTooMuch
        ? "it printed more than 1 MB"
        : faultOf(ending);
    const stdout = fault === null ? Buffer.concat(printed).toString("utf8") : "";
    return { stdout, stderr: errors.text(), fault, timedOut };
  } finally {
    clearTimeout(timer);
    clearTimeout(killing);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    if (leader !== undefined) dropGroup(leader);
  }
}
