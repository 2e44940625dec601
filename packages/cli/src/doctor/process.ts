import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/** How a program ended that was started to be looked at. */
export interface Ended {
  /** `null` when it could not be started, or was ended because it took too long. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
  readonly isLate: boolean;
}

/** What a program is started with. */
export interface Started {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** More than any answer that is worth looking at. */
export const mostOutput = 1024 * 1024;

/** Starts a program in a group of its own, so that everything it starts can be ended with it. */
export function start(program: string, args: readonly string[], { cwd, env }: Started): ChildProcess {
  const options: SpawnOptions = { cwd, env: { ...env }, stdio: "pipe", windowsHide: true };
  return spawn(program, args, { ...options, detached: process.platform !== "win32" });
}

/** Ends a program that `start` started, and what it started. */
export function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** Runs a program with a text on its standard input, for so many milliseconds at most. */
export function runFor(
  patience: number,
  program: string,
  args: readonly string[],
  started: Started & { readonly input: string },
): Promise<Ended> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const child = start(program, args, started);
    let [out, err, isLate] = ["", "", false];
    const done = (code: number | null) => {
      clearTimeout(timer);
      end(child);
      resolve({ code: isLate ? null : code, out, err, ms: Math.round(performance.now() - begun), isLate });
    };
    const timer = setTimeout(() => {
      isLate = true;
      done(null);
    }, patience);
    child.stdout?.on("data", (chunk: Buffer) => {
      if (out.length < mostOutput) out += chunk.toString("utf8");
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      if (err.length < mostOutput) err += chunk.toString("utf8");
    });
    child.on("error", () => done(null));
    child.on("close", done);
    // A program that does not read its input ends all the same.
    child.stdin?.on("error", () => {});
    child.stdin?.end(started.input);
  });
}

/** The first line of a text, short enough for a sentence. */
export function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/)[0] ?? "";
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
