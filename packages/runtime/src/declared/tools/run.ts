import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fail, type Ran } from "@writ/contracts";
import { errorCode } from "@writ/stores";
import { capture } from "./capture.ts";
import { dropGroup, holdGroup, killGroup } from "./groups.ts";
import { inside } from "./inside.ts";
import { toSpawn } from "./to-spawn.ts";

const mostOutput = 1024 * 1024;
/** What a program gets to tidy up before it is killed. */
const patienceMs = 300;
/** How long output may come in after the program has ended. */
const drainMs = 200;
/** As much as a timer takes. */
const longestMs = 2 ** 31 - 1;

/** Where and how long a program runs. */
interface RunOptions {
  cwd?: string;
  timeoutMs?: number;
}

/**
 * Runs a program without a shell, in a process group of its own; it ends, with all it started, by its time-out or by
 * the signal. A program that is not there has code 127, as in a shell.
 */
export async function run(
  root: string,
  signal: AbortSignal,
  command: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  const cwd = folderOf(root, options.cwd ?? ".");
  if (signal.aborted) return { code: null, stdout: "", stderr: "", timedOut: true };
  const start = toSpawn(command, { platform: process.platform, path: process.env.PATH ?? "", exists: existsSync });
  if (start === null) return failed(126, "its words mean something to cmd.exe");
  if (start.file === "") return failed(127, "the command is empty");
  const child = spawn(start.file, [...start.args], {
    cwd,
    detached: process.platform !== "win32",
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  return await follow(child, start.file, signal, Math.min(options.timeoutMs ?? longestMs, longestMs));
}

async function follow(
  child: ChildProcessByStdio<null, Readable, Readable>,
  file: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Ran> {
  const leader = child.pid;
  const [stdout, stderr] = [capture(child.stdout, mostOutput), capture(child.stderr, mostOutput)];
  let timedOut = false;
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    timedOut = true;
    if (leader === undefined || killing !== undefined) return;
    killGroup(leader, "SIGTERM");
    killing = setTimeout(killGroup, patienceMs, leader, "SIGKILL");
  };
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener("abort", end);
  if (leader !== undefined) holdGroup(leader);
  try {
    const code = await endOf(child);
    if (typeof code === "string") return failed(code === "ENOENT" ? 127 : 126, `${file}: ${whyOf(code)}`);
    // What it left behind would hold the output open, and go on unseen.
    if (leader !== undefined) killGroup(leader, "SIGKILL");
    await Promise.race([Promise.all([stdout.ended, stderr.ended]), sleep(drainMs)]);
    return { code, stdout: stdout.text(), stderr: stderr.text(), timedOut };
  } finally {
    clearTimeout(timer);
    clearTimeout(killing);
    signal.removeEventListener("abort", end);
    child.stdout.destroy();
    child.stderr.destroy();
    if (leader !== undefined) dropGroup(leader);
  }
}

/** The exit code, `null` after a signal; the system's word when it did not start. */
function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<number | null | string> {
  return new Promise((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.once("error", (error) => resolve(errorCode(error) ?? error.message));
  });
}

function folderOf(root: string, cwd: string): string {
  const folder = inside(root, cwd);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw fail("STORE_FAILED", { action: `run a program in ${cwd}`, reason: "there is no such folder", file: cwd });
}

function whyOf(code: string): string {
  if (code === "ENOENT") return "not found";
  return code === "EACCES" ? "not executable" : `could not be started (${code})`;
}

const failed = (code: number, why: string): Ran => ({ code, stdout: "", stderr: `${why}\n`, timedOut: false });
