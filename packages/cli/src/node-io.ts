import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { homeFolder } from "@writ/runtime";
import { type Io, type Ran, ReaderLeft } from "./io.ts";
import { surroundingsOf } from "./origin/surroundings.ts";
import { lineageOf } from "./process-tree.ts";
import { terminalPrompter } from "./prompts.ts";
import { paintFor, wantsColour } from "./text/paint.ts";

/** The world of a real process. */
export function nodeIo(process: NodeJS.Process, version: string): Io {
  const { stdin, stdout, stderr, env, platform } = process;
  const cwd = process.cwd();
  return {
    cwd,
    home: homeFolder(),
    env,
    platform,
    self: {
      node: process.execPath,
      nodeVersion: process.versions.node,
      script: process.argv[1] ?? "",
      version,
    },
    tty: { input: stdin.isTTY === true, output: stdout.isTTY === true },
    // Some terminals say 0 until they know better.
    rows: stdout.rows || 24,
    columns: stdout.columns || 80,
    paint: paintFor(wantsColour(env, stdout.isTTY === true)),
    ask: terminalPrompter({ input: stdin, output: stdout }),
    now: () => new Date().toISOString(),
    id: () => randomUUID(),
    print: (line = "") => void (stdout.writable && stdout.write(`${line}\n`)),
    drained: async () => {
      // Much is printed only for whoever reads it.
      if (stdout.writableNeedDrain) await once(stdout, "drain").catch(() => {});
      if (!stdout.writable) throw new ReaderLeft();
    },
    error: (line) => void (stderr.writable && stderr.write(`${line}\n`)),
    status: (line) => {
      if (stderr.isTTY === true && stderr.writable)
        stderr.write(`\r\x1b[K${line?.slice(0, (stderr.columns || 80) - 1) ?? ""}`);
    },
    lines: () => createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY }),
    run: (program, args, options = {}) => runProgram(program, args, { cwd, ...options }),
    handOver,
    pageThrough: (pager, text) => pageThrough(pager, text, process),
    edit: (commandLine, file) => openEditor(commandLine, file, cwd, platform),
    ancestors: async () => (await lineageOf(process.pid, platform)).slice(1),
    surroundings: surroundingsOf(process),
    wait: async (ms) => void (await wait(ms)),
  };
}

/** Git waits for a pipe that stands where it keeps something, and a person would wait with it. */
const longestMs = 60_000;

function runProgram(
  program: string,
  args: readonly string[],
  { cwd, timeout = longestMs }: { cwd: string; timeout?: number },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "ignore"], windowsHide: true });
    // Node's own limit keeps the process waiting where the program is not there.
    const limit = setTimeout(() => child.kill(), timeout);
    child.on("error", () => clearTimeout(limit));
    child.on("close", () => clearTimeout(limit));
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", () => resolve({ code: null, stdout: "" }));
    child.on("close", (code) => resolve({ code, stdout: Buffer.concat(chunks).toString("utf8") }));
  });
}

function handOver(command: string | readonly string[], cwd: string): Promise<number | null> {
  return new Promise((resolve) => {
    const [program = "", ...args] = typeof command === "string" ? [command] : command;
    const child = spawn(program, args, { cwd, stdio: "inherit", shell: typeof command === "string" });
    child.on("error", () => resolve(null));
    child.on("close", resolve);
  });
}

/** `$EDITOR` is a command line by custom (`code --wait`), so a shell reads it; the file is a word of its own. */
function openEditor(commandLine: string, file: string, cwd: string, platform: string): Promise<number | null> {
  return new Promise((resolve) => {
    const child =
      platform === "win32"
        ? spawn(`${commandLine} "${file}"`, { cwd, stdio: "inherit", shell: true })
        : spawn("sh", ["-c", `${commandLine} "$1"`, "editor", file], { cwd, stdio: "inherit" });
    child.on("error", () => resolve(null));
    child.on("close", resolve);
  });
}

/** What a shell says of a program that is not there, or that nobody may run. */
const notThere = [126, 127, 9009];

function pageThrough(pager: string | readonly string[], text: string, process: NodeJS.Process): Promise<boolean> {
  return new Promise((resolve) => {
    const [program = "", ...args] = typeof pager === "string" ? [pager] : pager;
    // As git has it: leave at once what fits on a screen, keep colours, and leave the text on the terminal.
    const env = { LESS: "FRX", LV: "-c", ...process.env };
    const child = spawn(program, args, {
      env,
      stdio: ["pipe", "inherit", "inherit"],
      shell: typeof pager === "string",
    });
    // Ctrl-C is the pager's; ending here would leave it without a terminal.
    const ignore = () => {};
    process.on("SIGINT", ignore);
    const end = (isShown: boolean) => {
      process.off("SIGINT", ignore);
      resolve(isShown);
    };
    child.on("error", () => end(false));
    child.on("close", (code) => end(code === null || !notThere.includes(code)));
    // Whoever leaves the pager early has seen enough.
    child.stdin.on("error", () => {});
    child.stdin.end(text);
  });
}
