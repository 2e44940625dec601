import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { isAnswer, type ModuleRequest } from "./module-protocol.ts";
import { openTail, type ScriptRun } from "./spawn.ts";
import { dropGroup, killGroup, startGroup } from "./tools/groups.ts";

const patienceMs = 300;

/** Where the children come from, and how many stay. */
export interface HostOptions {
  /** The program that serves one module (`serveModule`). */
  readonly program: string;
  readonly most?: number;
  /** A child nobody asked for so long goes. */
  readonly idleMs?: number;
}

/** A module to be run. */
interface ModuleStart extends Omit<ModuleRequest, "id"> {
  readonly env: Readonly<Record<string, string>>;
}

/** Runs module handlers in children that stay warm, never in this process. */
export interface ModuleHost {
  run(start: ModuleStart): Promise<ScriptRun>;
  close(): void;
}

interface Warm {
  readonly key: string;
  readonly child: ChildProcess;
  readonly errors: ReturnType<typeof openTail>;
  isBusy: boolean;
  isGone: boolean;
  idle?: NodeJS.Timeout;
}

/** The same file in the same surroundings shares a child; another version of it does not. */
const keyOf = ({ root, file, hash, env }: ModuleStart): string => JSON.stringify([root, file, hash, env]);

function start({ env, root }: ModuleStart, key: string, program: string): Warm {
  const child = startGroup(() =>
    fork(program, [], {
      cwd: root,
      env: { ...env },
      execArgv: ["--no-warnings"],
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    }),
  );
  const warm: Warm = { key, child, errors: openTail(), isBusy: false, isGone: false };
  const gone = () => {
    warm.isGone = true;
  };
  child.once("exit", gone);
  child.once("error", gone);
  // What a handler prints is for whoever looks for a fault in it.
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => warm.errors.add(chunk)).on("error", () => {});
    if (stream !== null && "unref" in stream && typeof stream.unref === "function") stream.unref();
  }
  // A program that has nothing else to do may end: the child ends with it.
  child.unref();
  child.channel?.unref();
  return warm;
}

function end({ child, idle }: Warm): void {
  clearTimeout(idle);
  if (child.pid === undefined) return;
  killGroup(child.pid, "SIGKILL");
  dropGroup(child.pid);
}

/** One call in a child of its own for that time. Never throws. */
function ask(warm: Warm, id: number, { env: _, ...request }: ModuleStart, allowedMs: number): Promise<ScriptRun> {
  const { child, errors } = warm;
  return new Promise((resolve) => {
    let killing: NodeJS.Timeout | undefined;
    let timedOut = false;
    const done = (stdout: string, fault: string | null) => {
      clearTimeout(timer);
      clearTimeout(killing);
      child.off("message", onMessage).off("exit", onExit).off("error", onError);
      resolve({ stdout, stderr: errors.text(), fault, timedOut });
    };
    const late = `it took longer than ${allowedMs} ms`;
    const onMessage = (message: unknown) => {
      if (timedOut || !isAnswer(message) || message.id !== id) return;
      if ("text" in message) done(message.text, null);
      else done("", message.fault);
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      const how = signal === null ? `exit code ${code}` : String(signal);
      done("", timedOut ? late : `it ended before it answered (${how})`);
    };
    const onError = (error: Error) => done("", `it could not be started (${error.message})`);
    const timer = setTimeout(() => {
      timedOut = true;
      warm.isGone = true;
      if (child.pid === undefined) return done("", late);
      killGroup(child.pid, "SIGTERM");
      killing = setTimeout(killGroup, patienceMs, child.pid, "SIGKILL");
    }, request.timeoutMs);
    child.on("message", onMessage).on("exit", onExit).on("error", onError);
    errors.clear();
    child.send({ id, ...request }, (error) => {
      if (error !== null) done("", `it could not be asked (${error.message})`);
    });
  });
}

/** Opens a host without any children: they are started when they are needed. */
export function openModuleHost({ program, most = 4, idleMs = 120_000 }: HostOptions): ModuleHost {
  /** Least recently used first. */
  let pool: Warm[] = [];
  let count = 0;
  const waiting: (() => void)[] = [];

  const drop = (warm: Warm) => {
    pool = pool.filter((one) => one !== warm);
    end(warm);
  };

  /** An idle child of this key, or a new one; `null` while all there may be are busy. */
  const take = (key: string, wanted: ModuleStart): Warm | null => {
    for (const gone of pool.filter((one) => one.isGone)) drop(gone);
    let warm = pool.find((one) => one.key === key && !one.isBusy);
    if (warm === undefined) {
      const oldest = pool.find((one) => !one.isBusy);
      if (pool.length >= most && oldest === undefined) return null;
      if (pool.length >= most && oldest !== undefined) drop(oldest);
      warm = start(wanted, key, program);
    }
    clearTimeout(warm.idle);
    warm.isBusy = true;
    pool = [...pool.filter((one) => one !== warm), warm];
    return warm;
  };

  const giveBack = (warm: Warm) => {
    warm.isBusy = false;
    if (warm.isGone) drop(warm);
    else warm.idle = setTimeout(drop, idleMs, warm).unref();
    waiting.shift()?.();
  };

  return {
    async run(wanted) {
      const failed = (fault: string, timedOut = false): ScriptRun => ({ stdout: "", stderr: "", fault, timedOut });
      if (!existsSync(program)) return failed("this installation of writ cannot run modules: a part of it is missing");
      const key = keyOf(wanted);
      const end = performance.now() + wanted.timeoutMs;
      let warm = take(key, wanted);
      while (warm === null) {
        if (!(await turn(waiting, end - performance.now())))
          return failed("it had to wait too long for its turn", true);
        warm = take(key, wanted);
      }
      try {
        count += 1;
        const timeoutMs = Math.max(1, Math.round(end - performance.now()));
        return await ask(warm, count, { ...wanted, timeoutMs }, wanted.timeoutMs);
      } finally {
        giveBack(warm);
      }
    },
    close() {
      for (const warm of pool) end(warm);
      pool = [];
    },
  };
}

/** Waits until somebody is done; `false` when that took too long. */
function turn(waiting: (() => void)[], ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(
      () => {
        const at = waiting.indexOf(go);
        if (at !== -1) waiting.splice(at, 1);
        resolve(false);
      },
      Math.max(0, ms),
    );
    waiting.push(go);
  });
}
