// The repository a history is played in: people write to its files, agents write through the engine.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Approver } from "@writ/contracts";
import { createWrit, HookEngine, sha256, type Writ } from "@writ/runtime";
import { datesForGit, type ReadClock } from "./clocks.ts";

export type Maker = "human" | "ai";

/** One working copy, with an agent in it. */
export interface Copy {
  root: string;
  writ: Writ;
  /** The calls made here, in their order: the id of each one's record, or none. */
  calls: readonly (string | null)[];
  git(...args: string[]): string;
  /** Whether git could do it. */
  tries(...args: string[]): boolean;
  paths(): string[];
  read(path: string): string[];
  put(path: string, lines: readonly string[] | null): void;
  /** Through the engine; gives the trace's id. */
  call(tool: string, input: Record<string, unknown>, execute: () => void): Promise<string | null>;
  /** The agent runs a command line, which may change anything; gives the trace's id. */
  run(command: string, execute: () => void | Promise<void>): Promise<string | null>;
  /** Which of its two agents is at work from now on. */
  turn(nth: number): Promise<void>;
  close(): Promise<void>;
}

/** A person who is there, and agrees. */
const agrees: Approver = {
  name: "person",
  ask: async () => ({ approved: true, by: "person", assurance: "ui" }),
};

const intents = `active_intents:
  - id: INT-001
    name: One
    status: IN_PROGRESS
    owned_scope: ["src/**"]
  - id: INT-002
    name: Two
    status: IN_PROGRESS
    owned_scope: ["src/**"]
`;
const ignored = ".orchestration/.state/\n.orchestration/*.jsonl\n.orchestration/intent_map.md\n";

const quick = [
  "gc.auto=0",
  "core.fsync=none",
  "commit.gpgsign=false",
  "merge.conflictStyle=merge",
  "advice.detachedHead=false",
];
const settings = ["user.name=Test", "user.email=test@example.org", "core.editor=true", ...quick].flatMap((one) => [
  "-c",
  one,
]);

/** A folder for one history. */
export function newPlace(): { folder: string; remove(): void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-blame-")));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }) };
}

export function gitIn(root: string, ...args: string[]): string {
  return execFileSync("git", [...settings, ...args], {
    cwd: root,
    encoding: "utf8",
    env: datesForGit(),
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** A new repository, with an intent that owns its sources. */
export async function newCopy(root: string, readClock?: ReadClock): Promise<Copy> {
  mkdirSync(join(root, ".orchestration"), { recursive: true });
  gitIn(root, "init", "-q", "-b", "main");
  writeFileSync(join(root, ".orchestration/active_intents.yaml"), intents);
  writeFileSync(join(root, ".gitignore"), ignored);
  return openCopy(root, readClock);
}

/** Somebody else's working copy. */
export async function cloneOf(from: string, root: string, readClock?: ReadClock): Promise<Copy> {
  gitIn(from, "clone", "-q", from, root);
  return openCopy(root, readClock);
}

const pathsIn = (root: string): string[] =>
  (existsSync(join(root, "src")) ? readdirSync(join(root, "src")).sort() : []).map((name) => `src/${name}`);

/** Names a working copy as a writer by its folder: the same history is then played by the same writers. */
function nameWriter(root: string): void {
  const state = join(root, ".orchestration/.state");
  mkdirSync(state, { recursive: true });
  const [id, place] = [sha256(basename(root)).slice(-12), sha256(root).slice("sha256:".length).slice(0, 32)];
  writeFileSync(join(state, "writer.json"), `${JSON.stringify({ v: 1, id, place })}\n`);
}

export async function openCopy(root: string, readClock: ReadClock = () => {}): Promise<Copy> {
  nameWriter(root);
  readClock();
  const engine = new HookEngine();
  engine.registerDefaultHooks({ approval: "risky", approver: agrees });
  const sessions = ["s", "t"].map((letter) => ({ id: `${letter}-${root.slice(-12)}`, cwd: root }));
  const writ = await createWrit(root);
  const begun = new Set<string>();
  let session = { id: "", cwd: root };
  const turn = async (nth: number): Promise<void> => {
    session = sessions[nth] ?? session;
    if (begun.has(session.id)) return;
    begun.add(session.id);
    const intent_id = `INT-00${nth + 1}`;
    await engine.executeTool("select_active_intent", { intent_id }, { session, execute: () => "" });
  };
  await turn(0);
  const calls: (string | null)[] = [];
  let isCalling = false;
  const git = (...args: string[]) => {
    // What files changed in a call is seen by their times: a clock that jumps then is another matter.
    if (!isCalling) readClock();
    return gitIn(root, ...args);
  };
  const through = async (tool: string, input: Record<string, unknown>, execute: () => void | Promise<void>) => {
    const [before] = await writ.traces.last(1);
    readClock(tool !== "execute_command");
    isCalling = true;
    const outcome = await engine.executeTool(tool, input, {
      session,
      execute: async () => {
        await execute();
        return "ok";
      },
    });
    isCalling = false;
    if (!outcome.allowed) throw new Error(JSON.stringify(outcome.blocked));
    const [after] = await writ.traces.last(1);
    const made = after === undefined || after.record.id === before?.record.id ? null : after.record.id;
    calls.push(made);
    return made;
  };
  return {
    root,
    writ,
    calls,
    git,
    tries(...args) {
      try {
        git(...args);
        return true;
      } catch {
        return false;
      }
    },
    paths: () => pathsIn(root),
    read: (path) => readFileSync(join(root, path), "utf8").split("\n").slice(0, -1),
    put(path, lines) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      if (lines === null) rmSync(join(root, path), { force: true });
      else writeFileSync(join(root, path), textOf(lines));
    },
    async call(tool, input, execute) {
      // An agent reads what it is about to change.
      const path = input.path ?? input.source;
      await engine.executeTool("read_file", { path }, { session, execute: () => "" });
      return through(tool, input, execute);
    },
    async run(command, execute) {
      for (const path of pathsIn(root).filter((one) => command.includes(one)))
        await engine.executeTool("read_file", { path }, { session, execute: () => "" });
      return through("execute_command", { command }, execute);
    },
    turn,
    close: () => writ.close(),
  };
}

export const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
