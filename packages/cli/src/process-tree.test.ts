import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  agentAmong,
  isSameProcess,
  lineageOf,
  parseProcStat,
  parsePsTable,
  parseWindowsTable,
} from "./process-tree.ts";

describe("the process table", () => {
  it("of Linux survives names with spaces and brackets", () => {
    const stat = "42 (evil) S (x) R 7 42 42 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 123456 1 2";
    const read = { pid: 42, parent: 7, started: "123456", name: "evil) S (x", session: 42 };
    expect(parseProcStat(stat)).toEqual({ ...read, terminal: 0, leadsTerminal: false });
    const onTerminal = { ...read, terminal: 34816 };
    expect(parseProcStat(stat.replace("42 42 0 -1", "42 42 34816 -1"))).toEqual({ ...onTerminal, leadsTerminal: true });
    expect(parseProcStat(stat.replace("42 42 0 -1", "42 7 34816 -1"))).toEqual({
      ...onTerminal,
      session: 7,
      leadsTerminal: false,
    });
    expect(parseProcStat("nonsense")).toBeNull();
  });

  it("of macOS is read by columns", () => {
    const table =
      "  501   1 Ss   ??      Sat Nov 15 03:25:25 2025 /Applications/My App/agent\n  502 501 Ss+  ttys001 Sat Nov  1 03:25:26 2025 -zsh\n\n";
    expect(parsePsTable(table)).toEqual([
      { pid: 501, parent: 1, started: "Sat Nov 15 03:25:25 2025", name: "agent", leadsTerminal: false },
      { pid: 502, parent: 501, started: "Sat Nov 1 03:25:26 2025", name: "-zsh", leadsTerminal: true },
    ]);
  });

  it("of Windows leaves out parents that are younger than their children", () => {
    const rows = parseWindowsTable(
      "10 4 100 node.exe\r\n11 10 200 cmd.exe\r\n12 11 150 reused.exe\r\n4 0 0 System\r\n",
    );
    expect(rows.map(({ pid, parent }) => [pid, parent])).toEqual([
      [10, 4],
      [11, 10],
      [12, 0],
      [4, 0],
    ]);
  });
});

it("leads from a process to the ones that started it", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  onTestFinished(() => void child.kill());
  await once(child, "spawn");
  const lineage = await lineageOf(child.pid ?? 0, process.platform);
  expect(lineage.slice(0, 2).map(({ pid }) => pid)).toEqual([child.pid, process.pid]);
  const [own] = await lineageOf(process.pid, process.platform);
  expect(own !== undefined && lineage[1] !== undefined && isSameProcess(own, lineage[1])).toBe(true);
});

it.runIf(process.platform === "linux")("finds the agent above any number of shells", async () => {
  const deep = 'if [ "$1" = 0 ]; then read -r _; else sh -c "$0" "$0" $(($1 - 1)); fi; true';
  const child = spawn("sh", ["-c", `echo $$; ${deep}`, deep, "100"], { stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void child.stdin.end());
  await once(child.stdout, "data");
  const lowest = async (): Promise<number> => {
    let at = child.pid ?? 0;
    for (;;) {
      const next = (await readFile(`/proc/${at}/task/${at}/children`, "utf8")).trim().split(" ")[0];
      if (next === undefined || next === "") return at;
      at = Number(next);
    }
  };
  const above = (await lineageOf(child.pid ?? 0, "linux")).length;
  const lengthOf = async () => (await lineageOf(await lowest(), "linux")).length;
  await vi.waitFor(async () => expect(await lengthOf()).toBe(100 + above), { timeout: 20_000 });
});

it("gives nothing for a process that is not there", async () => {
  expect(await lineageOf(2 ** 30, process.platform)).toEqual([]);
});

it.each([
  [["sh", "claude"], "claude"],
  [["node"], "node"],
  [["bash", "-zsh", "codex"], "codex"],
  [["cmd.exe", "Code.exe"], "Code.exe"],
  [["sh", "npm exec writ h", "claude"], "claude"],
  [["sudo", "bash", "claude"], "claude"],
  [["sh"], null],
  [["bash", "sshd-session", "sshd"], null],
  [["bash", "tmux: server"], null],
  [["zsh", "login", "Terminal"], null],
  [["-zsh", "iTermServer-3.5"], null],
  [["pwsh.exe", "WindowsTerminal.exe"], null],
  [[], null],
])("the agent among %j is %s", (names, expected) => {
  const parents = names.map((name, at) => ({ pid: at + 2, started: "0", name }));
  expect(agentAmong(parents)?.name ?? null).toBe(expected);
});

it("stops at the shell a person types in, and at the first process of the system", () => {
  const editor = { pid: 20, started: "0", name: "code" };
  const shell = (leadsTerminal: boolean) => ({ pid: 30, started: "0", name: "bash", leadsTerminal });
  expect(agentAmong([shell(true), editor])).toBeNull();
  expect(agentAmong([shell(false), editor])).toEqual(editor);
  expect(agentAmong([shell(false), { pid: 1, started: "0", name: "node" }])).toBeNull();
});
