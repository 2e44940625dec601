import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { startFault } from "./start-fault.ts";
import { type Ending, follow } from "./tools/follow.ts";
import { startGroup } from "./tools/groups.ts";
import { toSpawn } from "./tools/to-spawn.ts";

const mostOutput = 1024 * 1024;
const mostErrors = 8 * 1024;

/** How a script ended. */
export interface ScriptRun {
  /** What it printed, where it ended by itself: a decision counts whatever the exit code. */
  readonly stdout: string;
  /** The last of what it wrote to stderr. */
  readonly stderr: string;
  /** Why it failed. */
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

function faultOf(ending: Ending, file: string): string | null {
  if ("error" in ending) return startFault(file, ending.error);
  if (ending.signal !== null) return `it was ended by ${ending.signal}`;
  return ending.code === 0 ? null : `it ended with exit code ${ending.code}`;
}

/**
 * Runs a script: JSON on stdin, its answer on stdout, in a process group of its own that does not outlive it. Never
 * throws and never waits longer than its time and a moment.
 */
export async function runScript({ command, cwd, env, input, timeoutMs }: ScriptStart): Promise<ScriptRun> {
  const nothing = { stdout: "", stderr: "", timedOut: false };
  const { platform } = process;
  const start = toSpawn(command, { platform, path: env.PATH ?? "", cwd, exists: existsSync });
  if (start === null) return { ...nothing, fault: "its words mean something to cmd.exe" };
  let child: ChildProcessWithoutNullStreams;
  try {
    child = startGroup(() =>
      spawn(start.file, [...start.args], { cwd, env: { ...env }, detached: platform !== "win32", windowsHide: true }),
    );
  } catch (error) {
    // Words the system does not take at all.
    return { ...nothing, fault: `it could not be started (${error instanceof Error ? error.message : String(error)})` };
  }
  return await answerOf(child, start.file, { input, timeoutMs });
}

async function answerOf(
  child: ChildProcessWithoutNullStreams,
  file: string,
  { input, timeoutMs }: Pick<ScriptStart, "input" | "timeoutMs">,
): Promise<ScriptRun> {
  const printed: Buffer[] = [];
  const errors = openTail();
  const tooMuch = new AbortController();
  let size = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= mostOutput) printed.push(chunk);
    else tooMuch.abort();
  });
  child.stderr.on("data", (chunk: Buffer) => errors.add(chunk));
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
  // A handler that does not read what it is told closes the pipe: that is no fault.
  child.stdin.end(`${input}\n`);
  const ending = await follow(child, timeoutMs, tooMuch.signal);
  child.stdin.destroy();
  const stderr = errors.text();
  if (ending.endedBy === "time")
    return { stdout: "", stderr, fault: `it took longer than ${timeoutMs} ms`, timedOut: true };
  // Also when it printed so much that it had ended before anybody could end it.
  if (tooMuch.signal.aborted) return { stdout: "", stderr, fault: "it printed more than 1 MB", timedOut: false };
  const isKilled = "error" in ending || ending.signal !== null;
  const stdout = isKilled ? "" : Buffer.concat(printed).toString("utf8");
  return { stdout, stderr, fault: faultOf(ending, file), timedOut: false };
}
