// Runs one command or hook after the other, each as `bin/writ.cjs` runs it in a process of its own.
import { spawn } from "node:child_process";
import { PassThrough, Readable } from "node:stream";
import { commands } from "../../packages/cli/src/commands.ts";
import { answer } from "../../packages/cli/src/hook/answer.ts";
import { readPayload } from "../../packages/cli/src/hook/read-payload.ts";
import { toRequest } from "../../packages/cli/src/hook/to-request.ts";
import type { Io } from "../../packages/cli/src/io.ts";
import { nodeIo } from "../../packages/cli/src/node-io.ts";
import { runCommandLine } from "../../packages/cli/src/run.ts";
import { openDoor } from "./door.ts";

interface Call {
  /** What follows `writ`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string | Uint8Array;
}

interface Output {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const [, , script = "", folder = "", version = ""] = process.argv;
const home = process.cwd();
const ownArgv = process.argv;

/** A stream that keeps what is written to it. */
class Kept extends PassThrough {
  readonly #chunks: Uint8Array[] = [];

  constructor() {
    super();
    this.on("data", (chunk: Uint8Array) => this.#chunks.push(chunk));
  }

  async text(): Promise<string> {
    this.end();
    if (!this.readableEnded) await new Promise((done) => this.once("end", done));
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}

async function runCommand(args: readonly string[], input: Buffer): Promise<Output> {
  const [stdin, stdout, stderr] = [Readable.from([input]), new Kept(), new Kept()];
  const streams = { stdin: { value: stdin }, stdout: { value: stdout }, stderr: { value: stderr } };
  const io = nodeIo(Object.create(process, streams), version);
  /** A program that gets the terminal writes to the same two streams. */
  const start = (program: string, words: readonly string[], cwd: string, shell: boolean) =>
    new Promise<number | null>((resolve) => {
      const child = spawn(program, words, { cwd, stdio: ["ignore", "pipe", "pipe"], shell });
      child.stdout.pipe(stdout, { end: false });
      child.stderr.pipe(stderr, { end: false });
      child.on("error", () => resolve(null));
      child.on("close", resolve);
    });
  const handOver: Io["handOver"] = (command, cwd) => {
    const [program = "", ...words] = typeof command === "string" ? [command] : command;
    return start(program, words, cwd, typeof command === "string");
  };
  const edit: Io["edit"] = (line, file) => start("sh", ["-c", `${line} "$1"`, "editor", file], io.cwd, false);
  const code = await runCommandLine(commands, args, { ...io, handOver, edit });
  return { code, out: await stdout.text(), err: await stderr.text() };
}

async function runHook(args: readonly string[], input: Buffer): Promise<Output> {
  const read = () => readPayload(() => Readable.from([input]));
  const { stdout, stderr, exitCode } = await answer(toRequest(args, process).request, read, { isUsual: false });
  return { code: exitCode, out: stdout, err: stderr };
}

/** Changes the variables of this very process: some are read by Node itself. */
function setEnv(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
}

async function run({ args, cwd, env, input }: Call): Promise<Output> {
  const ownEnv = { ...process.env };
  const [noun = "", verb = ""] = args;
  setEnv(env);
  process.argv = [process.execPath, script, ...args];
  process.chdir(cwd);
  try {
    const isHook = noun === "hook" && verb !== "--help" && verb !== "-h";
    return await (isHook ? runHook(args.slice(1), Buffer.from(input)) : runCommand(args, Buffer.from(input)));
  } finally {
    process.chdir(home);
    setEnv(ownEnv);
    process.argv = ownArgv;
  }
}

let isBusy = false;

/** One at a time: they share the folder and the variables of the process. */
async function runAlone(call: Call): Promise<Output> {
  isBusy = true;
  try {
    return await run(call);
  } catch (error) {
    return { code: 1, out: "", err: String(error instanceof Error ? error.stack : error) };
  } finally {
    isBusy = false;
  }
}

process.on("message", (call: Call) => {
  void runAlone(call).then((output) => process.send?.({ signal: null, ...output }));
});
process.on("disconnect", () => process.exit());
openDoor(folder, script, (call) => (isBusy ? null : runAlone({ ...call, input: "" })));
