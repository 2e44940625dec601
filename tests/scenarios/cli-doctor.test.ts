import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampled } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { type Bed, guarded, ok, repository } from "./cli-bed.ts";
import { answerWith, append, type Diagnosis, diagnose, homeOf, parseDiagnosis, wired } from "./doctor-bed.ts";
import { decisionsIn, startAgent } from "./harness.ts";

const everybody = "claude-code codex copilot gemini opencode kilo cursor qwen droid cline windsurf kiro amp pi".split(
  " ",
);

const about = ({ findings }: Diagnosis, word: string) => findings.filter((finding) => finding.about === word);
const edit = async (bed: Bed, path: string, change: (text: string) => string) =>
  bed.put(path, change(await bed.read(path)));

describe("a repository as init leaves it", () => {
  it("has nothing that must be mended, and nothing is changed by looking", async () => {
    const bed = await wired("claude-code");
    await diagnose(bed);
    const before = await bed.snapshot();
    const found = await diagnose(bed);
    expect(found).toMatchObject({ code: 0, ok: true, errors: [] });
    expect(found.agents).toMatchObject([
      { agent: "claude-code", wired: "wired", trusted: "not needed", firing: "never", mcp: "reachable", tools: 7 },
    ]);
    expect(await bed.snapshot()).toEqual(before);
  });

  it("sends nothing through the shim while the config cannot be used, and says where it is wrong", async () => {
    const bed = await wired("claude-code");
    await bed.put(".orchestration/config.yaml", 'commands:\n  allow: ["** x"]\n');
    const { findings, errors } = await diagnose(bed);
    expect(errors).toMatchObject([
      { about: "config", message: expect.stringMatching(/config\.yaml/), fix: expect.not.stringContaining("doctor") },
    ]);
    expect(findings.filter((one) => one.about === "canary")).toMatchObject([
      { level: "warning", message: expect.stringContaining("Nothing was sent through the shim") },
    ]);
  });

  it("says how a ledger from before Writ that git tracks is kept there, or taken out", async () => {
    const bed = await repository();
    await bed.put(".orchestration/agent_trace.jsonl", '{"timestamp":"2026-01-01T00:00:00Z","path":"src/a.ts"}\n');
    bed.git("add", "-A");
    bed.git("commit", "-qm", "before Writ");
    const both = /git rm --cached .orchestration\/agent_trace.jsonl; or .*ledger: single/;
    expect(await ok(bed.writ(["init", "--agent", "none", "--yes"]))).toMatch(both);
    expect(about(await diagnose(bed), "ignore rules")).toMatchObject([
      { level: "warning", message: expect.stringContaining("git tracks"), fix: expect.stringMatching(both) },
    ]);
    bed.git("rm", "-q", "--cached", ".orchestration/agent_trace.jsonl");
    expect(about(await diagnose(bed), "ignore rules")).toMatchObject([{ level: "ok" }]);
  });

  it("says what would prove that the hooks fire", async () => {
    const found = await diagnose(await wired("claude-code"));
    expect(found.warnings).toMatchObject([{ about: "firing", fix: expect.stringContaining('claude -p "Say hello."') }]);
  });

  it("every agent's own command line lets a harmless call pass, and no record of it stays", async () => {
    const bed = await wired(...everybody);
    const decisions = decisionsIn(bed.root).length;
    const found = await diagnose(bed);
    expect(found.agents.map(({ agent, wired: state }) => [agent, state])).toEqual(
      everybody.map((agent) => [agent, "wired"]),
    );
    expect(about(found, "canary").map(({ agent, level }) => [agent, level])).toEqual([
      [undefined, "ok"],
      ...everybody.map((agent) => [agent, "ok"]),
    ]);
    expect(decisionsIn(bed.root)).toHaveLength(decisions);
    expect(existsSync(join(bed.root, ".orchestration/.state/sessions"))).toBe(false);
  }, 60_000);

  it("neither where even reading needs an intent", async () => {
    const bed = await wired("claude-code", "windsurf");
    append(bed, ".orchestration/config.yaml", "gate: all\n");
    const before = decisionsIn(bed.root).length;
    const found = await diagnose(bed);
    expect(found.errors).toEqual([]);
    expect(decisionsIn(bed.root)).toHaveLength(before);
  });

  it("is read in one look: a line for each thing in order", async () => {
    const bed = await wired("claude-code");
    await startAgent(bed).session("s-1").start();
    const lines = (await ok(bed.writ(["doctor"]))).trim().split("\n");
    expect(lines.filter((line) => /^(ok|warning|error)/.test(line)).map((line) => line.slice(9, 24).trim())).toEqual([
      "This machine",
      "This repository",
      "Event hooks",
      "Shim and daemon",
      "Claude Code",
    ]);
    expect(lines.at(-1)).toBe("Nothing must be mended.");
    expect(lines).toHaveLength(9);
  });
});

describe("really firing", () => {
  it("is what sessions tell, and here what this session tells", async () => {
    const bed = await wired("claude-code", "codex");
    const agent = startAgent(bed);
    await agent.session("s-1").start();
    const found = await diagnose(bed, ["--agent", "claude-code"]);
    expect(found.agents).toMatchObject([{ firing: "seen", last_seen: expect.stringMatching(/^20/) }]);
    expect(parseDiagnosis(await agent.writ(["doctor", "--json"])).agents[0]).toMatchObject({ firing: "here" });
  });

  it("not inside an agent none of whose hooks arrived", async () => {
    const bed = await wired("claude-code");
    const found = await diagnose(bed, [], { CLAUDECODE: "1" });
    expect(found).toMatchObject({ code: 1, agents: [{ firing: "deaf" }] });
    expect(found.errors).toMatchObject([{ about: "firing", fix: expect.stringContaining("start it again") }]);
  });

  it("not through the MCP server, which no hook sees", async () => {
    const bed = await wired("claude-code");
    const ask = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
    const hello = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "claude-code", version: "2" },
    };
    await bed.writ(["mcp"], {
      env: { CLAUDE_CODE_SESSION_ID: "s-9" },
      stdin: `${ask(1, "initialize", hello)}{"jsonrpc":"2.0","method":"notifications/initialized"}\n${ask(2, "tools/call", { name: "select_active_intent", arguments: { intent_id: "INT-001" } })}`,
    });
    expect(existsSync(join(bed.root, ".orchestration/.state/sessions"))).toBe(true);
    expect((await diagnose(bed)).agents).toMatchObject([{ agent: "claude-code", firing: "never" }]);
  });
});

describe("what is wrong with an agent is said, with what mends it", () => {
  const cases: readonly [
    name: string,
    agents: readonly string[],
    damage: (bed: Bed) => unknown,
    level: "warning" | "error",
    message: RegExp,
    fix: RegExp,
  ][] = [
    [
      "seconds where Qwen counts milliseconds",
      ["qwen"],
      (bed) => edit(bed, ".qwen/settings.json", (text) => text.replaceAll("30000", "30")),
      "error",
      /gives SessionStart, .* and SessionEnd 30 milliseconds where Writ needs 30000/,
      /writ init --agent qwen/,
    ],
    [
      "hooks somebody took out",
      ["codex"],
      (bed) => rmSync(join(bed.root, ".codex/hooks.json")),
      "error",
      /\.codex\/hooks\.json has no hooks of Writ/,
      /writ init --agent codex/,
    ],
    [
      "hooks that init wired, and that are gone with their file",
      ["claude-code"],
      (bed) => rmSync(join(bed.root, ".claude"), { recursive: true }),
      "error",
      /\.claude\/settings\.json has no hooks of Writ any more/,
      /writ init --agent claude-code/,
    ],
    [
      "hooks behind a link",
      [],
      async (bed) => {
        await bed.put("theirs.json", "{}\n");
        mkdirSync(join(bed.root, ".claude"), { recursive: true });
        rmSync(join(bed.root, ".claude/settings.json"), { force: true });
        symlinkSync("../theirs.json", join(bed.root, ".claude/settings.json"));
      },
      "warning",
      /\.claude\/settings\.json is a symbolic link, which Writ does not edit\./,
      /Replace it by a file, then run: writ init --agent claude-code/,
    ],
    [
      "a file of that name that is not Writ's",
      ["opencode"],
      (bed) => bed.put(".orchestration/plugins/opencode.js", "export const mine = 1;\n"),
      "error",
      /Writ cannot be put into \.orchestration\/plugins\/opencode\.js: a file of that name/,
      /by hand, then run: writ init --agent opencode/,
    ],
    [
      "a server somebody took out",
      ["cursor"],
      (bed) => rmSync(join(bed.root, ".cursor/mcp.json")),
      "error",
      /MCP server in \.cursor\/mcp\.json/,
      /writ init --agent cursor/,
    ],
    [
      "lines written by hand",
      [],
      (bed) =>
        bed.put(
          ".claude/settings.json",
          '{"hooks":{"Stop":[{"hooks":[{"command":"npx writ hook claude-code Stop"}]}]}}',
        ),
      "warning",
      /\.claude\/settings\.json: written by hand/,
      /writ init --agent claude-code/,
    ],
    [
      "a plugin somebody changed",
      ["opencode"],
      (bed) => append(bed, ".orchestration/plugins/opencode.js", "// mine\n"),
      "warning",
      /\.orchestration\/plugins\/opencode\.js: changed since/,
      /writ init --agent opencode/,
    ],
    [
      "settings nobody can read",
      ["claude-code"],
      (bed) => append(bed, ".claude/settings.json", "]"),
      "error",
      /^\.claude\/settings\.json cannot be read: line \d+ is not JSON/,
      /by hand, then run: writ init --agent claude-code/,
    ],
    [
      "hooks switched off for this repository",
      ["claude-code"],
      (bed) => bed.put(".claude/settings.local.json", '{ "disableAllHooks": true, }'),
      "error",
      /settings\.local\.json switches hooks off with disableAllHooks/,
      /Take disableAllHooks out of \.claude/,
    ],
    [
      "hooks switched off for all repositories",
      ["gemini"],
      (bed) => writeFileSync(join(homeOf(bed), ".gemini/settings.json"), '{ "hooksConfig": { "enabled": false } }'),
      "error",
      /~\/\.gemini\/settings\.json switches hooks off/,
      /Set hooksConfig\.enabled to true in ~/,
    ],
    [
      "Copilot's hooks switched off by Claude Code's settings",
      ["copilot"],
      (bed) => bed.put(".claude/settings.json", '{ "disableAllHooks": true }'),
      "error",
      /\.claude\/settings\.json switches hooks off/,
      /Take disableAllHooks out of/,
    ],
    [
      "a server the person said no to",
      ["claude-code"],
      (bed) => bed.put(".claude/settings.local.json", '{ "disabledMcpjsonServers": ["writ"] }'),
      "error",
      /switches the MCP server off with disabledMcpjsonServers/,
      /Take writ out of disabledMcpjsonServers in/,
    ],
    [
      "the same hooks at home",
      ["claude-code"],
      (bed) =>
        writeFileSync(
          join(homeOf(bed), ".claude/settings.json"),
          '{"hooks":{"Stop":[{"hooks":[{"command":"writ hook claude-code Stop"}]}]}}',
        ),
      "warning",
      /~\/\.claude\/settings\.json calls Writ too/,
      /Take Writ's hooks out/,
    ],
    [
      "an agent that is used and not wired",
      [],
      (bed) => bed.put("GEMINI.md", "# Mine\n"),
      "warning",
      /Gemini CLI is used here and not wired/,
      /writ init --agent gemini/,
    ],
    [
      "Codex, which skips hooks it does not trust",
      ["codex"],
      () => {},
      "error",
      /does not trust the hooks yet/,
      /trust the hooks/,
    ],
    [
      "a server that is switched off",
      ["codex"],
      (bed) => append(bed, ".codex/config.toml", "enabled = false\n"),
      "error",
      /switched off in \.codex\/config\.toml/,
      /Switch it on/,
    ],
  ];

  it.each(sampled(cases, 7))("%s", async (_, agents, damage, level, message, fix) => {
    const bed = agents.length === 0 ? await guarded() : await wired(...agents);
    await damage(bed);
    const before = await bed.snapshot();
    const found = await diagnose(bed);
    expect(found.findings).toContainEqual(
      expect.objectContaining({ level, message: expect.stringMatching(message), fix: expect.stringMatching(fix) }),
    );
    if (level === "error") expect(found.code).toBe(1);
    // The harmless call is an event like any other: hooks that were taken out raise the alarm.
    const isWrits = (path: string) => /^\.orchestration\/(\.state\/|decisions\.jsonl$)/.test(path);
    const after = await bed.snapshot();
    expect(Object.keys(before).filter((path) => !isWrits(path) && after[path] !== before[path])).toEqual([]);
  });

  it("a variable that keeps plugins out", async () => {
    const bed = await wired("kilo");
    expect((await diagnose(bed, [], { KILO_PURE: "1" })).errors).toMatchObject([{ fix: "Run: unset KILO_PURE" }]);
    expect((await diagnose(bed, [], { KILO_PURE: "0" })).errors).toEqual([]);
  });
});

it("a server that is everybody's is left out for one person, and nothing is to be mended", async () => {
  const bed = await repository();
  await bed.put(".mcp.json", '{ "mcpServers": {} }\n');
  bed.git("add", "--all");
  bed.git("commit", "--quiet", "--message", "servers");
  await ok(
    bed.writ(["init", "--yes", "--agent", "claude-code", "--personal", "--intent-name", "Login", "--scope", "src/**"]),
  );
  const found = await diagnose(bed, ["--agent", "claude-code"]);
  expect(about(found, "wired")).toMatchObject([
    { level: "ok", message: "wired in .claude/settings.local.json" },
    { level: "note", message: expect.stringContaining("everybody: writ init --agent claude-code --team") },
  ]);
});

describe("Claude Code and Copilot in one repository", () => {
  it("both wired is fine, and said", async () => {
    const found = await diagnose(await wired("claude-code", "copilot"));
    expect(found.errors).toEqual([]);
    expect(found.findings).toContainEqual(
      expect.objectContaining({ level: "note", agent: "copilot", message: expect.stringContaining("recorded once") }),
    );
  });

  it("not with Droid, which reads its own settings only", async () => {
    const found = await diagnose(await wired("claude-code", "droid"), ["--agent", "droid"]);
    expect(found.findings).not.toContainEqual(
      expect.objectContaining({ level: "note", agent: "droid", message: expect.stringContaining("recorded once") }),
    );
  });

  it("one wired does for both", async () => {
    const bed = await wired("claude-code");
    await bed.put(".github/copilot-instructions.md", "Be brief.\n");
    for (const args of [[], ["--agent", "copilot"]])
      expect((await diagnose(bed, args)).findings.filter(({ agent }) => agent === "copilot")).toMatchObject([
        { level: "note", message: expect.stringContaining("checked through") },
      ]);
  });
});

describe("--agent", () => {
  it("looks at one, wired or not", async () => {
    const bed = await wired("claude-code", "gemini");
    const found = await diagnose(bed, ["--agent", "gemini"]);
    expect(found.agents.map(({ agent }) => agent)).toEqual(["gemini"]);
    expect(about(found, "intents")).toEqual([]);
    expect((await diagnose(bed, ["--agent", "codex"])).agents).toMatchObject([{ agent: "codex", wired: "not wired" }]);
  });

  it("says that one is not wired, and how it would be", async () => {
    const bed = await wired("claude-code");
    expect((await diagnose(bed, ["--agent", "pi"])).findings.filter(({ agent }) => agent === "pi")).toMatchObject([
      {
        level: "note",
        message: "Not wired here, so nothing it does is checked.",
        fix: "Run: writ init --agent pi",
      },
    ]);
    expect(await ok(bed.writ(["doctor", "--agent", "pi"]))).toMatch(/^note +Pi$/m);
  });

  it("knows the names", async () => {
    const bed = await guarded();
    expect(await bed.writ(["doctor", "--agent", "clippy"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("claude-code"),
    });
  });
});

describe("the shim, and what it leads to", () => {
  const record = (bed: Bed, node: string, script: string) =>
    writeFileSync(join(bed.root, ".orchestration/.state/command"), `${node}\n${script}\n`);

  const cases: readonly [name: string, damage: (bed: Bed) => unknown, level: string, message: RegExp][] = [
    ["is gone", (bed) => rmSync(join(bed.root, ".orchestration/writ.sh")), "error", /writ\.sh is missing/],
    ["is another one", (bed) => append(bed, ".orchestration/writ.sh", "# mine\n"), "error", /not the one Writ ships/],
    [
      "came through Windows",
      (bed) => edit(bed, ".orchestration/writ.sh", (text) => text.replaceAll("\n", "\r\n")),
      "error",
      /Windows line endings/,
    ],
    ["names a Node that is gone", (bed) => record(bed, "/nowhere/node", "/nowhere/writ"), "error", /Node .* is gone/],
    [
      "names a Writ that is gone",
      (bed) => record(bed, process.execPath, "/nowhere/writ.cjs"),
      "error",
      /Writ that answers hooks is gone/,
    ],
    [
      "names nothing",
      (bed) => writeFileSync(join(bed.root, ".orchestration/.state/command"), ""),
      "error",
      /none is named/,
    ],
    ["names a Writ that crashes", (bed) => answerWith(bed, "process.exit(1)"), "error", /cannot be run/],
    [
      "names a Writ of another version",
      (bed) => answerWith(bed, 'process.argv.includes("--version") ? console.log("0.0.1") : go()'),
      "warning",
      /answered by Writ 0\.0\.1/,
    ],
    [
      "leads to a Writ that crashes in hooks",
      (bed) => answerWith(bed, 'process.argv[2] === "hook" ? process.exit(1) : go()'),
      "error",
      /came back wrong: .*Writ broke/,
    ],
    [
      "leads to somebody who says yes to everything",
      (bed) => answerWith(bed, 'process.argv[2] === "hook" ? console.log("writ 0 0 none") : go()'),
      "error",
      /Somebody else than Writ/,
    ],
    [
      "leads to a Node that is too old",
      (bed) => {
        const node = join(homeOf(bed), "node");
        writeFileSync(node, "#!/bin/sh\necho v18.20.0\n", { mode: 0o755 });
        record(bed, node, process.argv[1] ?? "");
      },
      "error",
      /Node 18\.20\.0, which is too old/,
    ],
  ];

  it.each(sampled(cases, 5))("%s", async (_, damage, level, message) => {
    const bed = await wired("claude-code");
    await damage(bed);
    const found = await diagnose(bed);
    expect(found.findings).toContainEqual(
      expect.objectContaining({
        level,
        message: expect.stringMatching(message),
        fix: expect.stringContaining("writ init"),
      }),
    );
    expect(found.code).toBe(level === "error" ? 1 : 0);
  });

  it("lets everything pass: said, and nothing behind it is tried", async () => {
    const bed = await wired("claude-code", "gemini");
    await bed.put(".orchestration/writ.sh", "exit 0\n");
    const found = await diagnose(bed);
    expect(found).toMatchObject({ code: 1, errors: [{ about: "shim", fix: "Run: writ init" }] });
    expect(about(found, "command")).toEqual([]);
    expect(about(found, "canary")).toMatchObject(
      ["claude-code", "gemini"].map((agent) => ({
        level: "note",
        agent,
        message: "Its hook was not tried: the shim is not Writ's.",
      })),
    );
  });

  it("leads to a Writ that hangs: said in time", async () => {
    const bed = await wired("claude-code");
    answerWith(bed, 'process.argv[2] === "hook" ? setInterval(() => {}, 1000) : go()');
    const found = await diagnose(bed);
    expect(found.errors).toMatchObject([{ about: "canary" }]);
    const left = spawnSync("pgrep", ["-f", join(homeOf(bed), "other-writ.cjs")]);
    expect(left.status).toBe(1);
  }, 60_000);

  it("is found on the PATH in a clone nobody ran init in", async () => {
    const bed = await wired("claude-code");
    rmSync(join(bed.root, ".orchestration/.state"), { recursive: true });
    const bin = join(homeOf(bed), "bin");
    mkdirSync(bin);
    for (const name of ["git", "bash", "sh", "node"])
      symlinkSync(spawnSync("which", [name], { encoding: "utf8" }).stdout.trim(), join(bin, name));
    expect((await diagnose(bed, [], { PATH: bin })).errors).toMatchObject([
      { about: "command", message: expect.stringContaining("not on the PATH") },
    ]);
    writeFileSync(join(bin, "writ"), "#!/bin/sh\n", { mode: 0o755 });
    expect(about(await diagnose(bed, [], { PATH: bin }), "command")).toMatchObject([{ level: "warning" }]);
  });

  it("needs bash", async () => {
    const bed = await wired("claude-code");
    const bin = join(homeOf(bed), "bin");
    mkdirSync(bin);
    for (const name of ["git", "sh", "node"])
      symlinkSync(spawnSync("which", [name], { encoding: "utf8" }).stdout.trim(), join(bin, name));
    const found = await diagnose(bed, [], { PATH: bin });
    expect(about(found, "bash")).toMatchObject([{ level: "error", fix: "Install bash." }]);
  });
});

describe("the MCP server an agent's settings name", () => {
  const broken: readonly [name: string, script: string, reason: RegExp][] = [
    ["crashes", "console.error('no disk'); process.exit(3)", /ended at once with exit code 3: no disk/],
    ["prints garbage", "console.log('Welcome to Writ!'); setInterval(() => {}, 1000)", /not MCP: Welcome to Writ!/],
    ["prints other JSON", 'console.log(\'{"id":1,"result":{}}\'); setInterval(() => {}, 1000)', /not MCP/],
    ["says nothing", "process.stdin.resume()", /did not answer within 10 seconds/],
    [
      "has no tools",
      'process.stdin.on(\'data\', () => console.log(\'{"jsonrpc":"2.0","id":1,"result":{}}\\n{"jsonrpc":"2.0","id":2,"result":{}}\'))',
      /which tools it has/,
    ],
    [
      "answers with an error",
      'process.stdin.on(\'data\', () => console.log(\'{"jsonrpc":"2.0","id":1,"error":{"message":"closed on Sundays"}}\'))',
      /closed on Sundays/,
    ],
    ["prints without end", "setInterval(() => process.stdout.write('x'.repeat(100000)), 1)", /prints without end/],
  ];

  it.each(sampled(broken, 2))(
    "%s",
    async (_, script, reason) => {
      const bed = await wired("cursor");
      answerWith(bed, `if (process.argv[2] === "mcp") { ${script} } else go();`);
      const found = await diagnose(bed);
      expect(found.agents).toMatchObject([{ mcp: "unreachable", tools: null }]);
      expect(found.errors).toMatchObject([{ about: "mcp", message: expect.stringMatching(reason) }]);
      expect(spawnSync("pgrep", ["-f", join(homeOf(bed), "other-writ.cjs")]).status).toBe(1);
    },
    40_000,
  );
});

describe("what a repository brings is looked at, and never run", () => {
  const evil = "touch pwned";

  it.each<[string, (bed: Bed) => Promise<unknown>]>([
    [
      "another shim",
      (bed) => edit(bed, ".orchestration/writ.sh", (text) => text.replace("LC_ALL=C\n", `${evil}\nLC_ALL=C\n`)),
    ],
    [
      "another command line in a hook",
      (bed) => edit(bed, ".claude/settings.json", (text) => text.replaceAll('"command": "', `"command": "${evil}; `)),
    ],
    [
      "another MCP server",
      (bed) =>
        bed.put(
          ".mcp.json",
          JSON.stringify({
            mcpServers: { writ: { command: "sh", args: ["-c", `${evil}; .orchestration/writ.sh mcp`] } },
          }),
        ),
    ],
    [
      "an environment for the MCP server",
      (bed) =>
        edit(bed, ".mcp.json", (text) => {
          const settings = JSON.parse(text);
          settings.mcpServers.writ.env = { NODE_OPTIONS: "--require ./evil.cjs" };
          return JSON.stringify(settings);
        }),
    ],
  ])("%s", async (_, bring) => {
    const bed = await wired("claude-code");
    await bed.put("evil.cjs", "require('node:fs').writeFileSync('pwned', '')");
    await bring(bed);
    const found = await diagnose(bed);
    expect(existsSync(join(bed.root, "pwned"))).toBe(false);
    expect([...found.warnings, ...found.errors].some(({ fix }) => fix?.includes("writ init"))).toBe(true);
  });
});

describe("the daemon", () => {
  const runtime = (bed: Bed) => join(bed.env.XDG_RUNTIME_DIR ?? "", "writ");
  const daemon = (found: Diagnosis) => about(found, "daemon");

  /** A wired repository whose hook has just started a daemon. */
  async function warm(): Promise<{ bed: Bed; pid: number; file: string }> {
    const bed = await wired("claude-code");
    const line = JSON.parse(await bed.read(".claude/settings.json")).hooks.SessionStart[0].hooks[0].command;
    const payload = JSON.stringify({ session_id: "s-1", cwd: bed.root, hook_event_name: "SessionStart" });
    spawnSync("sh", ["-c", line], { cwd: bed.root, env: { ...bed.env }, input: payload });
    const file = join(runtime(bed), bed.root.replaceAll("/", "%"));
    for (let tries = 0; tries < 100 && !existsSync(file); tries++) await new Promise((again) => setTimeout(again, 50));
    return { bed, file, pid: Number(readFileSync(file, "utf8").split(" ")[2]) };
  }

  async function ended(pid: number): Promise<void> {
    const isThere = () => spawnSync("kill", ["-0", String(pid)]).status === 0;
    for (let tries = 0; tries < 200 && isThere(); tries++) await new Promise((again) => setTimeout(again, 50));
  }

  it("that runs answers, and is tried both ways", async () => {
    const { bed, pid } = await warm();
    const found = await diagnose(bed);
    expect(daemon(found)).toMatchObject([{ level: "ok", message: `a daemon answers (process ${pid})` }]);
    expect(about(found, "canary")).toHaveLength(3);
    expect(found.errors).toEqual([]);
  });

  it("that does not run is fine, and none is started by looking", async () => {
    const bed = await wired("claude-code");
    expect(daemon(await diagnose(bed))).toMatchObject([{ level: "ok" }]);
    expect(existsSync(runtime(bed))).toBe(false);
  });

  it("that was killed is fine, and looking records no gap", async () => {
    const { bed, pid, file } = await warm();
    process.kill(pid, "SIGKILL");
    await ended(pid);
    const before = decisionsIn(bed.root);
    const found = await diagnose(bed);
    expect(daemon(found)).toMatchObject([{ level: "ok", message: expect.stringContaining("was killed") }]);
    expect(found.errors).toEqual([]);
    expect(decisionsIn(bed.root)).toEqual(before);
    expect(existsSync(file)).toBe(true);
  });

  it("that hangs is told of", async () => {
    const { bed, pid } = await warm();
    process.kill(pid, "SIGSTOP");
    try {
      expect(daemon(await diagnose(bed))).toMatchObject([{ level: "warning", fix: "Run: writ daemon stop" }]);
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });

  it("whose folder others can enter is not used", async () => {
    const { bed } = await warm();
    chmodSync(runtime(bed), 0o755);
    expect(daemon(await diagnose(bed))).toMatchObject([
      { level: "warning", fix: expect.stringContaining("chmod 700") },
    ]);
    chmodSync(runtime(bed), 0o700);
  });

  it("whose tokens others can read is told of", async () => {
    const { bed, file } = await warm();
    chmodSync(file, 0o644);
    expect(daemon(await diagnose(bed))).toMatchObject([{ level: "warning", fix: `Run: rm ${file}` }]);
  });

  it("on a port somebody else took is told of", async () => {
    const { bed, file } = await warm();
    const [v, , pid, ...rest] = readFileSync(file, "utf8").trim().split(" ");
    writeFileSync(file, `${[v, "1", pid, ...rest].join(" ")}\n`);
    expect(daemon(await diagnose(bed))).toMatchObject([
      { level: "warning", message: expect.stringContaining("cannot be reached") },
    ]);
  });
});

describe("what is wrong with the repository is said, with what mends it", () => {
  it.each<[string, (bed: Bed) => Promise<unknown>, string, string]>([
    [
      "broken intents",
      (bed) => bed.put(".orchestration/active_intents.yaml", "a: [\n"),
      "error",
      "writ intent validate",
    ],
    ["a broken config", (bed) => bed.put(".orchestration/config.yaml", "mode: [\n"), "error", "Mend the line"],
    [
      "a config nobody trusted",
      (bed) => bed.put(".orchestration/config.yaml", "mode: observe\n"),
      "warning",
      "writ trust",
    ],
    ["a hook that is gone", (bed) => bed.put(".git/hooks/pre-commit", "#!/bin/sh\n"), "warning", "writ init"],
    ["rules that are gone", (bed) => bed.put(".orchestration/.gitignore", ".state/\n"), "warning", ".gitignore"],
    [
      "an edited record",
      async (bed) => {
        await ok(bed.writ(["intent", "add", "--name", "Second", "--scope", "a"]));
        await ok(bed.writ(["intent", "add", "--name", "Third", "--scope", "b"]));
        const decisions = await bed.read(".orchestration/decisions.jsonl");
        await bed.put(".orchestration/decisions.jsonl", decisions.replace("INT-002", "INT-009"));
      },
      "error",
      "writ verify",
    ],
  ])("%s", async (_, damage, level, fix) => {
    const bed = await guarded();
    await damage(bed);
    const found = await diagnose(bed);
    expect(found.code).toBe(level === "error" ? 1 : 0);
    expect(found.findings).toContainEqual(expect.objectContaining({ level, fix: expect.stringContaining(fix) }));
  });
});

describe("where there is nothing to look at", () => {
  it("without a sidecar it says how to begin", async () => {
    const bed = await repository();
    expect(await diagnose(bed)).toMatchObject({ code: 1, agents: [], errors: [{ fix: "Run: writ init" }] });
  });

  it("without an agent it says so", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--agent", "none"]));
    expect((await diagnose(bed)).warnings).toContainEqual(
      expect.objectContaining({ about: "agents", fix: "Run: writ init" }),
    );
    expect(await ok(bed.writ(["doctor"]))).toMatch(/\nNo errors, \d+ warnings?\.\n$/);
  });
});
