import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { commandLine } from "@writ/adapters";
import type { AgentId } from "@writ/contracts";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { frame } from "../../packages/cli/src/hook/frame.ts";
import { type Bed, command, daemonsIn, json } from "./cli-bed.ts";
import { decisionsIn, governed, hear, startAgent, tracesIn } from "./harness.ts";

vi.hoisted(() => {
  process.env.WRIT_TEST_HOOKS = "installed";
});

const isRoot = process.getuid?.() === 0;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const runtimeOf = (bed: Bed): string => bed.env.XDG_RUNTIME_DIR ?? "";

/** The daemon of a workspace, once it is there. */
async function daemonOf(bed: Bed): Promise<{ file: string; pid: number }> {
  for (let tries = 0; tries < 100; tries++) {
    const [found] = await daemonsIn(runtimeOf(bed));
    if (found !== undefined) return found;
    await pause(50);
  }
  throw new Error("no daemon came up");
}

async function ended(pid: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await pause(50);
  }
  throw new Error(`process ${pid} goes on`);
}

const write = (bed: Bed, over: object = {}) =>
  JSON.stringify({
    session_id: "s-1",
    cwd: bed.root,
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_input: { file_path: join(bed.root, "src/auth/a.ts"), content: "a\n" },
    tool_use_id: "toolu_1",
    ...over,
  });

/** A workspace with a daemon, and a session that has taken up INT-001. */
async function warm() {
  const bed = await governed({ "src/auth/a.ts": "one\n" });
  const agent = startAgent(bed);
  const claude = agent.session("s-1");
  expect((await claude.select("INT-001")).says).toBe("pass");
  const daemon = await daemonOf(bed);
  const ask = async (text = write(bed)) => hear("PreToolUse", await agent.hook("PreToolUse", text)).says;
  return { bed, agent, claude, daemon, ask };
}

describe("a warm daemon", () => {
  it("is started by the first call, and answers the next ones as the command would", async () => {
    const { bed, claude, daemon } = await warm();
    expect((await claude.read("src/auth/a.ts")).says).toBe("pass");
    expect((await claude.write("src/auth/a.ts", "two\n")).says).toBe("pass");
    expect((await claude.write("src/billing/a.ts", "two\n")).says).toBe("SCOPE_VIOLATION");
    expect(tracesIn(bed.root)).toHaveLength(1);
    expect((await daemonsIn(runtimeOf(bed))).map(({ pid }) => pid)).toEqual([daemon.pid]);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("is the only one, however many calls start one at once", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    const agent = startAgent(bed);
    await Promise.all(Array.from({ length: 8 }, () => agent.hook("PreToolUse", write(bed))));
    await daemonOf(bed);
    await pause(3_000);
    const running = spawnSync("pgrep", ["-f", `daemon run ${bed.root}`], { encoding: "utf8" }).stdout;
    expect(running.trim().split("\n").map(Number)).toEqual((await daemonsIn(runtimeOf(bed))).map(({ pid }) => pid));
  });

  it("tells how to reach it to nobody else", async () => {
    const { bed, daemon } = await warm();
    expect(statSync(daemon.file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(daemon.file)).mode & 0o777).toBe(0o700);
    expect(dirname(daemon.file)).toBe(join(runtimeOf(bed), "writ"));
  });

  it("takes payloads of every size, with every byte", async () => {
    const { bed, claude, ask } = await warm();
    for (const size of [3_000, 4_000, 4_096, 5_000, 100_000, 2_000_000]) {
      const content = `${"x".repeat(size)}\n`;
      expect((await claude.write("src/auth/big.txt", content)).says).toBe("pass");
    }
    expect(await ask(write(bed).replace('"a\\n"', `"${"é€😀".repeat(1_500)}"`))).toBe("pass");
    // A NUL byte is not JSON, wherever it stands.
    expect(await ask(write(bed).replace("auth/a.ts", "auth/\0a.ts"))).toBe("PAYLOAD_INVALID");
    expect(await ask(`${write(bed).slice(0, -1)},"x":"${"y".repeat(5_000)}\0"}`)).toBe("PAYLOAD_INVALID");
  });

  it("answers twenty calls of a session at once, and records each change once", async () => {
    const { bed, claude } = await warm();
    const paths = Array.from({ length: 20 }, (_, n) => `src/auth/p${n}.ts`);
    const said = await Promise.all(paths.map((path) => claude.write(path, `export const a = "${path}";\n`)));
    expect(new Set(said.map(({ says }) => says))).toEqual(new Set(["pass"]));
    const files = tracesIn(bed.root).flatMap(({ files }) => files.map((file) => file.relative_path));
    expect(files.sort()).toEqual([...paths].sort());
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("says nothing to a caller without the token, and goes on", async () => {
    const { bed, daemon, ask } = await warm();
    const [, port] = readFileSync(daemon.file, "utf8").split(" ");
    const script = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf '%s\\0' wrong ${bed.root} claude-code PreToolUse / 1 '' inline '{}' >&3; cat <&3`;
    expect(spawnSync("bash", ["-c", script], { encoding: "utf8", timeout: 10_000 }).stdout).toBe("");
    const garbage = `exec 3<>/dev/tcp/127.0.0.1/${port}; head -c 200000 /dev/zero | tr '\\0' x >&3; cat <&3`;
    expect(spawnSync("bash", ["-c", garbage], { encoding: "utf8", timeout: 10_000 }).stdout).toBe("");
    expect(await ask()).toBe("pass");
  });

  it("reads no file but what the shim put there for it", async () => {
    const { bed, daemon } = await warm();
    const [, port, , token] = readFileSync(daemon.file, "utf8").split(" ");
    const secret = join(bed.root, "secret.json");
    writeFileSync(secret, write(bed));
    const script = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf '%s\\0' ${token} ${bed.root} claude-code PreToolUse / 1 '' file '${secret}' >&3; cat <&3`;
    expect(spawnSync("bash", ["-c", script], { encoding: "utf8", timeout: 10_000 }).stdout).toMatch(/^\n\w+ again\n$/);
    expect(existsSync(secret)).toBe(true);
  });

  it("keeps its memory in bounds", async () => {
    const { agent, bed, daemon } = await warm();
    const big = write(bed, { padding: "x".repeat(3_000_000) });
    for (let n = 0; n < 25; n++) await agent.hook("PreToolUse", big);
    const resident = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${daemon.pid}/status`, "utf8"))?.[1]);
    expect(resident).toBeGreaterThan(0);
    expect(resident / 1024).toBeLessThan(400);
  });
});

describe("a daemon that is gone or not to be trusted", () => {
  it("killed: the next call decides alone, the gap is on record once, and another daemon comes", async () => {
    const { bed, daemon, ask } = await warm();
    process.kill(daemon.pid, "SIGKILL");
    await ended(daemon.pid);
    expect(await ask()).toBe("pass");
    expect(await ask()).toBe("pass");
    const gaps = decisionsIn(bed.root).filter(({ decision }) => decision === "gap");
    expect(gaps).toMatchObject([{ reason: "daemon-gone" }]);
    expect((await daemonOf(bed)).pid).not.toBe(daemon.pid);
  });

  it("killed while it answers: the call is decided all the same", async () => {
    const { bed, daemon, ask } = await warm();
    process.kill(daemon.pid, "SIGSTOP");
    const asked = ask();
    const long = ask(write(bed, { padding: "x".repeat(20_000), tool_use_id: "toolu_2" }));
    await pause(500);
    process.kill(daemon.pid, "SIGKILL");
    expect(await asked).toBe("pass");
    expect(await long).toBe("pass");
  });

  it.each([
    ["a short payload", {}],
    ["a long one", { padding: "x".repeat(20_000) }],
  ])("that hangs is done without and replaced, and that is on record once: %s", async (_, over) => {
    const { bed, daemon, ask } = await warm();
    process.kill(daemon.pid, "SIGSTOP");
    onTestFinished(() => {
      if (isRunning(daemon.pid)) process.kill(daemon.pid, "SIGKILL");
    });
    const started = Date.now();
    expect(await ask(write(bed, over))).toBe("pass");
    const stray = { tool_input: { file_path: "src/billing/x.ts", content: "" }, tool_use_id: "toolu_2" };
    expect(await ask(write(bed, { ...over, ...stray }))).toBe("SCOPE_VIOLATION");
    // Well within the time any agent waits for one call.
    expect(Date.now() - started).toBeLessThan(25_000);
    await ended(daemon.pid);
    expect((await daemonOf(bed)).pid).not.toBe(daemon.pid);
    const gaps = decisionsIn(bed.root).filter(({ decision }) => decision === "gap");
    expect(gaps).toMatchObject([{ reason: "daemon-hung" }]);
  });

  it("that hangs is ended only if it is this workspace's own: another process with its number is left alone", async () => {
    const { daemon, ask } = await warm();
    const sleeper = spawn("sleep", ["60"]);
    onTestFinished(() => void sleeper.kill());
    const silent = await squat(() => {});
    const fields = readFileSync(daemon.file, "utf8").split(" ");
    [fields[1], fields[2]] = [String(silent), String(sleeper.pid)];
    process.kill(daemon.pid, "SIGKILL");
    await ended(daemon.pid);
    writeFileSync(daemon.file, fields.join(" "));
    expect(await ask()).toBe("pass");
    expect(isRunning(sleeper.pid ?? 0)).toBe(true);
  });

  it("that is only slow is waited for", async () => {
    const { bed, agent, daemon } = await warm();
    const [, , , , proof] = readFileSync(daemon.file, "utf8").split(" ");
    const slow = await squat((socket) => {
      socket.once("data", () => {
        socket.write("\n");
        setTimeout(() => socket.end(`${proof} 2 1 none\nslow\n`), 4_000);
      });
    });
    const fields = readFileSync(daemon.file, "utf8").split(" ");
    writeFileSync(daemon.file, [fields[0], slow, ...fields.slice(2)].join(" "));
    expect(await agent.hook("PreToolUse", write(bed))).toMatchObject({ code: 2, out: "", err: "slow\n" });
  });

  it.each([
    ["in one line", "{}"],
    ["longer than a line", JSON.stringify({ systemMessage: "x".repeat(20_000) })],
  ])("whose answer is cut off is not believed: %s", async (_, text) => {
    const { bed, daemon, ask } = await warm();
    const fields = readFileSync(daemon.file, "utf8").split(" ");
    const reply = Buffer.from(frame({ stdout: `${text}\n`, stderr: "", exitCode: 0 }, fields[4] ?? ""));
    for (let share = 1; share < 10; share++) {
      const cut = reply.subarray(0, Math.floor((reply.length * share) / 10));
      const port = await squat((socket) => socket.once("data", () => socket.end(cut)));
      rmSync(daemon.file, { force: true });
      writeFileSync(daemon.file, [fields[0], port, ...fields.slice(2)].join(" "), { mode: 0o600 });
      const stray = { tool_input: { file_path: "src/billing/x.ts", content: "" }, tool_use_id: `toolu_${share}` };
      expect([share, await ask(write(bed, stray))]).toEqual([share, "SCOPE_VIOLATION"]);
    }
  });

  it.each([
    ["another version", (text: string) => text.replace(/^\d+ /, "9 ")],
    ["another start of the machine", (text: string) => text.replace(/\S+\n$/, "other-boot\n")],
    ["cut off", (text: string) => text.slice(0, 20)],
    ["garbage", () => "\0\0\0 rm -rf / $(touch pwned) `touch pwned`\n"],
    ["empty", () => ""],
  ])("whose contact file is %s is not asked", async (_, spoil) => {
    const { bed, daemon, ask } = await warm();
    writeFileSync(daemon.file, spoil(readFileSync(daemon.file, "utf8")));
    expect(await ask()).toBe("pass");
    expect(await ask(write(bed, { tool_input: { file_path: "src/billing/x.ts", content: "" } }))).toBe(
      "SCOPE_VIOLATION",
    );
    expect(existsSync(join(bed.root, "pwned"))).toBe(false);
  });

  it("whose contact file others can read ends, and the call is decided alone", async () => {
    const { daemon, ask } = await warm();
    chmodSync(daemon.file, 0o644);
    expect(await ask()).toBe("pass");
    await ended(daemon.pid);
  });

  it("that Writ did not start is not asked: a contact file from an archive names a server that lets all pass", async () => {
    const { bed, daemon, ask } = await warm();
    const proof = "0".repeat(48);
    const heard: string[] = [];
    const port = await squat((socket) =>
      socket.on("data", (chunk) => {
        heard.push(String(chunk));
        socket.end(`${proof} 0 0 none\n`);
      }),
    );
    const sleeper = spawn("sleep", ["60"]);
    onTestFinished(() => void sleeper.kill());
    // As whoever knows the layout would pack it, without having read the seal.
    const fields = readFileSync(daemon.file, "utf8").trim().split(" ");
    const [version, , , , , ...rest] = fields;
    const forged = [version, port, sleeper.pid, proof, proof, ...rest.slice(0, -1).map(() => proof), rest.at(-1)];
    const packed = await packedAs(daemon.file, `${forged.join(" ")}\n`);
    process.kill(daemon.pid, "SIGKILL");
    await ended(daemon.pid);
    expect(spawnSync("tar", ["xf", packed, "-C", dirname(daemon.file)]).status).toBe(0);
    const stray = write(bed, { tool_input: { file_path: "src/billing/x.ts", content: "" } });
    expect([await ask(stray), heard]).toEqual(["SCOPE_VIOLATION", []]);
  });

  it.each<[string, (file: string) => void]>([
    ["has a second name", (file) => linkSync(file, join(dirname(dirname(file)), "other"))],
    ["was written again", (file) => writeFileSync(file, readFileSync(file))],
    ["lies in a folder others can list", (file) => chmodSync(dirname(file), 0o755)],
  ])("whose contact file %s ends, and the call is decided alone", async (_, touch) => {
    const { daemon, ask } = await warm();
    touch(daemon.file);
    expect(await ask()).toBe("pass");
    await ended(daemon.pid);
  });

  it("whose port somebody else has taken is not believed", async () => {
    const { bed, daemon, ask } = await warm();
    const heard: string[] = [];
    const squatter = await squat((socket) => {
      socket.on("data", (chunk) => heard.push(String(chunk)));
      socket.write("0000000000000000 0 0 none\n");
      socket.end();
    });
    const fields = readFileSync(daemon.file, "utf8").split(" ");
    fields[1] = String(squatter);
    writeFileSync(daemon.file, fields.join(" "));
    const stray = write(bed, { tool_input: { file_path: "src/billing/x.ts", content: "" } });
    expect(await ask(stray)).toBe("SCOPE_VIOLATION");
  });

  it("whose process died is not asked, even if its port answers: nothing is told to a stranger", async () => {
    const { daemon, ask } = await warm();
    const heard: string[] = [];
    const squatter = await squat((socket) => socket.on("data", (chunk) => heard.push(String(chunk))));
    const fields = readFileSync(daemon.file, "utf8").split(" ");
    process.kill(daemon.pid, "SIGKILL");
    await ended(daemon.pid);
    fields[1] = String(squatter);
    writeFileSync(daemon.file, fields.join(" "));
    expect(await ask()).toBe("pass");
    expect(heard).toEqual([]);
  });
});

/** An archive of one file, by the name another one has, with the modes it would need. */
async function packedAs(file: string, content: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "writ-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, basename(file)), content, { mode: 0o600 });
  const archive = join(folder, "a.tar");
  spawnSync("tar", ["cf", archive, "-C", folder, basename(file)]);
  return archive;
}

async function squat(answer: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

it("a process that got a dead daemon's number is not taken for it", async () => {
  const { bed, daemon, ask } = await warm();
  const fields = readFileSync(daemon.file, "utf8").split(" ");
  process.kill(daemon.pid, "SIGKILL");
  await ended(daemon.pid);
  const sleeper = spawn("sleep", ["60"]);
  onTestFinished(() => void sleeper.kill());
  // Nobody listens on the first port there is.
  [fields[1], fields[2]] = ["1", String(sleeper.pid)];
  // The last call of before may just be starting another daemon.
  await pause(1_500);
  rmSync(daemon.file, { force: true });
  writeFileSync(daemon.file, fields.join(" "), { mode: 0o600 });
  expect(await ask()).toBe("pass");
  await pause(1_000);
  expect((await daemonOf(bed)).pid).not.toBe(sleeper.pid);
});

it("where a daemon says how to reach it nobody writes", async () => {
  const { claude } = await warm();
  const uid = process.getuid?.() ?? 0;
  expect((await claude.write(`/tmp/writ-${uid}/x`, "x")).says).toBe("PATH_OUTSIDE_WORKSPACE");
  expect((await claude.bash(`mv /tmp/writ-${uid} /tmp/elsewhere`)).says).not.toBe("pass");
});

describe("what happens around a daemon", () => {
  it("a workspace that is replaced by another one is judged anew", async () => {
    const { bed, daemon } = await warm();
    renameSync(bed.root, `${bed.root}-moved`);
    onTestFinished(() => void spawnSync("rm", ["-rf", `${bed.root}-moved`]));
    mkdirSync(join(bed.root, "src"), { recursive: true });
    cpSync(join(`${bed.root}-moved`, ".orchestration"), join(bed.root, ".orchestration"), { recursive: true });
    const { code, out } = await startAgent(bed).hook("PreToolUse", write(bed));
    // The copied state is nobody's: what it says does not count.
    expect([code, hear("PreToolUse", { code, out, err: "", signal: null }).says]).toEqual([0, "SIDECAR_INVALID"]);
    await ended(daemon.pid);
  });

  it("a sidecar that is deleted takes the shim with it: everything is refused", async () => {
    const { bed, agent } = await warm();
    spawnSync("rm", ["-rf", join(bed.root, ".orchestration")]);
    const { code } = await agent.hook("PreToolUse", write(bed), { env: { PATH: "/usr/bin:/bin" } });
    expect(code).toBe(2);
  });

  it("an upgraded writ replaces it", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    const copy = join(bed.env.HOME ?? "", "writ", "cli");
    const package_ = join(dirname(command), "..");
    for (const part of ["bin", "dist", "package.json"])
      cpSync(join(package_, part), join(copy, part), { recursive: true });
    const recorded = join(bed.root, ".orchestration", ".state", "command");
    writeFileSync(recorded, `${process.execPath}\n${join(copy, "bin", "writ.cjs")}\n`);
    const agent = startAgent(bed);
    await agent.session("s-1").select("INT-001");
    const first = await daemonOf(bed);
    writeFileSync(join(copy, "dist", "daemon.cjs"), `${readFileSync(join(copy, "dist", "daemon.cjs"), "utf8")}\n`);
    expect(hear("PreToolUse", await agent.hook("PreToolUse", write(bed))).says).toBe("pass");
    await ended(first.pid);
    expect(hear("PreToolUse", await agent.hook("PreToolUse", write(bed))).says).toBe("pass");
    const second = await daemonOf(bed);
    expect(second.pid).not.toBe(first.pid);
    // So does one that is installed elsewhere.
    writeFileSync(recorded, `${process.execPath}\n${command}\n`);
    expect(hear("PreToolUse", await agent.hook("PreToolUse", write(bed))).says).toBe("pass");
    await ended(second.pid);
  });

  it("a container that shares the checkout and the folder, but no network and no processes, decides alone", async () => {
    const { bed } = await warm();
    const args = ["--net", "--pid", "--fork", "--mount-proc", "sh", "-c", commandLine("claude-code", "PreToolUse")];
    const tried = spawnSync("unshare", ["--net", "--pid", "--fork", "--mount-proc", "true"]);
    if (tried.status !== 0)
      return console.log("not tried: this machine does not let a process have a network of its own");
    const { status, stdout } = spawnSync("unshare", args, {
      cwd: bed.root,
      env: { ...bed.env, CLAUDE_PROJECT_DIR: bed.root, WRIT_DAEMON: "0" },
      input: write(bed),
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, ""]);
  });

  it("without a daemon by wish, none is started, and nothing else changes", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    const agent = startAgent({ ...bed, env: { ...bed.env, WRIT_DAEMON: "0" } });
    const claude = agent.session("s-1");
    await claude.select("INT-001");
    await claude.read("src/auth/a.ts");
    expect((await claude.write("src/auth/a.ts", "two\n")).says).toBe("pass");
    expect((await claude.write("src/billing/a.ts", "two\n")).says).toBe("SCOPE_VIOLATION");
    expect(await daemonsIn(runtimeOf(bed))).toEqual([]);
  });

  it("in a folder others may enter no daemon says how to reach it; calls decide alone", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    mkdirSync(join(runtimeOf(bed), "writ"));
    chmodSync(join(runtimeOf(bed), "writ"), 0o777);
    const claude = startAgent(bed).session("s-1");
    expect((await claude.select("INT-001")).says).toBe("pass");
    await pause(1_000);
    expect(await daemonsIn(runtimeOf(bed))).toEqual([]);
    expect((await claude.write("src/billing/a.ts", "x\n")).says).toBe("SCOPE_VIOLATION");
  });

  it.runIf(isRoot)("a folder that is another user's is not used", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    mkdirSync(join(runtimeOf(bed), "writ"), { mode: 0o700 });
    spawnSync("chown", ["65534:65534", join(runtimeOf(bed), "writ")]);
    const claude = startAgent(bed).session("s-1");
    expect((await claude.select("INT-001")).says).toBe("pass");
    await pause(1_000);
    expect(await daemonsIn(runtimeOf(bed))).toEqual([]);
  });
});

describe("where Writ cannot be had", () => {
  const broken: Record<string, (bed: Bed) => void> = {
    "it is not installed": (bed) => record(bed, "/nowhere/node", "/nowhere/writ.cjs"),
    "it crashes": (bed) => record(bed, process.execPath, script(bed, "process.exit(1)")),
    "it prints garbage": (bed) => record(bed, process.execPath, script(bed, "console.log('{\"ok\":true}')")),
    "it says nothing": (bed) => record(bed, process.execPath, script(bed, "")),
    "it pretends to be the daemon": (bed) =>
      record(bed, process.execPath, script(bed, "console.log('0123456789abcdef 0 0 none')")),
    "it cannot be read": (bed) => record(bed, process.execPath, script(bed, "((((")),
  };

  it.each(Object.keys(broken))("%s: what changes is refused in one readable line, what reads goes on", async (how) => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    broken[how]?.(bed);
    const agent = startAgent({ ...bed, env: { ...bed.env, PATH: "/usr/bin:/bin", WRIT_DAEMON: "0" } });
    const nodeless = how === "it is not installed" ? { PATH: pathWithout(bed) } : {};
    const before = await agent.hook("PreToolUse", write(bed), { env: nodeless });
    expect([before.code, before.err.trim().split("\n")]).toEqual([
      2,
      [expect.stringMatching(/^(This repository|Writ) .*writ (init|doctor)/)],
    ]);
    expect(JSON.parse(before.out)).toMatchObject({ permissionDecision: "deny" });
    const read = write(bed, { tool_name: "Read", tool_input: { file_path: "src/auth/a.ts" } });
    expect(await agent.hook("PreToolUse", read, { env: nodeless })).toMatchObject({ code: 0, out: "{}\n" });
    const disguised = write(bed, { tool_input: { file_path: "src/auth/a.ts", content: "", tool_name: "Read" } });
    expect(await agent.hook("PreToolUse", disguised, { env: nodeless })).toMatchObject({ code: 2 });
    for (const event of ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "SessionEnd"]) {
      expect([event, (await agent.hook(event, "{}", { env: nodeless })).code]).toEqual([event, 0]);
    }
  });

  it.each<[string, AgentId, string, unknown]>([
    [
      "a name with a hyphen",
      "claude-code",
      "PreToolUse",
      { tool_name: "mcp__my-fs__write", tool_input: { tool: "read" } },
    ],
    [
      "a name of its own further in",
      "claude-code",
      "PreToolUse",
      { tool_name: "Write", tool_input: { tool_name: "Read" } },
    ],
    ["another agent's key", "claude-code", "PreToolUse", { toolName: "Read", tool_input: {} }],
    ["Copilot's servers", "copilot", "preToolUse", { toolName: "github-push_files", toolArgs: { tool: "read" } }],
    ["a plugin's tool", "opencode", "tool.before", { call: { id: "1", tool: "my-db_drop", input: { tool: "read" } } }],
    ["a server's tool of a known name", "cursor", "beforeMCPExecution", { tool_name: "update_plan" }],
    ["an event without a name", "windsurf", "pre_mcp_tool_use", { mcp_tool_arguments: { tool: "read" } }],
    [
      "what lies beyond the first bytes",
      "claude-code",
      "PreToolUse",
      { tool_input: { tool_name: "Read", c: "x".repeat(5000) }, tool_name: "Write" },
    ],
  ])("nothing that may change something passes for reading: %s", async (_, agent, event, payload) => {
    const bed = await governed();
    record(bed, "/nowhere/node", "/nowhere/writ.cjs");
    const start = { agent, env: { PATH: pathWithout(bed), WRIT_DAEMON: "0" } };
    expect((await startAgent(bed).hook(event, JSON.stringify(payload), start)).code).toBe(2);
  });

  it("an answer nobody can read is no consent", async () => {
    const { bed } = await warm();
    const line = `{ ${commandLine("claude-code", "PreToolUse")}; } >/dev/full`;
    const stray = write(bed, { tool_input: { file_path: "src/billing/x.ts", content: "" } });
    const { status } = spawnSync("sh", ["-c", line], { cwd: bed.root, env: bed.env, input: stray });
    expect(status).toBe(2);
  });

  it("a shim further in, in something that was cloned, does not answer for the whole", async () => {
    const bed = await governed();
    await bed.put("vendor/evil/.orchestration/writ.sh", "exit 0\n");
    const options = { cwd: join(bed.root, "vendor/evil"), env: bed.env, input: write(bed), encoding: "utf8" } as const;
    const { stdout } = spawnSync("sh", ["-c", commandLine("codex", "PreToolUse")], options);
    expect(stdout).toContain("deny");
  });

  it("it hangs: refused before the agent loses its patience", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    record(bed, process.execPath, script(bed, "setInterval(() => {}, 1000)"));
    const agent = startAgent({ ...bed, env: { ...bed.env, WRIT_DAEMON: "0" } });
    const started = Date.now();
    expect(await agent.hook("PreToolUse", write(bed))).toMatchObject({ code: 2 });
    expect(Date.now() - started).toBeLessThan(25_000);
    await pause(200);
    expect(spawnSync("pgrep", ["-f", join(bed.env.HOME ?? "", "broken.cjs")]).status).toBe(1);
  }, 40_000);

  it("the agent never closes the pipe: refused before it loses its patience", async () => {
    const { bed, agent } = await warm();
    const half = write(bed).slice(0, 50);
    const long = write(bed, { padding: "x".repeat(10_000) }).slice(0, -10);
    const said = await Promise.all(
      [half, long].map((text) => agent.hook("PreToolUse", text, { keepOpen: true, through: "pipe" })),
    );
    for (const { code, err } of said) expect([code, err]).toEqual([2, expect.stringMatching(/^Writ .* is denied\./)]);
  }, 40_000);

  it("the shim is gone: everything is refused, whatever is called writ on the path", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    renameSync(join(bed.root, ".orchestration", "writ.sh"), join(bed.root, "gone.sh"));
    const { code, err } = await startAgent(bed).hook("PreToolUse", write(bed));
    expect([code, err]).toEqual([2, expect.stringContaining("Writ could not check this call, so it is denied.")]);
  });

  it.each([
    ["empty", () => ""],
    ["cut in half", (text: string) => text.slice(0, text.length / 2)],
    ["another program's", () => "#!/bin/sh\necho all is well\n"],
    ["one that proves nothing", (text: string) => text.replace(/framed=\S+/, "framed=")],
  ])("the shim is %s: everything is refused", async (_, spoil) => {
    const { bed, agent } = await warm();
    const shim = join(bed.root, ".orchestration", "writ.sh");
    writeFileSync(shim, spoil(readFileSync(shim, "utf8")));
    const { code, err } = await agent.hook("PreToolUse", write(bed));
    expect([code, err]).toEqual([2, expect.stringContaining("Writ could not check this call, so it is denied.")]);
  });

  it("the shim hangs: refused within the agent's patience", async () => {
    const { bed, agent } = await warm();
    writeFileSync(join(bed.root, ".orchestration", "writ.sh"), "sleep 60\n");
    const started = Date.now();
    expect(await agent.hook("PreToolUse", write(bed))).toMatchObject({ code: 2 });
    expect(Date.now() - started).toBeLessThan(30_000);
  }, 40_000);

  it("a fresh clone or work tree has no proof yet: Writ makes one, and nothing else does", async () => {
    const { bed, agent, ask } = await warm();
    const seal = join(bed.root, ".orchestration", ".state", "seal");
    rmSync(seal);
    expect(await ask()).toBe("pass");
    expect([readFileSync(seal, "utf8"), statSync(seal).mode & 0o777]).toEqual([
      expect.stringMatching(/^[0-9a-f]{48}\n$/),
      0o600,
    ]);
    bed.git("worktree", "add", "--quiet", `${bed.root}-tree`);
    onTestFinished(() => void spawnSync("rm", ["-rf", `${bed.root}-tree`]));
    const tree = { cwd: `${bed.root}-tree`, env: { CLAUDE_PROJECT_DIR: `${bed.root}-tree` } };
    const read = write(bed, { cwd: tree.cwd, tool_name: "Read", tool_input: { file_path: "src/auth/a.ts" } });
    expect(await agent.hook("PreToolUse", read, tree)).toMatchObject({ code: 0 });
    rmSync(seal);
    writeFileSync(join(bed.root, ".orchestration", "writ.sh"), "echo '{}'\n");
    expect(await agent.hook("PreToolUse", write(bed))).toMatchObject({ code: 2 });
    expect(existsSync(seal)).toBe(false);
  });
});

function record(bed: Bed, node: string, script: string): void {
  writeFileSync(join(bed.root, ".orchestration", ".state", "command"), `${node}\n${script}\n`);
}

function script(bed: Bed, text: string): string {
  const file = join(bed.env.HOME ?? "", "broken.cjs");
  writeFileSync(file, text);
  return file;
}

/** A path with the tools a shell needs, and no Node. */
function pathWithout(bed: Bed): string {
  const folder = join(bed.env.HOME ?? "", "bin");
  mkdirSync(folder, { recursive: true });
  for (const name of ["bash", "sh", "cat", "rm"]) {
    const found = spawnSync("which", [name], { encoding: "utf8" }).stdout.trim();
    spawnSync("ln", ["-sf", found, join(folder, name)]);
  }
  return folder;
}

it("a hook leaves no process behind but the daemon", async () => {
  const { bed, claude } = await warm();
  await claude.write("src/auth/b.ts", "x\n");
  const child = spawn("true");
  await new Promise((done) => child.once("close", done));
  const found = spawnSync("pgrep", ["-af", bed.root], { encoding: "utf8" }).stdout.trim().split("\n");
  expect(found.filter((line) => !line.includes("daemon run"))).toEqual([]);
});
