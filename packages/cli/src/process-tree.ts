import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";

/** One process. `started` tells it from a later one with the same number. */
export interface ProcessRef {
  readonly pid: number;
  readonly started: string;
  /** The program's short name. */
  readonly name: string;
  /** It leads a session with a controlling terminal: a login shell, or what a terminal window was opened for. */
  readonly leadsTerminal?: boolean;
  /** 0 where its parent lies outside of what this system shows. */
  readonly parent?: number;
  /** The process that leads its session. Linux only. */
  readonly session?: number;
  /** The device number of its controlling terminal, 0 without one. Linux only. */
  readonly terminal?: number;
}

export interface Row extends ProcessRef {
  readonly parent: number;
}

const exec = promisify(execFile);

/** The process and its parents, nearest first, as far as the system shows them. */
export async function lineageOf(pid: number, platform: string): Promise<ProcessRef[]> {
  const read = platform === "linux" ? fromProc : await fromTable(platform);
  const lineage: ProcessRef[] = [];
  const seen = new Set<number>();
  // However many there are: whoever could put the agent out of reach by starting shells in shells would.
  for (let at = pid; at > 0 && !seen.has(at); ) {
    seen.add(at);
    const row = await read(at);
    if (row === null) break;
    lineage.push(row);
    at = row.parent;
  }
  return lineage;
}

/** Shells, and programs that only start another: what they run is not theirs. */
const shells: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "dash",
  "zsh",
  "ksh",
  "fish",
  "busybox",
  "env",
  "timeout",
  "nice",
  "nohup",
  "time",
  "sudo",
  "su",
  "doas",
  "npx",
  "cmd",
  "powershell",
  "pwsh",
]);

/** What people's shells run in. Everything a person starts lies beneath one of these, so none of them is an agent. */
const carriers =
  /^(init|systemd|launchd|login|sshd.*|mosh-server|tmux.*|screen|zellij|dtach|abduco|script|expect|ttyd|xterm|rxvt|urxvtd?|st|foot|footclient|kitty|alacritty|konsole|yakuake|terminator|tilix|guake|ghostty|rio|hyper|warp|wezterm.*|gnome-terminal.*|xfce4-terminal|lxterminal|qterminal|kgx|ptyxis.*|terminal|iterm2?|iterm.*|explorer|windowsterminal|openconsole|conhost|mintty|services|svchost|wininit)$/;

/**
 * The agent among the parents of a hook: the nearest that only the agent's own tools run beneath. `null` where a
 * person seems to have started the hook by hand, since their later commands must not count as that agent's.
 */
export function agentAmong(parents: readonly ProcessRef[]): ProcessRef | null {
  for (const parent of parents) {
    const name = parent.name.replace(/^-|\.exe$/g, "").toLowerCase();
    if (parent.pid === 1 || carriers.test(name)) return null;
    const passesOn = shells.has(name) || name.startsWith("npm exec");
    if (!passesOn) return parent;
    // An agent's hooks run in shells that lead nothing; this one is where a person types.
    if (parent.leadsTerminal === true) return null;
  }
  return null;
}

/** What takes up processes whose parents are gone. */
const roots = /^(init|systemd|launchd|tini|dumb-init|docker-init|catatonit|s6-svscan|runsvdir)$/;
/** What a detached command is put into besides shells. */
const starters = /^(setsid|xargs|parallel|perl|ruby|python[\d.]*|make)$/;

/** Whether nothing in a lineage tells of a person, or of any program they use: it let go of where it came from. */
export function isLost(parents: readonly ProcessRef[]): boolean {
  // A system that shows no processes leaves the other signs to decide.
  if (parents.length === 0) return false;
  return parents.every(({ pid, name: spelled, leadsTerminal }) => {
    const name = spelled.replace(/^-|\.exe$/g, "").toLowerCase();
    return leadsTerminal !== true && (pid === 1 || roots.test(name) || shells.has(name) || starters.test(name));
  });
}

/** The space that process numbers count in here, as in a container; `null` where the system has only one. */
export const processSpace = (): Promise<string | null> => readlink("/proc/self/ns/pid").catch(() => null);

/** Whether two references mean the same process. */
export function isSameProcess(
  one: Pick<ProcessRef, "pid" | "started">,
  other: Pick<ProcessRef, "pid" | "started">,
): boolean {
  return one.pid === other.pid && one.started === other.started;
}

async function fromProc(pid: number): Promise<Row | null> {
  try {
    return parseProcStat(await readFile(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return null;
  }
}

/** Linux's `/proc/<pid>/stat`. The name may hold spaces and brackets, so the fields count from its last bracket. */
export function parseProcStat(stat: string): Row | null {
  const open = stat.indexOf("(");
  const close = stat.lastIndexOf(")");
  if (open === -1 || close < open) return null;
  const fields = stat
    .slice(close + 2)
    .trim()
    .split(" ");
  const pid = Number.parseInt(stat, 10);
  const parent = Number(fields[1]);
  const [session, terminal] = [Number(fields[3]), Number(fields[4])];
  const started = fields[19];
  if (!Number.isInteger(pid) || !Number.isInteger(parent) || started === undefined) return null;
  const leadsTerminal = session === pid && terminal !== 0;
  return { pid, parent, started, name: stat.slice(open + 1, close), leadsTerminal, session, terminal };
}

async function fromTable(platform: string): Promise<(pid: number) => Promise<Row | null>> {
  const rows = new Map<number, Row>();
  try {
    const options = { maxBuffer: 16 * 1024 * 1024, windowsHide: true };
    if (platform === "win32") {
      const { stdout } = await exec(
        "powershell.exe",
        ["-NoProfile", "-NonInteractive", "-Command", windowsQuery],
        options,
      );
      for (const row of parseWindowsTable(stdout)) rows.set(row.pid, row);
    } else {
      const { stdout } = await exec("ps", ["-A", "-o", "pid=,ppid=,stat=,tty=,lstart=,comm="], {
        ...options,
        env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
      });
      for (const row of parsePsTable(stdout)) rows.set(row.pid, row);
    }
  } catch {
    // A system that shows no processes leaves the other signs to decide.
  }
  return async (pid) => rows.get(pid) ?? null;
}

/** `ps -A -o pid=,ppid=,stat=,tty=,lstart=,comm=`, as on macOS and the BSDs. An `s` in the state leads a session. */
export function parsePsTable(table: string): Row[] {
  const rows: Row[] = [];
  for (const line of table.split("\n")) {
    const found = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line);
    if (found === null) continue;
    const [, pid, parent, state = "", terminal = "", started = "", command = ""] = found;
    const leadsTerminal = state.includes("s") && /^[a-z]/i.test(terminal);
    const name = command.slice(command.lastIndexOf("/") + 1);
    rows.push({ pid: Number(pid), parent: Number(parent), started: started.replace(/\s+/g, " "), name, leadsTerminal });
  }
  return rows;
}

const windowsQuery =
  "Get-CimInstance Win32_Process | ForEach-Object { '{0} {1} {2} {3}' -f $_.ProcessId, $_.ParentProcessId, $(if ($_.CreationDate) { $_.CreationDate.Ticks } else { 0 }), $_.Name }";

/** The lines `windowsQuery` prints. A parent started after its child is a reused number: the line ends there. */
export function parseWindowsTable(table: string): Row[] {
  const rows: Row[] = [];
  for (const line of table.split(/\r?\n/)) {
    const found = /^(\d+) (\d+) (\d+) (.*)$/.exec(line.trim());
    if (found === null) continue;
    const [, pid, parent, started = "", name = ""] = found;
    rows.push({ pid: Number(pid), parent: Number(parent), started, name });
  }
  const startOf = new Map(rows.map((row) => [row.pid, BigInt(row.started)]));
  return rows.map((row) => {
    const parentStarted = startOf.get(row.parent);
    const orphan = parentStarted === undefined || parentStarted > BigInt(row.started);
    return orphan ? { ...row, parent: 0 } : row;
  });
}
