import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { wirings } from "@writ/adapters/wiring";
import { onTestFinished } from "vitest";
import { noted } from "../baseline/recorder.ts";
import { WarmWrit } from "../warm/warm-writ.mjs";

/** The command as it is installed. */
export const command = fileURLToPath(new URL("../../packages/cli/bin/writ.cjs", import.meta.url));

const warm = new WarmWrit(command);

/** Plays a terminal (util-linux). */
export const player = "script";

const agents = new Set<string>(Object.values(wirings).flatMap(({ signs }) => signs.commands));

/** The path of this machine without the agents on it: what `init` finds must not depend on who runs the tests. */
const pathWithoutAgents = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => {
    const names = namesIn(folder);
    if (!names.some((name) => agents.has(name))) return folder;
    const copy = mkdtempSync(join(tmpdir(), "writ-path-"));
    process.once("exit", () => void spawnSync("rm", ["-rf", copy]));
    for (const name of names) if (!agents.has(name)) symlinkSync(join(folder, name), join(copy, name));
    return copy;
  })
  .join(delimiter);

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What a command said, and how it ended. */
export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** How a command is started. */
interface Start {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** A folder of its own, with a home of its own, so that nothing of this machine leaks in. */
export interface Bed {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  writ(args: readonly string[], start?: Start): Promise<Said>;
  /** Runs it on a terminal, and types each text once the words before it have been printed. */
  writOnTerminal(
    args: readonly string[],
    typed: readonly (readonly [after: string, text: string])[],
    size?: { readonly columns: number },
  ): Promise<Said>;
  /** Runs a line of sh that a terminal was opened for; `$WRIT` is the command. */
  onTerminal(line: string): Promise<Said>;
  git(...args: string[]): string;
  put(path: string, content: string): Promise<void>;
  read(path: string): Promise<string>;
  /** Every file below a folder with its bytes, `.git/objects` and the like left out. */
  snapshot(folder?: string): Promise<Record<string, string>>;
}

/** A temporary folder that is gone after the test; what its commands do is compared with the baseline. */
export async function folder({ isRecorded = true }: { isRecorded?: boolean } = {}): Promise<Bed> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "writ-home-")));
  const root = await realpath(await mkdtemp(join(tmpdir(), "writ-cli-")));
  // Git's hooks find a `writ` on the PATH, and a commit need not start Node.
  warm.start();
  const runtime = join(home, "run");
  await mkdir(runtime, { mode: 0o700 });
  onTestFinished(async () => {
    await endDaemons(runtime);
    // A daemon that was only just started is not yet known by name, and still writes into the folder.
    await rm(root, { recursive: true, force: true, maxRetries: 20 });
    await rm(home, { recursive: true, force: true, maxRetries: 20 });
  });
  const env = {
    PATH: [warm.folder, pathWithoutAgents].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: join(home, ".gitconfig"),
    TERM: "xterm",
    XDG_RUNTIME_DIR: runtime,
    ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
  };
  await writeFile(
    join(home, ".gitconfig"),
    `[user]
  name = Ada
  email = ada@example.com
[init]
  defaultBranch = main
[maintenance]
  auto = false
`,
  );
  return {
    root,
    env,
    writ(args, start = {}) {
      const said = writ(args, { cwd: root, ...start, env: { ...env, ...start.env } });
      return isRecorded ? noted(["writ", ...args], { root, env }, said) : said;
    },
    onTerminal: (line) =>
      run(player, ["-qec", line, "/dev/null"], {
        cwd: root,
        env: { ...env, WRIT: `${process.execPath} ${command}` },
        typed: [],
      }),
    writOnTerminal(args, typed, { columns } = { columns: 100 }) {
      const line = [process.execPath, command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
      return run(player, ["-qec", `stty cols ${columns} rows 40; exec ${line}`, "/dev/null"], {
        cwd: root,
        env,
        typed,
      });
    },
    git(...args) {
      const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, env, encoding: "utf8" });
      if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
      return stdout.trim();
    },
    async put(path, content) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    },
    read: (path) => readFile(join(root, path), "utf8"),
    snapshot: (from = root) => snapshot(from),
  };
}

/** The daemons that say in this folder how to reach them: file and process. */
export async function daemonsIn(runtime: string): Promise<{ file: string; pid: number }[]> {
  const names = await readdir(join(runtime, "writ")).catch(() => []);
  const found = names.filter((name) => name.startsWith("%") && !/\.\d+$/.test(name));
  return Promise.all(
    found.map(async (name) => {
      const file = join(runtime, "writ", name);
      return { file, pid: Number((await readFile(file, "utf8")).split(" ")[2]) };
    }),
  );
}

async function endDaemons(runtime: string): Promise<void> {
  for (const { pid } of await daemonsIn(runtime)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
}

const templates = new Map<string, Promise<string>>();

/** A folder made once; each test gets a copy, and what `make` did must not depend on where it was done. */
export async function copyOf(name: string, make: (bed: Bed) => Promise<void>): Promise<Bed> {
  const template = templates.get(name) ?? keep(make);
  templates.set(name, template);
  const bed = await folder();
  cpSync(await template, bed.root, { recursive: true, preserveTimestamps: true });
  return bed;
}

async function keep(make: (bed: Bed) => Promise<void>): Promise<string> {
  const bed = await folder({ isRecorded: false });
  await make(bed);
  const copy = mkdtempSync(join(tmpdir(), "writ-template-"));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  cpSync(bed.root, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

/** A git repository with two files and one commit. */
export async function firstCommit(bed: Bed): Promise<void> {
  bed.git("init", "--quiet");
  await bed.put("src/auth/login.ts", "export const login = 1;\n");
  await bed.put("src/billing/invoice.ts", "export const total = 1;\n");
  bed.git("add", "--all");
  bed.git("commit", "--quiet", "--message", "first");
}

/** The same as a git repository with one commit. */
export const repository = (): Promise<Bed> => copyOf("repository", firstCommit);

/** The same, guarded, with one intent. */
export const guarded = (): Promise<Bed> =>
  copyOf("guarded", async (bed) => {
    await firstCommit(bed);
    await ok(bed.writ(["init", "--intent-name", "Login", "--scope", "src/auth/**"]));
  });

/** What a command said, if it went well. */
export async function ok(saying: Promise<Said>): Promise<string> {
  const { code, out, err } = await saying;
  if (code !== 0) throw new Error(`exit code ${code}\n${out}\n${err}`);
  return out;
}

/** The JSON a command printed, if it went well. */
export async function json(saying: Promise<Said>): Promise<unknown> {
  return JSON.parse(await ok(saying));
}

interface Typing {
  readonly typed?: readonly (readonly [after: string, text: string])[];
}

/** Starts a program, and types each text once the words before it have been printed. */
export function run(program: string, args: readonly string[], start: Start & Typing): Promise<Said> {
  return new Promise((resolve, reject) => {
    const { cwd, env, stdin, typed } = start;
    const child = spawn(program, args, { cwd, env: { ...env }, stdio: "pipe" });
    let out = "";
    let err = "";
    let heard = 0;
    const waiting = [...(typed ?? [])];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
      // A person types once the question is there, not before.
      const next = waiting[0];
      if (next === undefined || !out.slice(heard).includes(next[0])) return;
      heard = out.length;
      waiting.shift();
      child.stdin.write(next[1]);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
    child.stdin.on("error", () => {});
    if (typed === undefined) child.stdin.end(stdin ?? "");
  });
}

/** Runs the command: in a process that has it loaded, where no process of its own is needed. */
function writ(args: readonly string[], start: Start & { readonly cwd: string }): Promise<Said> {
  const { cwd, env = {}, stdin = "" } = start;
  const answer = warm.run({ args, cwd, env, input: stdin });
  return answer?.then(({ code, out, err }) => ({ code, out, err })) ?? run(process.execPath, [command, ...args], start);
}

/** Whether terminals can be played here. */
export const hasTerminal =
  spawnSync(player, ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

async function snapshot(from: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(from.length + 1).replaceAll("\\", "/");
    if (entry.isFile() && !/^(\.git\/(?!hooks\/)|\.orchestration\/\.state\/compiled\/)/.test(name))
      found[name] = (await readFile(path)).toString("base64");
  }
  return found;
}
