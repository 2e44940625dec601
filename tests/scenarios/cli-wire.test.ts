import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shimPath } from "@writ/adapters";
import { wirings } from "@writ/adapters/wiring";
import { describe, expect, it, onTestFinished } from "vitest";
import { isProtected } from "../../packages/engine/src/paths/protected.ts";
import { type Bed, command, folder, hasTerminal, json, ok, repository } from "./cli-bed.ts";

const all = Object.keys(wirings);
const shipped = { plugin: () => "" };
const settings = ".claude/settings.json";
const theirs = `{
\t// mine
\t"model": "opus", /* why not */
\t"hooks": {
\t\t"PreToolUse": [
\t\t\t{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "prettier --check ." }] },
\t\t],
\t},
}`;

interface AgentReport {
  readonly agent: string;
  readonly audience: string;
  readonly changes: readonly {
    readonly action: string;
    readonly path: string;
    readonly reason?: string;
    readonly content?: string;
  }[];
  readonly problems: readonly { readonly code: string; readonly message: string }[];
}
interface Report {
  readonly agents: readonly AgentReport[];
  readonly problems?: readonly { readonly code: string; readonly message: string }[];
}

const reportOf = (text: string): Report => JSON.parse(text);
const absent = (path: string) =>
  lstat(path).then(
    () => false,
    () => true,
  );

/** Everything below a folder but Writ's own state, which may be there or not. */
async function rest(bed: Bed): Promise<Record<string, string>> {
  const files = await bed.snapshot();
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith(".orchestration/")));
}

describe("writ init wires", () => {
  it.each(all)("%s, once however often, and uninstall gives everything back byte for byte", async (agent) => {
    const bed = await repository();
    const before = await bed.snapshot();
    const first = reportOf(await ok(bed.writ(["init", "--agent", agent, "--json"])));
    expect(first.agents).toMatchObject([{ agent, audience: "team", problems: [] }]);
    for (const { action } of first.agents[0]?.changes ?? []) expect(action).toBe("create");
    const wired = await bed.snapshot();
    const again = reportOf(await ok(bed.writ(["init", "--agent", agent, "--json"])));
    for (const { action } of again.agents[0]?.changes ?? []) expect(action).toBe("keep");
    expect(await bed.snapshot()).toEqual(wired);
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(await bed.snapshot()).toEqual(before);
    for (const { path } of first.agents[0]?.changes ?? [])
      expect(await absent(join(bed.root, path.split("/")[0] ?? ""))).toBe(true);
  });

  it("all of them at once, each file under guard from then on", async () => {
    const bed = await repository();
    const before = await bed.snapshot();
    const { agents } = reportOf(await ok(bed.writ(["init", "--agent", "all", "--json"])));
    expect(agents.map(({ agent }) => agent)).toEqual(all);
    for (const { path } of agents.flatMap(({ changes }) => changes))
      expect({ path, is: isProtected(path) }).toEqual({ path, is: true });
    expect(await ok(bed.writ(["init"]))).not.toMatch(/^ {2}(create|change)/m);
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(await bed.snapshot()).toEqual(before);
  });

  it("beside what is there: remarks, order, layout and modes stay", async () => {
    const bed = await repository();
    await bed.put(settings, theirs);
    await chmod(join(bed.root, settings), 0o600);
    const before = await bed.snapshot();
    await ok(bed.writ(["init"]));
    const text = await bed.read(settings);
    for (const line of theirs.split("\n").slice(0, 6)) expect(text).toContain(line);
    expect(text.indexOf("prettier")).toBeLessThan(text.indexOf("claude-code PreToolUse"));
    expect((await stat(join(bed.root, settings))).mode & 0o777).toBe(0o600);
    const kept = await stat(join(bed.root, ".orchestration/.state/install.json"));
    expect(kept.mode & 0o077).toBe(0);
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(await bed.snapshot()).toEqual(before);
    expect((await stat(join(bed.root, settings))).mode & 0o777).toBe(0o600);
  });

  it("without touching a file that is as it should be", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--agent", "claude-code,codex,opencode"]));
    const paths = [
      settings,
      ".mcp.json",
      ".codex/hooks.json",
      ".codex/config.toml",
      ".orchestration/plugins/opencode.js",
      shimPath,
    ];
    const then = new Date("2020-01-01");
    for (const path of paths) await utimes(join(bed.root, path), then, then);
    await ok(bed.writ(["init"]));
    for (const path of paths) expect((await stat(join(bed.root, path))).mtime).toEqual(then);
  });

  it("more agents the next time, and says what the person must do", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--agent", "claude-code"]));
    const said = await ok(bed.writ(["init", "--agent", "codex"]));
    expect(said).toMatch(/Codex is wired:\n.*\.codex\/hooks\.json {2}\(hooks\)/);
    expect(said).toMatch(/You: Start codex here, trust the folder/);
    expect(said).toContain("Codex cannot ask you; what needs you waits for writ approve.");
    expect(said).not.toContain("Nothing to change");
    expect(await ok(bed.writ(["init", "--agent", "cursor,pi,kilo"]))).toMatch(
      /^These cannot ask you;.*: Kilo, Cursor$/m,
    );
    expect(said).toContain("writ doctor");
    expect(await bed.read(settings)).toContain(shimPath);
  });

  it("the file people have, where an agent reads one of several", async () => {
    const bed = await repository();
    await bed.put("opencode.jsonc", '{\n  // mine\n  "model": "x"\n}\n');
    await bed.put(".factory/hooks.json", '{\n  "Stop": []\n}\n');
    const before = await bed.snapshot();
    await ok(bed.writ(["init", "--agent", "opencode,droid"]));
    expect(await bed.read("opencode.jsonc")).toContain(shimPath);
    expect(await absent(join(bed.root, "opencode.json"))).toBe(true);
    // Where this file says something about an event, Droid does not look into the settings.
    expect(JSON.parse(await bed.read(".factory/hooks.json"))).toMatchObject({ PreToolUse: [{}], Stop: [{}] });
    expect(await absent(join(bed.root, ".factory/settings.json"))).toBe(true);
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(await bed.snapshot()).toEqual(before);
  });

  it("again after it was taken out", async () => {
    const bed = await repository();
    await bed.put(settings, theirs);
    await ok(bed.writ(["init", "--agent", "claude-code"]));
    const once = await rest(bed);
    await ok(bed.writ(["uninstall"]));
    await ok(bed.writ(["init", "--agent", "claude-code"]));
    expect(await rest(bed)).toEqual(once);
  });

  it("hooks put there by hand before, once", async () => {
    const bed = await repository();
    const hand = (event: string) =>
      `"${event}": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "writ hook claude-code ${event}" }] }]`;
    await bed.put(
      settings,
      `{\n  "model": "opus",\n  "hooks": {\n    ${hand("PreToolUse")},\n    ${hand("Stop")}\n  }\n}\n`,
    );
    await ok(bed.writ(["init"]));
    const text = await bed.read(settings);
    expect(text).not.toContain('"writ hook');
    expect(text.match(/claude-code PreToolUse framed /g)).toHaveLength(1);
    await ok(bed.writ(["uninstall"]));
    // What it gives back calls nobody who is gone.
    expect(await bed.read(settings)).toBe('{\n  "model": "opus"\n}\n');
  });

  it("the Node and the script that run now, so that hooks find them without a path", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--agent", "claude-code"]));
    expect(await bed.read(".orchestration/.state/command")).toBe(`${process.execPath}\n${command}\n`);
    expect((await stat(join(bed.root, shimPath))).mode & 0o111).toBe(0o111);
    await bed.put(shimPath, "#!/bin/sh\n# older\n");
    await bed.put(".orchestration/.state/command", "/gone/node\n/gone/writ.cjs\n");
    await ok(bed.writ(["init"]));
    expect(await bed.read(shimPath)).not.toContain("# older");
    expect(await bed.read(".orchestration/.state/command")).toContain(command);
  });
});

describe("which agents", () => {
  it.each([
    ["a folder in the repository", async (bed: Bed) => void (await bed.put(".codex/x", "")), "codex"],
    ["a file in the repository", async (bed: Bed) => void (await bed.put("GEMINI.md", "")), "gemini"],
    ["a folder at home", async (bed: Bed) => void (await mkdir(join(bed.env.HOME ?? "", ".qwen"))), "qwen"],
  ])("are found by %s", async (_, put, agent) => {
    const bed = await repository();
    await put(bed);
    expect(await json(bed.writ(["init", "--yes", "--json"]))).toMatchObject({ agents: [{ agent }] });
  });

  it("are found by a command on the path", async () => {
    const bed = await repository();
    const bin = await mkdtemp(join(tmpdir(), "writ-bin-"));
    onTestFinished(() => rm(bin, { recursive: true, force: true, maxRetries: 20 }));
    await writeFile(join(bin, "opencode"), "#!/bin/sh\n", { mode: 0o755 });
    const env = { PATH: `${bin}:${bed.env.PATH}` };
    expect(await json(bed.writ(["init", "--json"], { env }))).toMatchObject({ agents: [{ agent: "opencode" }] });
  });

  it.each([
    [["--agent", "claude"], 'no agent "claude"', "claude-code, codex"],
    [["--agent", "all,none"], "all and none stand alone.", "claude-code, codex"],
    [["--agent", "roo"], "has no hooks", "MCP"],
    [["--team", "--personal"], "cannot both be meant", "--personal"],
  ])("%j is refused before anything is done", async (args, said, fix) => {
    const bed = await repository();
    const before = await bed.snapshot();
    const { code, err } = await bed.writ(["init", ...args]);
    expect(code).toBe(2);
    expect(err).toContain(said);
    expect(err).toContain(fix);
    expect(await bed.snapshot()).toEqual(before);
  });

  it.skipIf(!hasTerminal)("a person chooses, on a terminal", async () => {
    const bed = await repository();
    await bed.put(".codex/x", "");
    await bed.put(".gemini/x", "");
    const down = "\u001b[B";
    const { code, out } = await bed.writOnTerminal(
      ["init"],
      [
        ["Which agents", `${down} \r`],
        ["first intent", "n"],
      ],
    );
    expect(code, out).toBe(0);
    expect(await bed.read(".codex/hooks.json")).toContain(shimPath);
    expect(await absent(join(bed.root, ".gemini/settings.json"))).toBe(true);
  });
});

describe("a dry run", () => {
  it("says everything, also what would stand in the files, and does nothing", async () => {
    const bed = await repository();
    await bed.put(settings, theirs);
    const before = await bed.snapshot();
    const said = await ok(bed.writ(["init", "--dry-run", "--agent", "claude-code,codex"]));
    expect(said).toContain("Claude Code would be wired:");
    expect(said).toContain("You: Start codex here");
    const { agents } = reportOf(await ok(bed.writ(["init", "--dry-run", "--json", "--agent", "claude-code"])));
    expect(agents[0]?.changes[0]?.content).toContain("prettier");
    await bed.put(settings, "{");
    const { out } = await bed.writ(["init", "--dry-run", "--json", "--agent", "claude-code"]);
    expect(JSON.parse(out)).toMatchObject({
      agents: [{ by_hand: [{ path: settings, content: expect.stringContaining(shimPath) }] }],
    });
    await bed.put(settings, theirs);
    expect(await bed.snapshot()).toEqual(before);
  });
});

describe("settings that must be left alone", () => {
  const broken: [string, (bed: Bed) => Promise<unknown>, string][] = [
    ["not JSON", (bed) => bed.put(settings, '{\n  "a": 1\n  "b": 2\n}'), "line 3 is not JSON"],
    ["hooks that are a list", (bed) => bed.put(settings, '{"hooks": []}'), '"hooks" is a list'],
    ["a name that comes twice", (bed) => bed.put(settings, '{"hooks": {}, "hooks": {}}'), "is there twice"],
    ["other than an object", (bed) => bed.put(settings, "[]"), "it holds a list"],
    ["a folder in its place", (bed) => mkdir(join(bed.root, settings), { recursive: true }), "it is a folder"],
    [
      "a link",
      async (bed) => {
        await bed.put("elsewhere.json", "{}");
        await mkdir(join(bed.root, ".claude"));
        await symlink("../elsewhere.json", join(bed.root, settings));
      },
      "symbolic link",
    ],
    [
      "a folder that leads outside",
      async (bed) => {
        const outside = await mkdtemp(join(tmpdir(), "writ-outside-"));
        onTestFinished(() => rm(outside, { recursive: true, force: true, maxRetries: 20 }));
        await symlink(outside, join(bed.root, ".claude"));
      },
      "leads out of the repository",
    ],
    ["a file where its folder belongs", (bed) => bed.put(".claude", "mine"), "in its way"],
    [
      "a file nobody may write",
      async (bed) => {
        await bed.put(settings, "{}");
        await chmod(join(bed.root, settings), 0o444);
      },
      "read-only",
    ],
    [
      "bytes that are no UTF-8",
      async (bed) => {
        await bed.put(settings, "");
        await writeFile(join(bed.root, settings), Buffer.from([0x7b, 0xff, 0x7d]));
      },
      "not UTF-8",
    ],
  ];

  it.each(broken)("%s: said, untouched, the other agents wired, exit code 1", async (_, put, reason) => {
    const bed = await repository();
    await put(bed);
    const before = await rest(bed);
    const { code, err } = await bed.writ(["init", "--agent", "claude-code,codex"]);
    expect(code).toBe(1);
    expect(err).toMatch(/^Claude Code is not wired:\nSETTINGS_INVALID: /);
    expect(err).toContain(reason);
    expect(await bed.read(".codex/hooks.json")).toContain(shimPath);
    expect(await rest(bed)).toMatchObject(before);
    // Without hooks its server would only look as if it were guarded.
    expect(await absent(join(bed.root, ".mcp.json"))).toBe(true);
    const { problems, agents } = reportOf((await bed.writ(["init", "--agent", "claude-code", "--json"])).out);
    expect(problems).toEqual([]);
    expect(agents).toMatchObject([{ problems: [{ code: "SETTINGS_INVALID" }] }]);
    expect((await bed.writ(["uninstall", "--purge", "--yes"])).code).toBe(0);
    const after = await rest(bed);
    expect(after).toEqual(before);
  });

  it("where nothing is wired, nothing is said of hooks that fire", async () => {
    const bed = await repository();
    await bed.put(settings, "{");
    const dry = await bed.writ(["init", "--agent", "claude-code", "--dry-run"]);
    expect(dry.err).toMatch(/^Claude Code would not be wired:\n/);
    expect(dry.err).not.toContain("left as it is");
    expect((await bed.writ(["init", "--agent", "claude-code"])).out).not.toContain("hooks fire");
  });

  it("a server that cannot be registered does not keep the hooks out", async () => {
    const bed = await repository();
    await bed.put(".mcp.json", '{"mcpServers": {"writ": {"command": "other"}}}');
    const { code, err, out } = await bed.writ(["init", "--agent", "claude-code"]);
    expect(code).toBe(1);
    expect(out).not.toContain("You: When Claude Code asks about the MCP server");
    expect(err).toContain('"mcpServers.writ" is not Writ\'s');
    expect(await bed.read(settings)).toContain(shimPath);
    expect(await bed.read(".mcp.json")).toBe('{"mcpServers": {"writ": {"command": "other"}}}');
  });
});

describe("for one person", () => {
  it("settings that git does not see, which uninstall gives back", async () => {
    const bed = await repository();
    const exclude = ".git/info/exclude";
    const own = await bed.read(exclude);
    expect(await ok(bed.writ(["init", "--agent", "claude-code,codex,copilot", "--personal"]))).not.toContain("Commit");
    const seen = bed.git("status", "--porcelain", "--untracked-files=all");
    expect(seen.split("\n").every((line) => line.includes(".orchestration/"))).toBe(true);
    expect(await bed.read(".claude/settings.local.json")).toContain(shimPath);
    expect(await absent(join(bed.root, settings))).toBe(true);
    expect(await bed.read(exclude)).toContain("/.codex/hooks.json\n");
    const once = await bed.snapshot();
    // Also when it is not said again.
    await ok(bed.writ(["init", "--agent", "claude-code,codex,copilot"]));
    expect(await bed.snapshot()).toEqual(once);
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(await bed.read(exclude)).toBe(own);
    expect(bed.git("status", "--porcelain", "--untracked-files=all", "--ignored")).toBe("");
  });

  it("leaves alone what everybody shares, and says why", async () => {
    const bed = await repository();
    await bed.put(".gemini/settings.json", "{}\n");
    bed.git("add", ".gemini");
    const said = await ok(bed.writ(["init", "--agent", "gemini", "--personal"]));
    expect(said).toMatch(/Gemini CLI is not wired:\n.*git tracks it/);
    expect(await bed.read(".gemini/settings.json")).toBe("{}\n");
  });

  it("says nothing of a server that is not registered", async () => {
    const bed = await repository();
    await bed.put(".mcp.json", "{}\n");
    bed.git("add", ".mcp.json");
    const said = await ok(bed.writ(["init", "--agent", "claude-code", "--personal"]));
    expect(said).toMatch(/skip +\.mcp\.json/);
    expect(said).not.toContain("You:");
  });

  it("does not fire twice: what everybody has is enough, and what one person had moves", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--agent", "claude-code", "--personal"]));
    await ok(bed.writ(["init", "--agent", "claude-code", "--team"]));
    expect(await absent(join(bed.root, ".claude/settings.local.json"))).toBe(true);
    expect(await bed.read(settings)).toContain(shimPath);
    expect(await bed.read(".git/info/exclude")).not.toContain(".mcp.json");
    expect(await ok(bed.writ(["init", "--agent", "claude-code", "--personal"]))).toContain(
      "Claude Code is wired for everybody already; --personal changes nothing. To make it yours alone: writ uninstall, then",
    );
    expect(await absent(join(bed.root, ".claude/settings.local.json"))).toBe(true);
  });

  it("works without git", async () => {
    const bed = await folder();
    const before = await bed.snapshot();
    await ok(bed.writ(["init", "--agent", "codex", "--personal"]));
    expect(await bed.read(".codex/hooks.json")).toContain(shimPath);
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(await bed.snapshot()).toEqual(before);
  });
});

describe("writ uninstall", () => {
  it("takes only its own entries out of settings that were changed since", async () => {
    const bed = await repository();
    await bed.put(settings, theirs);
    await ok(bed.writ(["init", "--agent", "claude-code"]));
    const text = await bed.read(settings);
    await bed.put(settings, text.replace('"opus"', '"haiku" /* changed */').replace('"Bash"', '"Edit"'));
    await ok(bed.writ(["uninstall"]));
    expect(await bed.read(settings)).toBe(
      theirs.replace('"opus"', '"haiku" /* changed */').replace('"Bash"', '"Edit"'),
    );
    expect(await absent(join(bed.root, ".mcp.json"))).toBe(true);
  });

  it("keeps a folder somebody else uses too", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--agent", "claude-code,pi"]));
    await bed.put(".claude/agents/mine.md", "mine");
    await bed.put(".pi/extensions/mine.js", "");
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(await bed.read(".claude/agents/mine.md")).toBe("mine");
    expect(await absent(join(bed.root, settings))).toBe(true);
    expect(await absent(join(bed.root, ".pi/extensions/writ.js"))).toBe(true);
    expect(await absent(join(bed.root, ".pi/extensions/mine.js"))).toBe(false);
  });

  it("knows its own entries when nobody wrote down what was done", async () => {
    const bed = await repository();
    await bed.put(settings, theirs);
    await bed.put(".codex/config.toml", "model = 'x' # mine\n");
    const before = await bed.snapshot();
    await ok(bed.writ(["init", "--agent", "all"]));
    await rm(join(bed.root, ".orchestration"), { recursive: true });
    await ok(bed.writ(["uninstall"]));
    expect(await bed.snapshot()).toEqual(before);
  });

  it("leaves no hook behind that calls it, also when the records stay", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--agent", "all"]));
    expect(await ok(bed.writ(["uninstall"]))).toContain("records stay");
    const left = await bed.snapshot();
    for (const [path, bytes] of Object.entries(left)) {
      if (!path.startsWith(".orchestration/")) expect(Buffer.from(bytes, "base64").toString()).not.toContain("writ.sh");
    }
    expect(await absent(join(bed.root, shimPath))).toBe(true);
    expect(await ok(bed.writ(["uninstall"]))).toContain("Nothing to do");
  });

  it("stays while settings cannot be mended that still call it", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--agent", "claude-code,codex"]));
    const text = await bed.read(settings);
    await bed.put(settings, `${text}}`);
    const { code, err } = await bed.writ(["uninstall", "--purge", "--yes"]);
    expect(code).toBe(1);
    expect(err).toContain("SETTINGS_INVALID");
    expect(err).toContain("take out the entries that name .orchestration/writ.sh; then run: writ uninstall");
    expect(err).toContain("stays until that is mended");
    const again = await bed.writ(["uninstall"]);
    expect(again).toMatchObject({ out: "", err: expect.stringMatching(/^Nothing was taken out:\nSETTINGS_INVALID/) });
    expect(await bed.read(shimPath)).toContain("#!");
    expect(await absent(join(bed.root, ".codex/hooks.json"))).toBe(true);
    await bed.put(settings, text);
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(await absent(join(bed.root, ".orchestration"))).toBe(true);
  });

  it("does nothing on a dry run", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--agent", "all"]));
    const before = await bed.snapshot();
    expect(await ok(bed.writ(["uninstall", "--dry-run"]))).toMatch(/delete +\.codex\/hooks\.json/);
    expect(await bed.snapshot()).toEqual(before);
  });
});

it("wires each working copy on its own", async () => {
  const bed = await repository();
  const other = join(bed.root, "..", `${bed.root.split("/").at(-1)}-other`);
  onTestFinished(() => rm(other, { recursive: true, force: true, maxRetries: 20 }));
  bed.git("worktree", "add", "--quiet", other);
  await ok(bed.writ(["init", "--agent", "codex", "--personal"]));
  expect(await absent(join(other, ".codex"))).toBe(true);
  await ok(bed.writ(["init", "--agent", "codex", "--personal"], { cwd: other }));
  await ok(bed.writ(["uninstall", "--purge", "--yes"]));
  expect(await absent(join(bed.root, ".codex"))).toBe(true);
  expect(await readFile(join(other, ".codex/hooks.json"), "utf8")).toContain(shimPath);
  // The other one still relies on it.
  expect(await bed.read(".git/info/exclude")).toContain("/.codex/hooks.json");
  await ok(bed.writ(["uninstall", "--purge", "--yes"], { cwd: other }));
  expect(await bed.read(".git/info/exclude")).not.toContain("writ");
});

it("loads the editors of settings for no hook", async () => {
  const dist = join(command, "../../dist");
  const names = (await readdir(dist, { recursive: true })).filter((name) =>
    /^(?:chunks\/)?(?:hook|daemon)[.-].*js$/.test(name),
  );
  expect(names).toContain("hook.cjs");
  for (const name of names) {
    const text = await readFile(join(dist, name), "utf8");
    expect(text).not.toContain("TOMLTable");
    // Hooks of a repository may want its skill-rules.json, which has comments; nobody else loads what reads those.
    if (!name.startsWith("chunks/")) expect(text).not.toContain("allowTrailingComma");
  }
});

it("has an agent's plugin in the repository as it was built", async () => {
  const bed = await repository();
  await ok(bed.writ(["init", "--agent", "opencode,kilo,cline,pi,amp"]));
  for (const agent of ["opencode", "kilo", "cline", "pi", "amp"] as const) {
    const file = wirings[agent].files("team", shipped).find(({ purpose }) => purpose === "plugin");
    const text = await bed.read(file?.path ?? "");
    const built = await readFile(join(command, `../../dist/plugins/${agent}.js`), "utf8");
    expect(text).toBe(built);
  }
});
