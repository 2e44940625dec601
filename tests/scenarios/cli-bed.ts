import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { wirings } from "@writ/adapters/wiring";
import { onTestFinished } from "vitest";

/** The command as it is installed. */
export const command = fileURLToPath(new URL("../../packages/cli/bin/writ.cjs", import.meta.url));

/** Plays a terminal (util-linux). */
const player = "script";

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

/** A temporary folder that is gone after the test. */
export async function folder(): Promise<Bed> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "writ-home-")));
  const root = await realpath(await mkdtemp(join(tmpdir(), "writ-cli-")));
  const runtime = join(home, "run");
  await mkdir(runtime, { mode: 0o700 });
  onTestFinished(async () => {
    await endDaemons(runtime);
    // A daemon that was only just started is not yet known by name, and still writes into the folder.
    await rm(root, { recursive: true, force: true, maxRetries: 20 });
    await rm(home, { recursive: true, force: true, maxRetries: 20 });
  });
  const env = {
    PATH: pathWithoutAgents,
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
    "[user]\n  name = Ada\n  email = ada@example.com\n[init]\n  defaultBranch = main\n",
  );
  return {
    root,
    env,
    writ: (args, start = {}) =>
      run(process.execPath, [command, ...args], { cwd: root, ...start, env: { ...env, ...start.env } }),
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

/** The same as a git repository with one commit. */
export async function repository(): Promise<Bed> {
  const bed = await folder();
  bed.git("init", "--quiet");
  await bed.put("src/auth/login.ts", "export const login = 1;\n");
  await bed.put("src/billing/invoice.ts", "export const total = 1;\n");
  bed.git("add", "--all");
  bed.git("commit", "--quiet", "--message", "first");
  return bed;
}

/** The same, guarded, with one intent. */
export async function guarded(): Promise<Bed> {
  const bed = await repository();
  await ok(bed.writ(["init", "--intent-name", "Login", "--scope", "src/auth/**"]));
  return bed;
}

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

/** Whether terminals can be played here. */
export const hasTerminal =
  spawnSync(player, ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

async function snapshot(from: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(from.length + 1).replaceAll("\\", "/");
    if (entry.isFile() && !/^\.git\/(?!hooks\/)/.test(name)) found[name] = (await readFile(path)).toString("base64");
  }
  return found;
}
