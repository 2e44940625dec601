import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BedAgent, Start } from "./agent.ts";
import { endProcessesOf, type Process } from "./processes.ts";

/** How an agent's run ended. */
export interface AgentRun {
  readonly code: number | null;
  /** Whether it had to be ended because it took too long. */
  readonly hung: boolean;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
  /** What it left running, and was ended for it. */
  readonly left: readonly Process[];
}

const mostOutput = 200_000;

/** Runs an agent once, without a person, in an environment built from nothing. Whatever it starts ends with it, but what `keep` names. */
export async function runAgent(
  agent: BedAgent,
  start: Start,
  {
    patienceMs,
    keep,
    prepare,
    resumes,
  }: {
    readonly patienceMs: number;
    readonly keep?: (one: Process) => boolean;
    /** What a user does in the agent's home before it starts. */
    readonly prepare?: ((home: string) => Promise<void>) | undefined;
    /** The conversation to go on with. */
    readonly resumes?: string | undefined;
  },
): Promise<AgentRun> {
  const { place } = start;
  for (const folder of ["home", "tmp"]) mkdirSync(join(place.own, folder), { recursive: true });
  putAll(join(place.own, "home"), agent.home(start));
  await prepare?.(join(place.own, "home"));
  const [program = "", ...args] = resumes === undefined ? agent.command(start) : agent.resume(start, resumes);
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: place.start,
    env: { ...environment(start), ...agent.env(start) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let out = "";
  let err = "";
  let hung = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out = `${out}${text}`.slice(-mostOutput);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err = `${err}${text}`.slice(-mostOutput);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    const timer = setTimeout(() => {
      hung = true;
      endTree(child.pid);
    }, patienceMs);
    child.on("error", reject);
    // Not "close": what it left running may hold its output open.
    child.on("exit", (status) => {
      clearTimeout(timer);
      setTimeout(() => resolve(status), 50);
    });
  });
  const ms = Math.round(performance.now() - began);
  const left = await endProcessesOf(place.own, keep);
  return { code, hung, out, err, ms, left };
}

function putAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

function environment({ place }: Start): Record<string, string> {
  return {
    HOME: join(place.own, "home"),
    PATH: place.path,
    TMPDIR: join(place.own, "tmp"),
    XDG_RUNTIME_DIR: place.runtime,
    TERM: "dumb",
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    NO_COLOR: "1",
    CI: "1",
  };
}

function endTree(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended in this moment.
  }
}
