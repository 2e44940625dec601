import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { commandLine, proofPath, shimPath, userCommandLine } from "@writ/adapters";
import { wirings } from "@writ/adapters/wiring";
import { agentIds } from "@writ/contracts";
import { describe, expect, it, onTestFinished } from "vitest";

const secret = "0123456789abcdef".repeat(3);
const proof = secret.slice(0, 16);

/** Every shell an agent may run its hooks with, as far as this machine has it. */
const shells = (
  [
    ["sh", []],
    ["dash", []],
    ["bash", []],
    ["bash", ["--posix"]],
    ["busybox", ["sh"]],
    ["zsh", ["--emulate", "sh"]],
    ["ksh", []],
  ] as const
).filter(([name, args]) => {
  const isThere = spawnSync(name, [...args, "-c", ":"]).status === 0;
  if (!isThere) console.log(`not tried: there is no ${name} on this machine`);
  return isThere;
});
const everyShell = shells.map(([name, args]) => [[name, ...args].join(" "), name, args] as const);

interface Ended {
  readonly code: number | null;
  readonly out: Buffer;
  readonly err: string;
}

/** A repository with a shim and a proof, in a folder whose name needs quotes. */
function repository(shim: string | Buffer | null, held: string | null = `${secret}\n`) {
  const root = join(realpathSync(mkdtempSync(join(tmpdir(), "writ-line-"))), `it's a "folder" $HOME`);
  onTestFinished(() => rmSync(dirname(root), { recursive: true, force: true }));
  mkdirSync(join(root, ".git"), { recursive: true });
  mkdirSync(join(root, dirname(proofPath)), { recursive: true });
  if (shim !== null) writeFileSync(join(root, shimPath), shim);
  if (held !== null) writeFileSync(join(root, proofPath), held, { mode: 0o600 });
  return root;
}

interface Start {
  readonly shell?: readonly [string, readonly string[]];
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a line as an agent does. */
function run(line: string, cwd: string, { shell = ["sh", []], input = "{}", env = {} }: Start = {}): Promise<Ended> {
  const [name, args] = shell;
  const child = spawn(name, [...args, "-c", line], {
    cwd,
    env: { PATH: process.env.PATH, HOME: "/", LANG: "C.UTF-8", ...env },
  });
  const out: Buffer[] = [];
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    err += chunk;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((done) => child.on("close", (code) => done({ code, out: Buffer.concat(out), err })));
}

const guard = commandLine("codex", "PreToolUse");
/** The same with less patience. */
const hasty = (line: string): string => line.replace("-rt 16 ", "-rt 1 ").replace("-rt 8 ", "-rt 1 ");

/** Every agent must take it as a denial, with its reason. */
function expectDenial({ code, out, err }: Ended): void {
  const reason = expect.stringContaining("so it is denied. A user must run: writ doctor");
  expect([code, err.trim()]).toEqual([2, reason]);
  expect(JSON.parse(String(out))).toEqual({
    decision: "deny",
    reason,
    permissionDecision: "deny",
    permissionDecisionReason: reason,
    permission: "deny",
    user_message: reason,
    deny: reason,
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  });
}

/** A shim that answers as Writ's does. */
const answering = (body: string, { code = 0, err = "" } = {}): string =>
  `printf '%s ${code} ${err}\\0' ${proof}\nprintf '%s' '${body}'\nprintf '\\0'\n`;
const allow = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`;

/** What lies where the shim belongs, and gives no proven answer. */
const unproven: Readonly<Record<string, string | Buffer | null>> = {
  missing: null,
  empty: "",
  "ending well": "exit 0\n",
  "saying something and ending well": "echo all is well; exit 0\n",
  "allowing without a proof": `echo '${allow}'; exit 0\n`,
  "allowing in a frame without a proof": `printf ' 0 \\0${allow}\\0'\n`,
  "allowing with another proof": answering(allow).replace(proof, "f".repeat(16)),
  "proving it without an end": `printf '%s 0 \\0${allow}' ${proof}\n`,
  "proving it with an unknown code": answering(allow, { code: 3 }),
  "proving it too late": `echo; ${answering(allow)}`,
  "bytes that are no text": Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7919) % 256)),
  "NUL bytes": Buffer.alloc(4096),
  "cut off in the middle of a word": "if [[ -f x ]]; the",
  "another program": "#!/usr/bin/env node\nconsole.log('{}');\n",
  "ending with another code": "exit 1\n",
  "killing itself": "kill -9 $BASHPID\n",
  "killing the line's bash": "kill -9 $$\n",
  "printing an error": "echo broken >&2; exit 2\n",
};

describe.each(everyShell)("the hook line in %s", (_, name, args) => {
  const shell = [name, args] as const;

  it("passes on a proven answer as it is: stdout, stderr and exit code", async () => {
    expect(await run(guard, repository(answering("")), { shell })).toEqual({ code: 0, out: Buffer.from(""), err: "" });
    const told = repository(answering(`${allow}\n`, { err: "told the person" }));
    expect(await run(guard, told, { shell })).toEqual({
      code: 0,
      out: Buffer.from(`${allow}\n`),
      err: "told the person\n",
    });
    const denying = repository(answering(allow, { code: 2, err: "no" }));
    expect(await run(guard, denying, { shell })).toEqual({ code: 2, out: Buffer.from(allow), err: "no\n" });
  });

  it.each(Object.keys(unproven))("denies when the shim is %s", async (how) => {
    const ended = await run(guard, repository(unproven[how] ?? null), { shell });
    expectDenial(ended);
  });

  it.each<[string, string | null]>([
    ["is missing", null],
    ["is empty", ""],
    ["is an empty line", "\n"],
    ["is short", `${proof}\n`],
    ["is another one", `${"f".repeat(48)}\n`],
  ])("denies when the proof %s", async (__, held) => {
    expectDenial(await run(guard, repository(answering(allow), held), { shell }));
    // An empty proof must not be the one an empty file gives.
    expectDenial(await run(guard, repository("printf ' 0 \\0\\0'\n", held), { shell }));
  });

  it("denies where a folder, a link or a pipe lies in the place of the shim or the proof", async () => {
    const folder = repository(null);
    mkdirSync(join(folder, shimPath));
    const link = repository(null);
    writeFileSync(join(link, "elsewhere.sh"), answering(allow));
    symlinkSync("../elsewhere.sh", join(link, shimPath));
    const pipe = repository(null);
    spawnSync("mkfifo", [join(pipe, shimPath)]);
    const proofFolder = repository(answering(allow), null);
    mkdirSync(join(proofFolder, proofPath));
    const proofPipe = repository(answering(allow), null);
    spawnSync("mkfifo", [join(proofPipe, proofPath)]);
    for (const root of [folder, link, pipe, proofFolder, proofPipe])
      expectDenial(await run(hasty(guard), root, { shell }));
  });

  it("denies an answer that is cut off anywhere", async () => {
    const whole = Buffer.from(`${proof} 0 told\0${JSON.stringify({ context: "äöü 💡 ".repeat(12) })}\n`);
    for (let length = 0; length <= whole.length; length += 10) {
      const root = repository("cat .orchestration/reply\n");
      writeFileSync(join(root, ".orchestration", "reply"), whole.subarray(0, length));
      expectDenial(await run(guard, root, { shell }));
    }
  });

  it.each([
    ["says nothing", "sleep 30\n"],
    ["stops in its answer", `printf '%s 0 \\0{' ${proof}; sleep 30\n`],
    ["never ends its answer", "yes\n"],
    ["reads forever", "exec 5<>/dev/tcp/127.0.0.1/1; cat; sleep 30\n"],
    ["cannot be ended kindly", "trap '' TERM HUP INT; sleep 30\n"],
    ["leaves something behind", "sleep 30 & sleep 30\n"],
  ])("denies in time when the shim %s, and keeps none of the agent's pipes open", async (__, shim) => {
    expectDenial(await run(hasty(guard), repository(shim), { shell }));
  });

  it("works where it is told to stop at errors, and in a mode that knows nothing but POSIX", async () => {
    const root = repository(answering(`${allow}\n`));
    for (const line of [`set -e; ${guard}`, `set -u; ${guard}`, `set -f; ${guard}`]) {
      expect(await run(line, root, { shell })).toMatchObject({ code: 0, out: Buffer.from(`${allow}\n`) });
      expectDenial(await run(line, repository(""), { shell }));
    }
    expect(await run(guard, root, { shell, env: { POSIXLY_CORRECT: "1" } })).toMatchObject({ code: 0 });
  });
});

describe("the hook line", () => {
  it("hands the payload over untouched, and passes on a megabyte of UTF-8", { timeout: 240_000 }, async () => {
    const root = repository(`printf '%s 0 \\0' ${proof}; cat; printf '\\0'\n`);
    const input = Buffer.from(JSON.stringify({ text: 'ä"\\\n💡 \u2028'.repeat(65_000) }));
    expect(input.length).toBeGreaterThan(1_000_000);
    // Replies are a few kilobytes; a busy machine may take its time for this one.
    const { code, out } = await run(guard.replace("-rt 8 ", "-rt 200 "), root, { input });
    expect([code, out.equals(input)]).toEqual([0, true]);
  });

  it("finds the shim from a folder below, and takes the outermost one", async () => {
    const root = repository(answering("outer"));
    const inner = join(root, "vendor", "inner", "src");
    mkdirSync(join(inner, "..", ".orchestration"), { recursive: true });
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, "..", shimPath), answering("inner"));
    expect(String((await run(guard, inner)).out)).toBe("outer");
  });

  it("denies where there is no bash", async () => {
    const bin = join(repository(null), "bin");
    mkdirSync(bin);
    symlinkSync(realpathSync("/bin/sh"), join(bin, "sh"));
    expectDenial(await run(guard, repository(answering(allow)), { shell: [join(bin, "sh"), []], env: { PATH: bin } }));
    writeFileSync(join(bin, "bash"), "\0");
    chmodSync(join(bin, "bash"), 0o755);
    expectDenial(await run(guard, repository(answering(allow)), { shell: [join(bin, "sh"), []], env: { PATH: bin } }));
  });

  it("is no consent where nobody can read the answer", async () => {
    const { code } = await run(`{ ${guard}; } >/dev/full`, repository(answering(allow)));
    expect(code).toBe(2);
  });

  it("holds for every agent and every event before a tool", async () => {
    const lines = agentIds
      .filter((agent) => agent !== "roo")
      .flatMap((agent) =>
        wirings[agent]
          .files("team", { plugin: () => "" })
          .flatMap((file) => [...file.wire(null).matchAll(/framed/g)].map(() => agent)),
      );
    expect(new Set(lines)).toEqual(
      new Set(["claude-code", "codex", "copilot", "gemini", "qwen", "droid", "cursor", "windsurf", "kiro"]),
    );
    for (const agent of new Set(lines))
      expectDenial(await run(commandLine(agent, "PreToolUse"), repository("echo '{}'; exit 0\n")));
  });

  it("after a tool and elsewhere holds nothing against anybody, and passes on nothing unproven", async () => {
    const said = repository(answering("x", { code: 2, err: "told" }));
    for (const [event, codes] of [
      ["PostToolUse", [0, 2]],
      ["SessionStart", [0, 0]],
      ["SessionEnd", [0, 0]],
    ] as const) {
      const line = commandLine("claude-code", event);
      expect(await run(line, repository("echo hello\n"))).toEqual({ code: codes[0], out: Buffer.from(""), err: "" });
      expect([event, (await run(line, said)).code]).toEqual([event, codes[1]]);
    }
  });

  it("says nothing about this machine, this version or this installation", () => {
    expect(guard).not.toMatch(/\d+\.\d+|\/usr|\/home|\/tmp|[0-9a-f]{16}/);
    expect(guard.length).toBeLessThan(1_600);
  });
});

describe("the line of one user's settings", () => {
  const line = userCommandLine("codex", "PreToolUse");
  const record = (folder: string) => {
    mkdirSync(join(folder, "writ"), { recursive: true });
    writeFileSync(join(folder, "writ", "governed"), "");
  };

  it("is silent where nothing is governed", async () => {
    const silent = { code: 0, out: Buffer.from(""), err: "" };
    expect(await run(line, repository(null))).toEqual(silent);
    expect(await run(line, tmpdir())).toEqual(silent);
    const broken = repository(null);
    rmSync(join(broken, ".git"), { recursive: true });
    writeFileSync(join(broken, ".git"), "gitdir: /nowhere\n");
    expect(await run(line, broken)).toEqual(silent);
  });

  it("is like the other where there is a shim", async () => {
    expect(await run(line, repository(answering(allow)))).toEqual({ code: 0, out: Buffer.from(allow), err: "" });
    expectDenial(await run(line, repository("exit 0\n")));
  });

  it("denies where a governed repository lost its shim, in its work trees too", async () => {
    const root = repository(null);
    rmSync(join(root, ".git"), { recursive: true });
    const git = (...args: string[]) =>
      spawnSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: root });
    git("init", "--quiet");
    git("commit", "--quiet", "--allow-empty", "--message", "start");
    git("worktree", "add", "--quiet", "../tree");
    const below = join(root, "..", "tree", "src");
    mkdirSync(below);
    expect((await run(line, below)).code).toBe(0);
    record(join(root, ".git"));
    expectDenial(await run(line, root));
    expectDenial(await run(line, below));
  });
});
