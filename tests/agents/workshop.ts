import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { AgentId, DecisionRecord, TraceRecord } from "@writ/contracts";
import { type AgentRun, type BedAgent, endProcessesOf, type Process, processesOf, runAgent } from "@writ/testkit/bed";
import { openModel, type ScriptedModel, type Turn } from "@writ/testkit/model";
import { expect } from "vitest";
import { command, ok, run, type Said } from "../scenarios/cli-bed.ts";
import { filesOf } from "./cache.ts";

/** One run of an agent: what it was told, and how it ended. */
export interface Day {
  readonly model: ScriptedModel;
  readonly ended: AgentRun;
}

/** How a run of an agent differs from the usual one. */
interface WorkOptions {
  readonly patienceMs?: number;
  readonly prompt?: string;
  /** The folder it is started in, from the root. */
  readonly below?: string;
  /** Runs of the same name share a home. */
  readonly home?: string;
  /** Goes on with this conversation, the last one of that home. */
  readonly resumes?: string;
  /** The user connected the agent in their own settings. */
  readonly isConnected?: boolean;
}

/** A repository that Writ guards for some agents, the person it belongs to, and the agents' runs in it. */
export interface Workshop {
  readonly root: string;
  /** First on everybody's path: `node` and `writ`. */
  readonly bin: string;
  /** The command, as the person runs it. */
  writ(...args: string[]): Promise<Said>;
  /** The same on a terminal, where the person types each text once the words before it are there. */
  onTerminal(args: readonly string[], typed: readonly (readonly [after: string, text: string])[]): Promise<Said>;
  git(...args: string[]): Promise<string>;
  /** The content of a file, or `null`. */
  read(path: string): string | null;
  /** Runs an agent on a script, to its end. */
  work(agent: BedAgent, turns: readonly Turn[], options?: WorkOptions): Promise<Day>;
  traces(): Promise<TraceRecord[]>;
  decisions(): Promise<DecisionRecord[]>;
  daemons(): Process[];
  /** Everything that runs because of this workshop. */
  processes(): Process[];
  close(): Promise<void>;
}

/** What the one intent owns. */
const owned = ["src/auth/**", "services/**", ".gitattributes"];
const usualPrompt = "Please do the scripted work in this repository.";
const isDaemon = ({ command: line }: Process) => / daemon run /.test(` ${line} `);
/** What hooks began and goes on by itself when the machine is slow: it is not the agent's to end. */
const isOfHooks = ({ command: line }: Process) => /\/(?:late|handler)\.mjs|\bbuild:|scripts\/build\.mjs/.test(line);

/** Opens a workshop: a repository with one commit, wired by `writ init` and by nothing else, with one intent. */
export async function openWorkshop(
  agents: readonly AgentId[],
  files: Readonly<Record<string, string>>,
): Promise<Workshop> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "writ-bed-")));
  const { root, bin, tools, runtime, env } = layOut(base);
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const writ = (...args: string[]) => run(process.execPath, [command, ...args], { cwd: root, env });
  const git = async (...args: string[]) => await ok(run("git", args, { cwd: root, env }));
  const records = async (kind: string) =>
    (await ok(writ("log", "--json")))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
      .filter((record) => record.kind === kind);
  let runs = 0;

  const close = async () => {
    await endProcessesOf(base);
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  };
  const setUp = async () => {
    await git("init", "--quiet", "--initial-branch", "main");
    for (const [path, content] of Object.entries(files)) put(path, content);
    await git("add", "--all");
    await git("commit", "--quiet", "--message", "first");
    await ok(writ("init", ...agents.flatMap((agent) => ["--agent", agent]), "--yes"));
    await ok(
      writ("intent", "add", "--id", "INT-001", "--name", "Login", ...owned.flatMap((glob) => ["--scope", glob])),
    );
    await git("add", "--all");
    await git("commit", "--quiet", "--message", "guarded");
  };
  await setUp().catch(async (error: unknown) => {
    await close();
    throw error;
  });

  return {
    root,
    bin,
    writ,
    onTerminal(args, typed) {
      const line = [process.execPath, command, ...args].map((word) => `'${word}'`).join(" ");
      return run("script", ["-qec", `stty cols 100 rows 40; exec ${line}`, "/dev/null"], { cwd: root, env, typed });
    },
    git,
    read(path) {
      try {
        return readFileSync(join(root, path), "utf8");
      } catch {
        return null;
      }
    },
    async work(agent, turns, options = {}) {
      const { patienceMs = 240_000, prompt = usualPrompt, below = "", isConnected = false } = options;
      runs += 1;
      const folder = join(root, below);
      const model = await openModel(turns, agent.spell(root, folder));
      const own = join(base, options.home ?? `run-${runs}`);
      const place = { root, start: folder, path: `${bin}:${tools}`, runtime, own };
      const connect = async (home: string) => {
        const said = run(process.execPath, [command, "init", "--user", "--agent", agent.id, "--yes"], {
          cwd: home,
          env: { ...env, HOME: home },
        });
        await ok(said);
      };
      try {
        const start = { place, url: model.url, prompt, ...(await filesOf(agent.pin)) };
        return {
          model,
          ended: await runAgent(agent, start, {
            patienceMs,
            resumes: options.resumes,
            keep: (one) => isDaemon(one) || isOfHooks(one),
            prepare: isConnected ? connect : undefined,
          }),
        };
      } finally {
        await model.close();
      }
    },
    traces: () => records("trace"),
    decisions: () => records("decision"),
    daemons: () => processesOf(base).filter(isDaemon),
    processes: () => processesOf(base),
    close,
  };
}

/** The folders of a workshop, and what the person's commands are started with. */
function layOut(base: string) {
  const at = (name: string) => join(base, name);
  const [root, bin, tools, runtime, home] = [at("work"), at("bin"), at("tools"), at("runtime"), at("person")];
  for (const folder of [root, bin, tools, runtime, home]) mkdirSync(folder, { mode: 0o700 });
  linkTools(tools);
  symlinkSync(process.execPath, join(bin, "node"));
  symlinkSync(command, join(bin, "writ"));
  writeFileSync(join(home, ".gitconfig"), "[user]\n  name = Ada\n  email = ada@example.com\n");
  const env = { HOME: home, PATH: `${bin}:${tools}`, XDG_RUNTIME_DIR: runtime, TERM: "xterm" };
  return { root, bin, tools, runtime, env };
}

/** The machine's own commands but Node and what comes with it, so that a machine without Node can be played. */
function linkTools(folder: string): void {
  const linked = new Set(["node", "nodejs", "npm", "npx", "corepack", "writ"]);
  for (const from of ["/usr/local/bin", "/usr/bin", "/bin"].filter((path) => existsSync(path))) {
    for (const name of readdirSync(from)) {
      if (!linked.has(name)) symlinkSync(join(from, name), join(folder, name));
      linked.add(name);
    }
  }
}

/** That it ended by itself, and well; else what it said last. */
export function expectGoodEnd({ ended, model }: Day): void {
  const { code, hung, out, err, ms } = ended;
  const turn = model.exchanges.at(-1)?.turn ?? "none: the model was never asked";
  const odd = model.unknown.length === 0 ? "" : `the model did not understand: ${model.unknown.join(", ")}\n`;
  const story = `after ${ms} ms, last turn: ${turn}\n${odd}${out.slice(-3000)}\n${err.slice(-3000)}`;
  if (hung) expect.fail(`the agent did not end and was ended ${story}`);
  if (code !== 0) expect.fail(`the agent ended with ${code} ${story}`);
}
