import { execFile } from "node:child_process";
import { fstatSync, statSync } from "node:fs";
import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { promisify } from "node:util";
import { lineageOf, type ProcessRef, processSpace } from "../process-tree.ts";
import { findReaper } from "./reaper.ts";
import { isSshFromHere, sshPorts } from "./ssh-from-here.ts";

/** What the system shows of the processes around this one. */
export interface Surroundings {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A process and its parents, nearest first; this one unless another is named. */
  lineage(pid?: number): Promise<readonly ProcessRef[]>;
  /** Whether it is still there, and not a later one with the same number. */
  isRunning(process: Pick<ProcessRef, "pid" | "started">): Promise<boolean>;
  /** What process numbers count in here. */
  space(): Promise<string | null>;
  /** Who takes up orphans here, and when a process started, in milliseconds since 1970. `null` where nothing tells. */
  clock(): Promise<Clock | null>;
  /** Whom a process acts for, and whom this one does. */
  userOf(pid?: number): Promise<number | null>;
  /** The pseudo-terminals a process holds the other end of, by number. */
  terminalsOf(pid: number): Promise<ReadonlySet<number>>;
  /** The processes that hold the other end of a pseudo-terminal, as far as this user may see. */
  holdersOf(terminal: number): Promise<readonly number[]>;
  /**
   * Whether it is a shell of this machine that was started to be typed in, and was handed nothing to run that changed
   * since a time.
   */
  isPrompt(pid: number, since: number): Promise<boolean>;
  /** Whether a program of this machine is logged in to it through this SSH server. */
  isSshFromHere(server: number): Promise<boolean>;
  /** The device numbers of the terminals that stdin and stdout are. */
  streams(): readonly (number | null)[];
}

export interface Clock {
  readonly reaper: number;
  startTime(started: string): number;
}

/** The surroundings of a real process. */
export function surroundingsOf({ pid, env, platform }: NodeJS.Process): Surroundings {
  const isLinux = platform === "linux";
  return {
    platform,
    env,
    lineage: (of = pid) => lineageOf(of, platform),
    isRunning: async ({ pid: of, started }) => (await lineageOf(of, platform))[0]?.started === started,
    space: processSpace,
    async clock() {
      // Elsewhere the first process alone takes up orphans, and start times are told by the calendar.
      if (!isLinux) return { reaper: 1, startTime: (started) => Date.parse(`${started} UTC`) };
      const found = await findReaper();
      return found && { reaper: found.reaper, startTime: (started) => found.zero + Number(started) * 10 };
    },
    userOf: async (of = pid) => (isLinux ? linuxUser(of) : userByPs(of)),
    terminalsOf: async (of) => (isLinux ? heldBy(of) : new Set<number>()),
    holdersOf: async (terminal) => (isLinux ? holdersOf(terminal) : []),
    isPrompt: async (of, since) => (isLinux ? isPromptByProc(of, since) : isPromptByPs(of, since)),
    isSshFromHere: async (server) => !isLinux || isLoggedInFromHere(server),
    streams: () => [terminalAt(0), terminalAt(1)],
  };
}

const exec = promisify(execFile);
const textOf = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

async function ps(pid: number, column: string): Promise<string> {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
  const ran = await exec("ps", ["-o", `${column}=`, "-p", String(pid)], { env }).catch(() => null);
  return ran?.stdout.trim() ?? "";
}

async function linuxUser(pid: number): Promise<number | null> {
  const found = /^Uid:\s+\d+\s+(\d+)/m.exec(await textOf(`/proc/${pid}/status`));
  return found === null ? null : Number(found[1]);
}

async function userByPs(pid: number): Promise<number | null> {
  const found = await ps(pid, "uid");
  return found === "" ? null : Number(found);
}

async function heldBy(pid: number): Promise<Set<number>> {
  const held = new Set<number>();
  for (const fd of await namesIn(`/proc/${pid}/fd`)) {
    const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => "");
    if (!target.endsWith("/ptmx")) continue;
    const index = /^tty-index:\s*(\d+)/m.exec(await textOf(`/proc/${pid}/fdinfo/${fd}`))?.[1];
    if (index !== undefined) held.add(Number(index));
  }
  return held;
}

async function holdersOf(terminal: number): Promise<number[]> {
  const holders: number[] = [];
  for (const name of await namesIn("/proc"))
    if (/^\d+$/.test(name) && (await heldBy(Number(name))).has(terminal)) holders.push(Number(name));
  return holders;
}

const shellNames = /^-?(?:sh|bash|dash|ash|zsh|ksh|mksh|yash|fish|tcsh|csh|nu|xonsh|elvish)$/;

/** Whether the words after a shell's name leave it to whoever types. `isKnown` tells of a file it begins with. */
export function isPromptLine(args: readonly string[], isKnown: (file: string) => boolean): boolean {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? "";
    if (/^--(?:rcfile|init-file)$/.test(word)) {
      at += 1;
      if (!isKnown(args[at] ?? "")) return false;
    } else if (!/^(?:-|-[il]+|--login|--interactive)$/.test(word)) return false;
  }
  return true;
}

/** Whether a file was there before a time, and is as it was then: editors begin their shells with a file of their own. */
const isOlderThan =
  (since: number) =>
  (file: string): boolean => {
    const stats = isAbsolute(file) ? statSync(file, { throwIfNoEntry: false }) : undefined;
    return stats !== undefined && stats.ctimeMs < since;
  };

async function isPromptByProc(pid: number, since: number): Promise<boolean> {
  const [name, line] = await Promise.all([textOf(`/proc/${pid}/comm`), textOf(`/proc/${pid}/cmdline`)]);
  if (!shellNames.test(name.trim()) || !isPromptLine(line.split("\0").slice(1, -1), isOlderThan(since))) return false;
  // What it reads is what somebody types.
  if (!/^\/dev\/(?:pts\/\d+|tty\w*|console)$/.test(await readlink(`/proc/${pid}/fd/0`).catch(() => ""))) return false;
  const program = await readlink(`/proc/${pid}/exe`).catch(() => null);
  // A program of an agent's own may call itself a shell; which ones are, only the administrator says.
  const listed = (await textOf("/etc/shells")).split("\n").filter((row) => row.startsWith("/"));
  const own = userInfo().shell;
  for (const shell of own === null ? listed : [...listed, own])
    if (program !== null && (await realpath(shell).catch(() => null)) === program) return true;
  return false;
}

async function isPromptByPs(pid: number, since: number): Promise<boolean> {
  const [program = "", ...args] = (await ps(pid, "args")).split(/\s+/);
  return shellNames.test(program.slice(program.lastIndexOf("/") + 1)) && isPromptLine(args, isOlderThan(since));
}

async function isLoggedInFromHere(server: number): Promise<boolean> {
  const folder = "/etc/ssh/sshd_config.d";
  const files = ["/etc/ssh/sshd_config", ...(await namesIn(folder)).map((name) => `${folder}/${name}`)];
  const settings = await Promise.all(files.map(textOf));
  const line = (await textOf(`/proc/${server}/cmdline`)).split("\0");
  const tables = await Promise.all(["/proc/net/tcp", "/proc/net/tcp6"].map(textOf));
  return isSshFromHere(tables, sshPorts(settings, line));
}

function terminalAt(fd: number): number | null {
  try {
    const stat = fstatSync(fd);
    return stat.isCharacterDevice() ? stat.rdev : null;
  } catch {
    return null;
  }
}
