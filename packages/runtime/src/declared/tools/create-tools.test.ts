import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { HandlerTools } from "@writ/contracts";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createTools } from "./create-tools.ts";
import { toSpawn } from "./to-spawn.ts";

let root: string;
let ending: AbortController;
let tools: HandlerTools;
const outside = join(tmpdir(), "writ-tools-outside.txt");
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "writ-tools-"));
  ending = new AbortController();
  tools = createTools(root, ending.signal);
  onTestFinished(() => {
    ending.abort();
    rmSync(root, { recursive: true, force: true });
    rmSync(outside, { force: true });
  });
});
const read = (path: string) => readFileSync(join(root, path), "utf8");

describe("append", () => {
  it("makes the folder, and keeps git from seeing logs and caches", async () => {
    await tools.append(".system/logs/a.md", "one\n");
    await tools.append(join(root, ".system/logs/a.md"), "two\n");
    expect(read(".system/logs/a.md")).toBe("one\ntwo\n");
    execFileSync("git", ["init", "-q"], { cwd: root });
    expect(execFileSync("git", ["status", "--porcelain", "-uall"], { cwd: root, encoding: "utf8" })).toBe("");
  });

  it("leaves a folder of logs that a person tracks as it is", async () => {
    mkdirSync(join(root, ".system/logs"), { recursive: true });
    await tools.append(".system/logs/a.md", "one\n");
    expect(readdirSync(join(root, ".system/logs"))).toEqual(["a.md"]);
  });

  it("puts a large file aside, and keeps as many as told", async () => {
    for (const text of ["1", "2", "3", "4", "5"]) await tools.append("a.md", text, { rotateBytes: 1, keep: 2 });
    expect(["a.md", "a.md.1", "a.md.2"].map(read)).toEqual(["5", "4", "3"]);
    expect(existsSync(join(root, "a.md.3"))).toBe(false);
  });

  it("takes a link that stays inside", async () => {
    mkdirSync(join(root, "real"));
    symlinkSync("real", join(root, "alias"));
    await tools.append("alias/a.md", "one\n");
    expect(read("real/a.md")).toBe("one\n");
  });

  it.each([
    ["../writ-tools-outside.txt"],
    ["logs/../../writ-tools-outside.txt"],
    [outside],
    ["link.md"],
    ["folder/writ-tools-outside.txt"],
    ["twice.md"],
    [".git/hooks/pre-commit"],
    [".orchestration/active_intents.yaml"],
    [".system/hooks/x.yaml"],
    [".claude/settings.json"],
    [""],
    ["."],
    ["a\0b"],
  ])("refuses %j", async (path) => {
    writeFileSync(outside, "as it was");
    symlinkSync(outside, join(root, "link.md"));
    symlinkSync(tmpdir(), join(root, "folder"));
    linkSync(outside, join(root, "twice.md"));
    await expect(tools.append(path, "text")).rejects.toMatchObject({ problem: { code: "STORE_FAILED" } });
    expect(readFileSync(outside, "utf8")).toBe("as it was");
  });
});

describe("updateJson", () => {
  it("loses no change of many at once", async () => {
    const add = (value: Record<string, unknown>) => ({ ...value, count: Number(value.count ?? 0) + 1 });
    await Promise.all(Array.from({ length: 30 }, () => tools.updateJson("a.json", add)));
    expect(JSON.parse(read("a.json"))).toEqual({ count: 30 });
  });

  it.each(["", "{", "[1]", "null", "\0"])("begins anew when the file holds %j", async (text) => {
    writeFileSync(join(root, "a.json"), text);
    await tools.updateJson("a.json", (value) => ({ ...value, ok: true }));
    expect(JSON.parse(read("a.json"))).toEqual({ ok: true });
  });

  it("keeps the file when the change throws", async () => {
    writeFileSync(join(root, "a.json"), "{}");
    const failing = tools.updateJson("a.json", () => {
      throw new Error("mine");
    });
    await expect(failing).rejects.toThrow("mine");
    expect(read("a.json")).toBe("{}");
  });
});

describe("run", () => {
  const isAlive = (pid: number) => {
    try {
      // The remains of a process still answer to a signal; its state tells.
      return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    } catch {
      return false;
    }
  };

  it("gives code and output, and expands nothing", async () => {
    const command = ["sh", "-c", 'echo "$1"; echo bad >&2; exit 3', "sh", "$HOME *;"];
    expect(await tools.run(command)).toEqual({ code: 3, stdout: "$HOME *;\n", stderr: "bad\n", timedOut: false });
  });

  it("runs in a folder below the root only", async () => {
    mkdirSync(join(root, "sub"));
    const { stdout } = await tools.run(["sh", "-c", "basename $PWD"], { cwd: "sub" });
    expect(stdout).toBe("sub\n");
    await expect(tools.run(["pwd"], { cwd: ".." })).rejects.toThrow();
    await expect(tools.run(["pwd"], { cwd: "none" })).rejects.toThrow("no such folder");
  });

  it.each([
    [["writ-no-such-program"], 127, "not found"],
    [["./plain.txt"], 126, "not executable"],
    [[], 127, "empty"],
  ])("says why %j did not start", async (command, code, why) => {
    writeFileSync(join(root, "plain.txt"), "text");
    const ran = await tools.run(command);
    expect(ran).toMatchObject({ code, stdout: "" });
    expect(ran.stderr).toContain(why);
  });

  it("keeps the first megabyte, and lets the program finish", async () => {
    const ran = await tools.run(["sh", "-c", "yes 0123456789 | head -c 3000000; echo end >&2"]);
    expect(ran).toMatchObject({ code: 0, stderr: "end\n" });
    expect(ran.stdout).toHaveLength(1024 * 1024);
  });

  it.each(["time-out", "signal"])("ends by %s with all it started, also what ignores a request", async (by) => {
    const script = "trap '' TERM; (trap '' TERM; sleep 60) & echo $!; sleep 60";
    const running = tools.run(["sh", "-c", script], by === "time-out" ? { timeoutMs: 200 } : {});
    if (by === "signal") setTimeout(() => ending.abort(), 200);
    const ran = await running;
    expect(ran.timedOut).toBe(true);
    expect(ran.code).toBeNull();
    await sleep(50);
    expect(isAlive(Number(ran.stdout))).toBe(false);
  });

  it("does not wait for what a program left behind, and ends that", async () => {
    const begun = performance.now();
    const ran = await tools.run(["sh", "-c", "sleep 60 & echo $!"]);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(ran).toMatchObject({ code: 0, timedOut: false });
    await sleep(50);
    expect(isAlive(Number(ran.stdout))).toBe(false);
  });

  it("starts nothing once the time is over", async () => {
    ending.abort();
    expect(await tools.run(["touch", "made"])).toMatchObject({ code: null, timedOut: true });
    expect(existsSync(join(root, "made"))).toBe(false);
  });
});

describe("a command on Windows", () => {
  const system = { platform: "win32", path: "/tools", exists: (file: string) => /(npm\.cmd|git\.exe)$/.test(file) };

  it.each([
    [["git", "a & b"], { file: "/tools/git.exe", args: ["a & b"] }],
    [["npm", "run", "build:a"], { file: "cmd.exe", args: ["/d", "/c", "/tools/npm.cmd", "run", "build:a"] }],
    [["npm", "run", "a & calc"], null],
    [["none", "x"], { file: "none", args: ["x"] }],
  ])("%j", (command, expected) => {
    expect(toSpawn(command, system)).toEqual(expected);
  });
});
