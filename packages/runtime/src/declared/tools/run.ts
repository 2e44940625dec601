import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fail, type Ran } from "@writ/contracts";
import { errorCode } from "@writ/stores";
import { capture } from "./capture.ts";
import { follow } from "./follow.ts";
import { startGroup } from "./groups.ts";
import { inside } from "./inside.ts";
import { toSpawn } from "./to-spawn.ts";

const mostOutput = 1024 * 1024;

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
  const { platform } = process;
  const start = toSpawn(command, { platform, path: process.env.PATH ?? "", cwd, exists: existsSync });
  if (start === null) return failed(126, "its words mean something to cmd.exe");
  if (start.file === "") return failed(127, "the command is empty");
  const child = startGroup(() =>
    spawn(start.file, [...start.args], {
      cwd,
      detached: platform !== "win32",
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    }),
  );
  const [stdout, stderr] = [capture(child.stdout, mostOutput), capture(child.stderr, mostOutput)];
  const ending = await follow(child, options.timeoutMs ?? Number.POSITIVE_INFINITY, signal);
  if (!("error" in ending)) {
    return { code: ending.code, stdout: stdout.text(), stderr: stderr.text(), timedOut: ending.endedBy !== null };
  }
  const code = errorCode(ending.error) ?? ending.error.message;
  return failed(code === "ENOENT" ? 127 : 126, `${start.file}: ${whyOf(code)}`);
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
