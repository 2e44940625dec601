import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { commandLine, userCommandLine } from "@writ/adapters";
import { wirings } from "@writ/adapters/wiring";
import { describe, expect, it } from "vitest";
import { type Bed, folder, guarded, ok, repository, run, type Said } from "./cli-bed.ts";

const all = Object.values(wirings).filter(({ userFiles }) => userFiles({ plugin: () => "" }).length > 0);
const shipped = { plugin: () => "" };

const homeOf = (bed: Bed): string => bed.env.HOME ?? "";

/** Everything in the home folder but the daemons' own. */
async function atHome(bed: Bed): Promise<Record<string, string>> {
  const files = await bed.snapshot(homeOf(bed));
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith("run/")));
}

function put(bed: Bed, path: string, text: string, mode = 0o644): void {
  const file = join(homeOf(bed), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

const payload = (cwd: string, over: object = {}) => ({
  ...{ session_id: "s-1", transcript_path: "", cwd, hook_event_name: "PreToolUse", permission_mode: "default" },
  ...{ tool_name: "Write", tool_input: { file_path: join(cwd, "a.ts"), content: "a" }, tool_use_id: "t-1" },
  ...over,
});

/** Runs a hook's line as an agent does that was started in `cwd`. */
const runLine = (bed: Bed, line: string, cwd: string, over: object = {}): Promise<Said> =>
  run("sh", ["-c", line], { cwd, env: { ...bed.env, ...over }, stdin: JSON.stringify(payload(cwd)) });

/** The line that stands in the settings of the user. */
function guardIn(bed: Bed): string {
  const text = readFileSync(join(homeOf(bed), ".claude/settings.json"), "utf8");
  return JSON.parse(text).hooks.PreToolUse[0].hooks[0].command;
}

function codeOf({ out }: Said): string {
  if (out.trim() === "") return "silent";
  const { permissionDecision, permissionDecisionReason: reason = "" } = JSON.parse(out).hookSpecificOutput ?? {};
  if (permissionDecision !== "deny") return "pass";
  // Without a shim the line itself denies, in a sentence.
  return reason.startsWith("{") ? JSON.parse(reason).code : "unproven";
}

describe("writ init --user", () => {
  it.each(all)(
    "connects $title outside a repository, once however often, and uninstall leaves nothing",
    async (wiring) => {
      const bed = await folder();
      const before = await atHome(bed);
      const first = JSON.parse(await ok(bed.writ(["init", "--user", "--agent", wiring.agent, "--json"])));
      expect(first.agents).toMatchObject([{ agent: wiring.agent, problems: [] }]);
      const [file] = wiring.userFiles(shipped);
      expect(first.agents[0].changes).toMatchObject([{ action: "create", path: `~/${file?.path}` }]);
      const connected = await atHome(bed);
      expect(existsSync(join(homeOf(bed), file?.path ?? ""))).toBe(true);
      const again = JSON.parse(await ok(bed.writ(["init", "--user", "--agent", wiring.agent, "--json"])));
      expect(again.agents[0].changes).toMatchObject([{ action: "keep" }]);
      expect(await atHome(bed)).toEqual(connected);
      await ok(bed.writ(["uninstall", "--user"]));
      expect(await atHome(bed)).toEqual(before);
      expect(existsSync(join(homeOf(bed), file?.path.split("/")[0] ?? ""))).toBe(false);
      expect(await bed.snapshot()).toEqual({});
    },
  );

  it("keeps what is there, and uninstall restores it byte for byte with its mode", async () => {
    const bed = await folder();
    const mine = `{\n\t// mine\n\t"model": "opus",\n\t"hooks": { "Stop": [] },\n}`;
    put(bed, ".claude/settings.json", mine, 0o600);
    put(bed, ".gemini/settings.json", "{}");
    const before = await atHome(bed);
    const out = await ok(bed.writ(["init", "--user", "--yes"]));
    expect(out).toContain("~/.claude/settings.json");
    expect(out).toContain("~/.gemini/settings.json");
    expect(out).not.toContain("Codex");
    expect(readFileSync(join(homeOf(bed), ".claude/settings.json"), "utf8")).toContain("// mine");
    await ok(bed.writ(["uninstall", "--user"]));
    expect(await atHome(bed)).toEqual(before);
    expect(statSync(join(homeOf(bed), ".claude/settings.json")).mode & 0o777).toBe(0o600);
  });

  it("takes out only its own entries where the user went on writing", async () => {
    const bed = await folder();
    put(bed, ".claude/settings.json", `{\n  "model": "opus"\n}\n`);
    await ok(bed.writ(["init", "--user", "--agent", "claude-code"]));
    const file = join(homeOf(bed), ".claude/settings.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"opus"', '"sonnet"'));
    await ok(bed.writ(["uninstall", "--user"]));
    expect(readFileSync(file, "utf8")).toBe(`{\n  "model": "sonnet"\n}\n`);
  });

  it("goes where the agent's own variable points", async () => {
    const bed = await folder();
    const env = { CODEX_HOME: join(bed.root, "elsewhere") };
    await ok(bed.writ(["init", "--user", "--agent", "codex"], { env }));
    expect(existsSync(join(bed.root, "elsewhere/hooks.json"))).toBe(true);
    await ok(bed.writ(["uninstall", "--user"], { env }));
    expect(existsSync(join(bed.root, "elsewhere"))).toBe(false);
  });

  it.each([["--personal"], ["--team"], ["--trailers"], ["--intent-name", "x", "--scope", "y"]])(
    "stands alone: %s is for a repository",
    async (...words) => {
      const bed = await folder();
      const { code, err } = await bed.writ(["init", "--user", ...words]);
      expect(code).toBe(2);
      expect(err).toContain("--user");
    },
  );

  it("leaves out what cannot be connected, and says so where it is named", async () => {
    const bed = await folder();
    const { code, err } = await bed.writ(["init", "--user", "--agent", "cline"]);
    expect(code).toBe(2);
    expect(err).toContain("writ init --agent cline");
    await ok(bed.writ(["init", "--user", "--agent", "all"]));
    expect(existsSync(join(homeOf(bed), ".cline"))).toBe(false);
    await ok(bed.writ(["uninstall", "--user"]));
    expect(await bed.snapshot(homeOf(bed))).toEqual({ ".gitconfig": expect.any(String) });
  });

  it("only looks with --dry-run, and leaves settings alone that it cannot read", async () => {
    const bed = await folder();
    put(bed, ".gemini/settings.json", "{ torn");
    const before = await atHome(bed);
    const dry = await bed.writ(["init", "--user", "--agent", "gemini,codex", "--dry-run"]);
    expect(dry.out).toContain("~/.codex/hooks.json");
    expect(await atHome(bed)).toEqual(before);
    const { code, err } = await bed.writ(["init", "--user", "--agent", "gemini"]);
    expect(code).toBe(1);
    expect(err).toContain("SETTINGS_INVALID");
    expect(readFileSync(join(homeOf(bed), ".gemini/settings.json"), "utf8")).toBe("{ torn");
  });
});

describe("a hook in the settings of a user", () => {
  it("is silent where nothing is governed: in a repository, in a folder, at the root of the disk", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--user", "--agent", "claude-code"]));
    for (const cwd of [bed.root, join(bed.root, "src"), homeOf(bed), "/"])
      expect(await runLine(bed, guardIn(bed), cwd)).toEqual({ code: 0, out: "", err: "" });
  });

  it("guards a repository that is wired for no agent, or another one, from every folder in it", async () => {
    const bed = await guarded();
    await ok(bed.writ(["init", "--agent", "codex"]));
    await ok(bed.writ(["init", "--user", "--agent", "claude-code"]));
    for (const cwd of [bed.root, join(bed.root, "src/auth")])
      expect(codeOf(await runLine(bed, guardIn(bed), cwd))).toBe("NO_ACTIVE_INTENT");
  });

  it("denies where the sidecar was deleted, in linked work trees too", async () => {
    const bed = await guarded();
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "guarded");
    await ok(bed.writ(["init", "--user", "--agent", "claude-code"]));
    const tree = join(homeOf(bed), "run", "tree");
    bed.git("worktree", "add", "--quiet", "--detach", tree);
    for (const root of [bed.root, tree]) {
      rmSync(join(root, ".orchestration"), { recursive: true });
      expect(codeOf(await runLine(bed, guardIn(bed), join(root, "src")))).toBe("unproven");
    }
    const bare = { PATH: "/usr/bin:/bin" };
    const { code, err } = await runLine(bed, guardIn(bed), bed.root, bare);
    expect(code).toBe(2);
    expect(err).not.toBe("");
  });

  it("outside git denies from the user's own record", async () => {
    const bed = await folder();
    await ok(bed.writ(["init", "--yes"]));
    await ok(bed.writ(["init", "--user", "--agent", "claude-code"]));
    mkdirSync(join(bed.root, "src"));
    rmSync(join(bed.root, ".orchestration"), { recursive: true });
    expect(codeOf(await runLine(bed, guardIn(bed), join(bed.root, "src")))).toBe("unproven");
    await ok(bed.writ(["uninstall"]));
    expect(codeOf(await runLine(bed, guardIn(bed), join(bed.root, "src")))).toBe("silent");
  });

  it("is silent again once the repository is uninstalled", async () => {
    const bed = await guarded();
    await ok(bed.writ(["init", "--user", "--agent", "claude-code"]));
    await ok(bed.writ(["uninstall"]));
    expect(codeOf(await runLine(bed, guardIn(bed), bed.root))).toBe("silent");
  });

  it.each([
    ["one after the other", false],
    ["at once", true],
  ])("beside one of the repository, %s: one of the two answers, and one denial is on record", async (_, isParallel) => {
    const bed = await guarded();
    await ok(bed.writ(["init", "--agent", "claude-code"]));
    await ok(bed.writ(["init", "--user", "--agent", "claude-code"]));
    const lines = [commandLine("claude-code", "PreToolUse"), userCommandLine("claude-code", "PreToolUse")];
    const said: Said[] = [];
    if (isParallel) said.push(...(await Promise.all(lines.map((line) => runLine(bed, line, bed.root)))));
    else for (const line of lines) said.push(await runLine(bed, line, bed.root));
    expect(said.map(codeOf).sort()).toEqual(["NO_ACTIVE_INTENT", "silent"]);
    const log = (await ok(bed.writ(["log", "--json"]))).split("\n").filter((line) => line.includes('"refused"'));
    expect(log).toHaveLength(1);
  });
});

describe("a user's connection in a governed repository", () => {
  it("is named by status and doctor, and is no complaint", async () => {
    const bed = await guarded();
    await ok(bed.writ(["init", "--user", "--agent", "claude-code"]));
    expect(JSON.parse(await ok(bed.writ(["status", "--json"]))).hooks).toMatchObject({
      wired: [],
      of_user: ["claude-code"],
    });
    expect((await bed.writ(["status"])).out).not.toContain("No agent is wired here");
    const { out } = await bed.writ(["doctor", "--agent", "claude-code", "--json"]);
    const findings: { agent?: string; about: string; level: string; message: string }[] = JSON.parse(out).findings;
    expect(findings.filter(({ agent, about }) => agent === "claude-code" && about === "wired")).toEqual([
      expect.objectContaining({ level: "ok", message: "connected in your own settings (~/.claude/settings.json)" }),
    ]);
  });

  it("is told beside the repository's own, and uninstalling the repository leaves it", async () => {
    const bed = await guarded();
    await ok(bed.writ(["init", "--agent", "claude-code"]));
    await ok(bed.writ(["init", "--user", "--agent", "claude-code"]));
    expect((await bed.writ(["doctor", "--agent", "claude-code"])).out).toContain("One of the two hooks answers");
    expect(await ok(bed.writ(["uninstall"]))).not.toContain("still calls writ");
    expect(existsSync(join(homeOf(bed), ".claude/settings.json"))).toBe(true);
  });
});
