import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { ContentHash, CriterionOutcome } from "@writ/contracts";
import { crypto } from "@writ/stores";
import { openTail } from "../declared/spawn.ts";
import { follow } from "../declared/tools/follow.ts";
import { startGroup } from "../declared/tools/groups.ts";
import { hasPipe, shellFor } from "./shell.ts";

/** How much of what a command printed is kept to be shown. */
const shownBytes = 16 * 1024;

/** How a command ended. */
export interface CommandRun {
  outcome: Extract<CriterionOutcome, "passed" | "failed" | "timed-out" | "not-started">;
  /** `null` when it was ended by a signal. */
  exitCode: number | null;
  durationMs: number;
  /** Of everything it printed. */
  output: ContentHash;
  /** The last of what it printed. */
  tail: string;
}

type Shell = ChildProcess & { stdout: Readable; stderr: Readable };

const noPipes =
  "The shell here does not tell when the first part of a pipe fails, so the line was not run. Install bash, or write the line without a pipe.";

/** What fails in the middle of a line fails the line: a check that goes on after an error says nothing. */
function startShell(line: string, cwd: string): Shell {
  const options = { cwd, windowsHide: true, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] };
  if (process.platform === "win32") {
    if (hasPipe(line)) throw new Error(noPipes);
    return spawn(line, { ...options, shell: true });
  }
  const shell = shellFor(line);
  if (shell === null) throw new Error(noPipes);
  return spawn(shell.program, [...shell.args, line], { ...options, detached: true });
}

/**
 * Runs a line in the shell, with nothing to read, in a process group of its own that does not outlive it: it ends, with
 * all it started, by its time-out, by the signal, and with this process. Never throws.
 */
export async function runCommand(
  line: string,
  { cwd, timeoutMs, signal }: { cwd: string; timeoutMs: number; signal: AbortSignal },
): Promise<CommandRun> {
  const began = performance.now();
  const hash = crypto().createHash("sha256");
  const tail = openTail(shownBytes);
  const ended = (outcome: CommandRun["outcome"], exitCode: number | null): CommandRun => ({
    outcome,
    exitCode,
    durationMs: Math.round(performance.now() - began),
    output: `sha256:${hash.digest("hex")}`,
    tail: tail.text(),
  });
  let child: Shell;
  try {
    child = startGroup(() => startShell(line, cwd));
  } catch (error) {
    tail.add(Buffer.from(error instanceof Error ? error.message : String(error)));
    return ended("not-started", null);
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      hash.update(chunk);
      tail.add(chunk);
    });
    stream.on("error", () => {});
  }
  const ending = await follow(child, timeoutMs, signal);
  if ("error" in ending) {
    tail.add(Buffer.from(ending.error.message));
    return ended("not-started", null);
  }
  if (ending.endedBy === "time") return ended("timed-out", ending.code);
  return ended(ending.code === 0 ? "passed" : "failed", ending.code);
}
