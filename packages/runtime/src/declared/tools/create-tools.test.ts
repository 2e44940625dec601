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
import { barredFiles } from "./barred.ts";
import { createTools } from "./create-tools.ts";
import { toSpawn } from "./to-spawn.ts";

let root: string;
let ending: AbortController;
let tools: HandlerTools;
const outside = join(tmpdir(), "writ-tools-outside.txt");
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "writ-tools-"));
  ending = new AbortController();
  tools = createTools(root, ending.signal, "dev");
  onTestFinished(() => {
    ending.abort();
    rmSync(root, { recursive: true, force: true });
    rmSync(outside, { force: true });
  });
});
/** Writes one hook of the repository. */
function declareHook(id: string, kind: string, command: string) {
  mkdirSync(join(root, ".system/hooks"), { recursive: true });
  const handler = `handler: {kind: ${kind}, command: ${command}}`;
  writeFileSync(join(root, `.system/hooks/${id}.yaml`), `id: ${id}\nevent_type: SessionStop\n${handler}\n`);
}
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
    // What a person is asked about, wherever it lies.
    ["package.json"],
    ["docs/.envrc"],
    [".system/logs/CLAUDE.md"],
    [".system/logs"],
    // What a hook runs, and what lies beside it in a folder for hooks.
    ["tools/guard.mjs"],
    ["scripts/hooks/json.py"],
    [""],
    ["."],
    ["a\0b"],
  ])("refuses %j", async (path) => {
    writeFileSync(outside, "as it was");
    declareHook("guard", "module", "tools/guard.mjs");
    declareHook("other", "script", "./scripts/hooks/other.py");
    symlinkSync(outside, join(root, "link.md"));
    symlinkSync(tmpdir(), join(root, "folder"));
    linkSync(outside, join(root, "twice.md"));
    await expect(tools.append(path, "text")).rejects.toMatchObject({ problem: { code: "STORE_FAILED" } });
    expect(readFileSync(outside, "utf8")).toBe("as it was");
  });
});

describe("a repository that brings links along", () => {
  const links = {
    ".system/logs/tool_call.md": "../../.notes",
    ".system/logs/deep/a.md": "../../../.notes",
    ".system/cache": "../docs",
    alias: "docs",
  };
  beforeEach(() => {
    mkdirSync(join(root, "docs"));
    writeFileSync(join(root, ".notes"), "as it was");
    writeFileSync(join(root, "docs/usage.json"), "{}");
    for (const [link, target] of Object.entries(links)) {
      mkdirSync(join(root, link, ".."), { recursive: true });
      symlinkSync(target, join(root, link));
    }
  });

  it.each([
    [".system/logs/tool_call.md", ".system/logs/tool_call.md is a link"],
    [".system/logs/deep/a.md", ".system/logs/deep/a.md is a link"],
    [".system/cache/usage.json", ".system/cache is a link"],
    ["alias/usage.json", "alias is a link"],
    ["alias/new.json", "alias is a link"],
  ])("writes nothing through %s, and says why", async (path, why) => {
    for (const writing of [tools.append(path, "text"), tools.updateJson(path, () => ({ evil: true }))])
      await expect(writing).rejects.toThrow(why);
    expect([".notes", "docs/usage.json"].map(read)).toEqual(["as it was", "{}"]);
    expect(readdirSync(join(root, "docs"))).toEqual(["usage.json"]);
  });

  it("is told apart from one that does not", () => {
    expect(barredFiles(root)).toEqual([
      { path: ".system/logs/tool_call.md", reason: "is a link" },
      { path: ".system/cache", reason: "is a link" },
    ]);
    expect(barredFiles(tmpdir())).toEqual([]);
  });
});

describe("the lock of a file", () => {
  const locks = ".orchestration/.state/locks";
  beforeEach(() => mkdirSync(join(root, locks), { recursive: true }));

  it("lies where no agent may write", async () => {
    await tools.append(".system/logs/a.md", "one\n");
    expect(readdirSync(join(root, locks))).toEqual([expect.stringMatching(/^tools-[0-9a-f]{16}\.lock$/)]);
    expect(existsSync(join(root, ".system/cache"))).toBe(false);
  });

  it.each([
    ["a folder", (lock: string) => mkdirSync(join(lock, "x"), { recursive: true })],
    ["a link", (lock: string) => symlinkSync("/dev/null", lock)],
    ["a pipe", (lock: string) => execFileSync("mkfifo", [lock])],
  ])("that is %s stops nobody", async (_, spoil) => {
    await tools.append("a.md", "one\n");
    const [name = ""] = readdirSync(join(root, locks));
    rmSync(join(root, locks, name));
    spoil(join(root, locks, name));
    await tools.append("a.md", "two\n");
    expect(read("a.md")).toBe("one\ntwo\n");
  });
});

it("waits at no pipe", async () => {
  execFileSync("mkfifo", [join(root, "a.md")]);
  await expect(tools.append("a.md", "x")).rejects.toThrow("a.md is not a regular file");
});

it("makes nothing where only a file that is there is wanted", async () => {
  await expect(tools.append("x/a.md", "x", { existing: true })).rejects.toThrow("there is no such file");
  expect(existsSync(join(root, "x"))).toBe(false);
  writeFileSync(join(root, "a.md"), "one\n");
  await tools.append("a.md", "two\n", { existing: true });
  expect(read("a.md")).toBe("one\ntwo\n");
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

  /** Waits for what must come, however slow the machine is. */
  const until = async (isSo: () => boolean) => {
    for (let tries = 0; !isSo(); tries += 1) {
      if (tries > 1000) throw new Error("it did not come to that");
      await sleep(20);
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
    const script = "trap '' TERM; (trap '' TERM; sleep 60) & echo $! | tee pid; sleep 60";
    const running = tools.run(["sh", "-c", script], by === "time-out" ? { timeoutMs: 2000 } : {});
    if (by === "signal") {
      await until(() => existsSync(join(root, "pid")) && read("pid") !== "");
      ending.abort();
    }
    const ran = await running;
    expect(ran.timedOut).toBe(true);
    expect(ran.code).toBeNull();
    await until(() => !isAlive(Number(ran.stdout)));
  });

  it("does not wait for what a program left behind, and ends that", async () => {
    const ran = await tools.run(["sh", "-c", "sleep 600 & echo $!"]);
    expect(ran).toMatchObject({ code: 0, timedOut: false });
    await until(() => !isAlive(Number(ran.stdout)));
  });

  it("starts nothing once the time is over", async () => {
    ending.abort();
    expect(await tools.run(["touch", "made"])).toMatchObject({ code: null, timedOut: true });
    expect(existsSync(join(root, "made"))).toBe(false);
  });
});

describe("a command on Windows", () => {
  const files = ["/tools/npm.cmd", "/tools/git.exe", "/repo/svc/mvnw.cmd", "/repo/svc/.venv/Scripts/mypy.exe"];
  const system = {
    platform: "win32",
    path: "/tools",
    cwd: "/repo/svc",
    exists: (file: string) => files.includes(file),
  };

  it.each([
    [["git", "a & b"], { file: "/tools/git.exe", args: ["a & b"] }],
    [["npm", "run", "build:a"], { file: "cmd.exe", args: ["/d", "/c", "\\tools\\npm.cmd", "run", "build:a"] }],
    [["./mvnw", "-q"], { file: "cmd.exe", args: ["/d", "/c", ".\\mvnw.cmd", "-q"] }],
    [[".venv/Scripts/mypy.exe", "."], { file: ".venv/Scripts/mypy.exe", args: ["."] }],
    [["npm", "run", "a & calc"], null],
    [["none", "x"], { file: "none", args: ["x"] }],
  ])("%j", (command, expected) => {
    expect(toSpawn(command, system)).toEqual(expected);
  });
});

it("suggests no abilities that are for other environments", async () => {
  mkdirSync(join(root, ".system/registry/high-level"), { recursive: true });
  writeFileSync(
    join(root, ".system/registry/high-level/billing.yaml"),
    "id: billing_regression\nkind: script\nsummary: Run the billing regression suite\nscope: { environments: [staging] }\n",
  );
  const found = (environment: string) =>
    createTools(root, ending.signal, environment).suggestAbilities("run the billing regression suite");
  expect(await found("staging")).toMatchObject([{ id: "billing_regression" }]);
  expect(await found("dev")).toEqual([]);
});
