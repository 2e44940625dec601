import { chmod, cp, lstat, mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { command, folder, json, ok, repository } from "./cli-bed.ts";

const hook = ".git/hooks/pre-commit";

describe("writ init", () => {
  it("creates what is missing, and nothing else in the repository", async () => {
    const bed = await repository();
    await bed.put("package.json", '{"scripts":{"test":"x"}}');
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "second");
    await ok(bed.writ(["init"]));
    expect(
      bed
        .git("status", "--porcelain", "--untracked-files=all")
        .split("\n")
        .map((line) => line.slice(3))
        .sort(),
    ).toEqual([
      ".orchestration/.gitattributes",
      ".orchestration/.gitignore",
      ".orchestration/.intentignore",
      ".orchestration/active_intents.yaml",
      ".orchestration/config.yaml",
      ".orchestration/writ.ps1",
      ".orchestration/writ.sh",
    ]);
    expect(await bed.read(".orchestration/config.yaml")).toContain('- "npm test"');
    expect((await stat(join(bed.root, hook))).mode & 0o111).toBe(0o111);
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ mode: "enforce", untrusted: [], findings: [] });
  });

  it("run twice is run once, byte for byte", async () => {
    const bed = await repository();
    const args = ["init", "--intent-name", "Login", "--scope", "src/auth/**"];
    await ok(bed.writ(args));
    const once = await bed.snapshot();
    const again = await ok(bed.writ(args));
    expect(again).toMatch(/already guards .*\nNothing to change\.\n/);
    expect(again).toMatch(/\nHow things stand: writ status\n?$/);
    expect(again).not.toMatch(/keep|Commit|Added|Next:/);
    expect(await ok(bed.writ(["init", "--dry-run"]))).toMatch(/^Writ already guards .*\nNothing to change\.\n?$/);
    expect(await bed.snapshot()).toEqual(once);
  });

  it("guards the whole repository, from wherever it is run", async () => {
    const bed = await repository();
    expect(await json(bed.writ(["init", "--json"], { cwd: join(bed.root, "src/auth") }))).toMatchObject({
      root: bed.root,
    });
  });

  it("never overwrites", async () => {
    const bed = await repository();
    const own = "# mine\nactive_intents:\n  - id: X\n    name: mine\n    status: PENDING\n    owned_scope: [a]\n";
    await bed.put(".orchestration/active_intents.yaml", own);
    await bed.put(".orchestration/config.yaml", "mode: observe\n");
    await ok(bed.writ(["init"]));
    expect(await bed.read(".orchestration/active_intents.yaml")).toBe(own);
    // What a repository brings is not trusted because somebody ran init in it.
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ mode: "enforce", untrusted: ["mode"] });
  });

  it("does nothing on a dry run", async () => {
    const bed = await repository();
    const before = await bed.snapshot();
    expect(await ok(bed.writ(["init", "--dry-run"]))).toContain(".orchestration/active_intents.yaml");
    expect(await bed.snapshot()).toEqual(before);
  });

  it("works without git, and says what is missing then", async () => {
    const bed = await folder();
    expect(await ok(bed.writ(["init"]))).toContain("no git here");
    expect(await json(bed.writ(["intent", "list", "--json"]))).toEqual([]);
  });

  it("refuses a home folder, unless told", async () => {
    const bed = await folder();
    const env = { HOME: bed.root, USERPROFILE: bed.root };
    expect(await bed.writ(["init"], { env })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/your home folder.*--force/s),
    });
    expect(await bed.writ(["init", "--force"], { env })).toMatchObject({ code: 0 });
  });

  it("refuses a sidecar behind a link", async () => {
    const bed = await repository();
    await mkdir(join(bed.root, "elsewhere"));
    await symlink("elsewhere", join(bed.root, ".orchestration"));
    expect(await bed.writ(["init"])).toMatchObject({ code: 1, err: expect.stringContaining("symbolic link") });
  });

  it("refuses a repository without files", async () => {
    const bed = await folder();
    bed.git("init", "--bare", "--quiet");
    expect(await bed.writ(["init"])).toMatchObject({ code: 2, err: expect.stringContaining("nothing to guard") });
  });

  it("adds the first intent", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--intent-name", "Login", "--scope", "src/auth/**", "--scope", "docs/**"]));
    expect(await json(bed.writ(["intent", "list", "--json"]))).toMatchObject([
      { name: "Login", owned_scope: ["src/auth/**", "docs/**"] },
    ]);
  });
});

describe("writ init tells", () => {
  it("what comes next", async () => {
    const bed = await repository();
    expect(await ok(bed.writ(["init"]))).toMatch(/Commit these files;.*Next: say .* writ intent add/s);
    await ok(bed.writ(["intent", "add", "--name", "Login", "--scope", "src/**"]));
    const again = await ok(bed.writ(["init"]));
    expect(again).toContain("How things stand: writ status");
    expect(again).not.toContain("Next:");
  });

  it("how to name an agent, where none is found", async () => {
    const bed = await repository();
    expect(await ok(bed.writ(["init"]))).toMatch(/No agent was found.*writ init --agent claude-code\n.*codex, copilot/);
    expect(await ok(bed.writ(["init", "--agent", "none"]))).not.toContain("No agent was found");
  });

  it.each([
    [["--intent-name", "Login"], "--intent-name needs --scope"],
    [["--scope", "src/**"], "--scope needs --intent-name"],
    [["--intent-name", "Login", "--scope", "../x"], "it climbs"],
  ])("what is wrong before it does anything: %j", async (args, said) => {
    const bed = await repository();
    const before = await bed.snapshot();
    expect(await bed.writ(["init", ...args])).toMatchObject({ code: 2, err: expect.stringContaining(said) });
    expect(await bed.snapshot()).toEqual(before);
  });
});

describe("writ uninstall tells", () => {
  it("what stays, what still calls Writ, and when there is nothing to do", async () => {
    const bed = await repository();
    await ok(bed.writ(["init"]));
    await bed.put("AGENT.md", "# Lessons\n");
    const settings = join(bed.env.HOME ?? "", ".claude", "settings.json");
    await mkdir(join(settings, ".."));
    await writeFile(settings, '{"hooks": {"Stop": [{"hooks": [{"command": "npx writ hook claude-code Stop"}]}]}}');
    const said = await ok(bed.writ(["uninstall"]));
    expect(said).toMatch(/keep +AGENT\.md/);
    expect(said).toContain("take its hooks out of ~/.claude/settings.json");
    expect(await ok(bed.writ(["uninstall"]))).toContain("Nothing to do");
  });
});

describe("the commit hook", () => {
  it("keeps a hook that was there, and still fails when that one fails", async () => {
    const bed = await repository();
    await bed.put(hook, "#!/bin/sh\necho ran > ran.txt\ntest ! -e stop\n");
    await chmod(join(bed.root, hook), 0o755);
    await ok(bed.writ(["init"]));
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "goes");
    expect(await bed.read("ran.txt")).toBe("ran\n");
    await bed.put("stop", "");
    bed.git("add", "--all");
    expect(() => bed.git("commit", "--quiet", "--message", "stops")).toThrow();
  });

  it("runs a hook that is no shell script, beside it", async () => {
    const bed = await repository();
    await bed.put(
      hook,
      `#!/usr/bin/env node\nrequire("node:fs").writeFileSync("ran.txt", "ran");\nprocess.exit(require("node:fs").existsSync("stop") ? 3 : 0);\n`,
    );
    await chmod(join(bed.root, hook), 0o755);
    const before = await bed.snapshot();
    await ok(bed.writ(["init"]));
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "goes");
    expect(await bed.read("ran.txt")).toBe("ran");
    await bed.put("stop", "");
    bed.git("add", "--all");
    expect(() => bed.git("commit", "--quiet", "--message", "stops")).toThrow();
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    const { "ran.txt": _, stop: __, ...after } = await bed.snapshot();
    expect(after).toEqual(before);
  });

  it("never stops a commit, not even when Writ is gone", async () => {
    const bed = await repository();
    await ok(bed.writ(["init"]));
    const text = await bed.read(hook);
    await bed.put(hook, text.replaceAll(command, "/nowhere/writ.cjs"));
    await chmod(join(bed.root, hook), 0o755);
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "goes on");
    expect(bed.git("log", "--oneline").split("\n")).toHaveLength(2);
  });

  it("leaves a hook alone that git ignores, and says so", async () => {
    const bed = await repository();
    await bed.put(hook, "#!/bin/sh\nexit 1\n");
    expect(await ok(bed.writ(["init"]))).toContain("not executable");
    expect(await bed.read(hook)).toBe("#!/bin/sh\nexit 1\n");
  });

  it("leaves hooks alone that other repositories share", async () => {
    const bed = await repository();
    const shared = await folder();
    bed.git("config", "core.hooksPath", shared.root);
    expect(await ok(bed.writ(["init"]))).toContain("shared with other repositories");
    expect(await shared.snapshot()).toEqual({});
  });

  it("uses husky's file, without naming this machine in it", async () => {
    const bed = await repository();
    await bed.put(".husky/pre-commit", "npx lint-staged\n");
    bed.git("config", "core.hooksPath", ".husky/_");
    await ok(bed.writ(["init"]));
    const text = await bed.read(".husky/pre-commit");
    expect(text.startsWith("npx lint-staged\n")).toBe(true);
    expect(text).toContain("writ publish --hook");
    expect(text).not.toContain(command);
  });

  it("is one for all working copies of a repository, and goes with the last", async () => {
    const bed = await repository();
    const other = join(bed.root, "..", `${bed.root.split("/").at(-1)}-other`);
    bed.git("worktree", "add", "--quiet", other);
    await ok(bed.writ(["init"]));
    await ok(bed.writ(["init"], { cwd: other }));
    expect(await ok(bed.writ(["uninstall"]))).toContain("uses it too");
    expect(await bed.read(hook)).toContain("writ publish");
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    await ok(bed.writ(["uninstall", "--purge", "--yes"], { cwd: other }));
    await expect(lstat(join(bed.root, hook))).rejects.toThrow();
    bed.git("worktree", "remove", "--force", other);
  });

  it("finds the hooks of a submodule", async () => {
    const outer = await repository();
    const inner = await repository();
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "part");
    await ok(outer.writ(["init"], { cwd: join(outer.root, "part") }));
    expect(await readFile(join(outer.root, ".git/modules/part/hooks/pre-commit"), "utf8")).toContain("writ publish");
    expect(await readFile(join(outer.root, "part/.orchestration/config.yaml"), "utf8")).toContain("mode");
  });
});

describe("writ uninstall", () => {
  it.each<[string, string | null, number]>([
    ["no hook", null, 0],
    ["a hook", "#!/bin/sh\nnpm test\n", 0o755],
    ["a hook without a last line break", "#!/bin/sh\nnpm test", 0o700],
    ["a hook that leaves early", "#!/usr/bin/env bash\nexec true\n", 0o755],
    ["an empty hook", "#!/bin/sh\n", 0o755],
  ])("gives every file back as it was: %s", async (_, text, mode) => {
    const bed = await repository();
    if (text !== null) {
      await bed.put(hook, text);
      await chmod(join(bed.root, hook), mode);
    }
    const before = await bed.snapshot();
    await ok(bed.writ(["init", "--intent-name", "Login", "--scope", "src/**"]));
    expect(await bed.snapshot()).not.toEqual(before);
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(await bed.snapshot()).toEqual(before);
    if (text !== null) expect((await stat(join(bed.root, hook))).mode & 0o777).toBe(mode);
  });

  it("takes only its own lines out of a hook that was changed since", async () => {
    const bed = await repository();
    await bed.put(hook, "#!/bin/sh\nnpm test\n");
    await chmod(join(bed.root, hook), 0o755);
    await ok(bed.writ(["init"]));
    await writeFile(join(bed.root, hook), `${await bed.read(hook)}echo more\n`);
    await ok(bed.writ(["uninstall"]));
    expect(await bed.read(hook)).toBe("#!/bin/sh\nnpm test\necho more\n");
  });

  it("in a copy, or after a move, takes out its own hook, and no other repository's", async () => {
    const bed = await repository();
    await bed.put(hook, "#!/bin/sh\nnpm test\n");
    await chmod(join(bed.root, hook), 0o755);
    await ok(bed.writ(["init"]));
    const away = await folder();
    const [copy, moved] = [join(away.root, "copy"), join(away.root, "moved")];
    await cp(bed.root, copy, { recursive: true, preserveTimestamps: true });
    await cp(bed.root, moved, { recursive: true });
    const guarded = await bed.read(hook);
    expect(await ok(bed.writ(["uninstall"], { cwd: copy }))).not.toContain(join(bed.root, hook));
    expect(await bed.read(hook)).toBe(guarded);
    expect(await readFile(join(copy, hook), "utf8")).toBe("#!/bin/sh\nnpm test\n");
    // What the record names is nowhere any longer.
    await rm(bed.root, { recursive: true });
    await ok(bed.writ(["uninstall"], { cwd: moved }));
    expect(await readFile(join(moved, hook), "utf8")).toBe("#!/bin/sh\nnpm test\n");
  });

  it("keeps the records, and says so, unless it is told to purge", async () => {
    const bed = await repository();
    await ok(bed.writ(["init"]));
    expect(await ok(bed.writ(["uninstall"]))).toContain("records stay");
    expect(await bed.read(".orchestration/active_intents.yaml")).toContain("active_intents");
    expect(await bed.writ(["uninstall", "--purge"])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    expect(await bed.read(".orchestration/active_intents.yaml")).toContain("active_intents");
  });

  it("does nothing on a dry run, and nothing where nothing is", async () => {
    const bed = await repository();
    expect(await ok(bed.writ(["uninstall"]))).toContain("not installed");
    await ok(bed.writ(["init"]));
    const before = await bed.snapshot();
    await ok(bed.writ(["uninstall", "--purge", "--dry-run"]));
    expect(await bed.snapshot()).toEqual(before);
  });
});

it("does not guard a folder twice", async () => {
  const bed = await folder();
  await ok(bed.writ(["init"]));
  await bed.put("inner/a.ts", "");
  expect(await bed.writ(["init"], { cwd: join(bed.root, "inner") })).toMatchObject({
    code: 2,
    err: expect.stringContaining("guarded already"),
  });
});
