import type { Session } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import type { ProcessRef } from "../process-tree.ts";
import { originOf } from "./origin.ts";
import { requirePerson } from "./require-person.ts";
import type { Surroundings } from "./surroundings.ts";

/** Times are seconds; the agent starts at 100, and it is 1,000 now. */
const agent = { pid: 50, started: "100" };
const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const session = (change: Partial<Session> = {}): Session => ({
  id: "s-1",
  agent: "claude-code",
  startedAt: at(101),
  seenAt: at(900),
  intent: null,
  expansions: [],
  reads: {},
  refusals: [],
  process: agent,
  ...change,
});

const terminal = (136 << 8) | 7;
interface Known {
  readonly lineage: readonly ProcessRef[];
  readonly platform?: string;
  readonly env?: Record<string, string>;
  readonly isRunning?: boolean;
  readonly reaper?: number | null;
  readonly space?: string;
  /** By process; everything else is the user's. */
  readonly root?: readonly number[];
  /** The terminals of a process. */
  readonly terminals?: Readonly<Record<number, readonly number[]>>;
  readonly prompts?: readonly number[];
  readonly isSshFromHere?: boolean;
  readonly streams?: readonly number[];
  readonly others?: Readonly<Record<number, readonly ProcessRef[]>>;
}

function world(known: Known): Surroundings {
  const { reaper = 1, terminals = {}, others = {} } = known;
  return {
    platform: known.platform ?? "linux",
    env: known.env ?? {},
    lineage: async (pid) => (pid === undefined ? known.lineage : (others[pid] ?? [])),
    isRunning: async () => known.isRunning ?? true,
    space: async () => known.space ?? "pid:[4026531836]",
    clock: async () => (reaper === null ? null : { reaper, startTime: (started) => Number(started) * 1000 }),
    userOf: async (pid) => (pid !== undefined && (known.root ?? []).includes(pid) ? 0 : 1000),
    terminalsOf: async (pid) => new Set(terminals[pid] ?? []),
    holdersOf: async (number) =>
      Object.keys(terminals)
        .map(Number)
        .filter((pid) => terminals[pid]?.includes(number)),
    isPrompt: async (pid) => (known.prompts ?? []).includes(pid),
    isSshFromHere: async () => known.isSshFromHere ?? false,
    streams: () => known.streams ?? [terminal, terminal],
  };
}

const init: ProcessRef = { pid: 1, parent: 0, started: "0", name: "systemd", session: 1, terminal: 0 };
/** Nearest first, each the child of the next, on a terminal that the process called a shell leads. */
function chain(...parts: readonly (readonly [name: string, pid: number, started: number])[]): ProcessRef[] {
  const leader = parts.find(([name]) => /sh$/.test(name))?.[1] ?? 0;
  const within = parts.findIndex(([, pid]) => pid === leader);
  const rows = parts.map(([name, pid, started], index) => ({
    pid,
    parent: parts[index + 1]?.[1] ?? 1,
    started: String(started),
    name,
    session: index <= within ? leader : pid,
    terminal: index <= within ? terminal : 0,
    leadsTerminal: pid === leader,
  }));
  return [...rows, init];
}

const writ = ["writ", 90, 999] as const;
const kindOf = async (known: Known, sessions = [session()]) => (await originOf(world(known), sessions)).kind;

describe("a command of a user", () => {
  it.each<[string, Known]>([
    ["in a shell that is older than the agent", { lineage: chain(writ, ["bash", 40, 50], ["konsole", 30, 40]) }],
    [
      "in a new tab of a window that is older",
      { lineage: chain(writ, ["bash", 80, 500], ["konsole", 30, 40]), terminals: { 30: [3, 7] }, prompts: [80] },
    ],
    [
      "in a new window that the desktop opened",
      {
        lineage: chain(writ, ["bash", 80, 500], ["alacritty", 70, 499], ["gnome-shell", 20, 10]),
        terminals: { 70: [7] },
      },
    ],
    [
      "in an editor's terminal, whose host is new",
      { lineage: chain(writ, ["bash", 80, 500], ["code", 70, 499], ["code", 20, 10]), terminals: { 70: [7] } },
    ],
    [
      "in a shell that the user's own shell started on another terminal",
      {
        lineage: chain(writ, ["bash", 80, 500], ["sudo", 70, 499], ["bash", 20, 10]),
        terminals: { 70: [7] },
        root: [70],
      },
    ],
    [
      "in an SSH login",
      {
        lineage: chain(writ, ["bash", 80, 500], ["sshd-session", 70, 499], ["sshd-session", 69, 499], ["sshd", 20, 1]),
        root: [69, 20],
      },
    ],
    [
      "in an SSH login that the system starts a server for",
      { lineage: chain(writ, ["bash", 80, 500], ["sshd", 70, 499]), root: [70] },
    ],
    ["in a login on a console", { lineage: chain(writ, ["bash", 80, 500], ["login", 70, 499]), root: [70] }],
    ["from outside of the container", { lineage: [{ ...chain(writ, ["bash", 80, 500])[1], parent: 0 } as ProcessRef] }],
    ["after the session, in a new window", { lineage: chain(writ, ["bash", 80, 1300]), isRunning: false }],
  ])("%s is outside of every session", async (_, known) => {
    expect(await kindOf(known)).toBe("outside");
  });

  it.each<[string, Known]>([
    ["of a window whose parent is gone", { lineage: chain(writ, ["bash", 80, 500], ["konsole", 70, 499]) }],
    ["of a process alone", { lineage: chain(writ) }],
    ["of what another process takes up", { lineage: chain(writ, ["bash", 80, 500], ["manager", 20, 10]), reaper: 20 }],
    [
      "of a new tab that was opened for a command",
      { lineage: chain(writ, ["bash", 80, 500], ["konsole", 30, 40]), terminals: { 30: [7] } },
    ],
    [
      "of a terminal within a new tab that was opened for that",
      {
        lineage: chain(writ, ["bash", 80, 500], ["script", 70, 499], ["tmux: server", 30, 40]),
        terminals: { 30: [3], 70: [7] },
      },
    ],
    [
      "of a second terminal that a new window opened for a command",
      { lineage: chain(writ, ["bash", 80, 500], ["kitty", 70, 400], ["sway", 20, 1]), terminals: { 70: [7, 8] } },
    ],
    ["of a job of the clock", { lineage: chain(writ, ["bash", 80, 500], ["cron", 20, 1]), root: [20] }],
    [
      "of a job of a clock that is as old as the agent",
      { lineage: chain(writ, ["bash", 80, 500], ["atd", 30, 100], ["bash", 20, 10]) },
    ],
    ["of a service of the system", { lineage: chain(writ, ["bash", 80, 500], ["anything", 20, 1]), root: [20] }],
    [
      "of an SSH login that may come from here",
      { lineage: chain(writ, ["bash", 80, 500], ["sshd", 20, 1]), root: [20], isSshFromHere: true },
    ],
    ["of what an agent left behind", { lineage: chain(writ, ["bash", 80, 500]), isRunning: false }],
    [
      "of a process from outside that cannot see the agent",
      { lineage: [{ ...chain(writ, ["bash", 80, 500])[1], parent: 0 } as ProcessRef], isRunning: false },
    ],
    ["where nothing shows who takes up orphans", { lineage: chain(writ, ["bash", 40, 50]), reaper: null }],
    ["where no process is shown", { lineage: [] }],
  ])("%s could be a session's", async (_, known) => {
    expect(await kindOf(known)).toBe("unclear");
  });

  it("is an agent's beneath its process, or with its mark", async () => {
    expect(await kindOf({ lineage: chain(writ, ["bash", 80, 500], ["claude", 50, 100]) })).toBe("inside");
    expect(await kindOf({ lineage: chain(writ), env: { CLAUDECODE: "1" } }, [])).toBe("inside");
  });

  it("is nobody's where no session was ever there", async () => {
    expect(await originOf(world({ lineage: chain(writ) }), [])).toEqual({ kind: "outside", terminal: null });
  });

  it("waits for an agent that runs where it is not seen, however long nothing is heard of it", async () => {
    const lineage = chain(writ, ["bash", 80, 1300]);
    const hidden = [session({ process: { ...agent, space: "pid:[1]" } })];
    expect(await kindOf({ lineage, isRunning: false, space: "pid:[2]" }, hidden)).toBe("unclear");
    expect(await kindOf({ lineage, isRunning: false }, hidden)).toBe("outside");
  });
});

describe("a terminal", () => {
  const lineage = chain(writ, ["bash", 40, 50], ["konsole", 30, 40]);
  const terminalOf = async (known: Partial<Known>) => {
    const origin = await originOf(world({ lineage, terminals: { 30: [7] }, ...known }), [session()]);
    return origin.kind === "outside" ? origin.terminal : origin;
  };

  it("shows that somebody types where its owner and its leader do", async () => {
    expect(await terminalOf({})).toBeNull();
    expect(await terminalOf({ terminals: {} })).toBeNull();
  });

  it("does not where something else is read, or shown", async () => {
    expect(await terminalOf({ streams: [terminal + 1, terminal] })).toContain("does not go through the terminal");
    expect(await terminalOf({ streams: [terminal, terminal + 1] })).toContain("does not go through the terminal");
    expect(await terminalOf({ streams: [5 << 8, terminal] })).toBeNull();
  });

  it("does not where a session holds its other end too", async () => {
    const held = { 30: [7], 60: [7] };
    const own = chain(["node", 60, 700], ["claude", 50, 100]);
    expect(await terminalOf({ terminals: held, others: { 60: own } })).toContain("session s-1 could type");
    expect(await terminalOf({ terminals: held, others: { 60: chain(["node", 60, 700]) } })).toContain("session s-1");
    expect(await terminalOf({ terminals: held, others: { 60: chain(["node", 60, 20]) } })).toBeNull();
  });

  it("does not where it is not there, or its leader is gone", async () => {
    expect(await terminalOf({ lineage: lineage.map((one) => ({ ...one, terminal: 0 })) })).toContain("no terminal");
    expect(await terminalOf({ lineage: lineage.map((one) => ({ ...one, session: 41 })) })).toContain("is no parent");
  });
});

it("goes by names on Windows", async () => {
  const shell = { pid: 30, started: "300", name: "pwsh.exe" };
  const on = { platform: "win32", reaper: null };
  expect(await kindOf({ ...on, lineage: [shell, shell] })).toBe("unclear");
  expect(await kindOf({ ...on, lineage: [shell, shell], isRunning: false })).toBe("outside");
  expect(await kindOf({ ...on, lineage: [shell, { ...shell, name: "WindowsTerminal.exe" }] })).toBe("outside");
});

it("lets a command go on where only nothing shows who asks, if the config weighs its answers", () => {
  const unclear = { kind: "unclear", sign: "x" } as const;
  const refused = expect.objectContaining({ problem: expect.objectContaining({ code: "PERSON_ONLY" }) });
  expect(() => requirePerson("approve", unclear, true)).not.toThrow();
  expect(() => requirePerson("pause", unclear, false)).toThrow(refused);
  expect(() => requirePerson("approve", { kind: "inside", sign: "x" }, true)).toThrow(refused);
  expect(() => requirePerson("pause", { kind: "outside", terminal: "x" }, false)).not.toThrow();
});
