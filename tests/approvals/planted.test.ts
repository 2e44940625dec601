import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { diskFolder } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { approve, openWorld, passes, said, type World } from "./world.ts";

/** A folder outside of the workspace with these files. */
function outside(files: Readonly<Record<string, string>>): string {
  const folder = diskFolder("writ-plant-");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const packages = { ".bin/eslint": "evil bin\n", "eslint/package.json": "{}", "eslint/index.js": "evil index\n" };
const intoPlace = (root: string, from: string, to: string) => () =>
  cpSync(from, join(root, to), { recursive: true, force: true });

describe("a folder that a command of the session wrote as a whole", () => {
  const plants: [
    what: string,
    plant: (from: string) => string,
    work: (world: World, from: string) => () => void,
    run: string,
  ][] = [
    [
      "copied",
      (from) => `cp -r ${from} src/auth/p/node_modules`,
      ({ root }, from) => intoPlace(root, from, "src/auth/p/node_modules"),
      "cd src/auth/p && npx eslint .",
    ],
    [
      "unpacked into a folder that was there",
      () => "tar xf /tmp/e.tar -C src/auth/q/node_modules",
      ({ root }, from) => intoPlace(root, from, "src/auth/q/node_modules"),
      "cd src/auth/q && npx eslint .",
    ],
    [
      "moved",
      (from) => `mv ${from} src/auth/p/node_modules`,
      ({ root }, from) =>
        () => {
          cpSync(from, join(root, ".moving"), { recursive: true });
          renameSync(join(root, ".moving"), join(root, "src/auth/p/node_modules"));
        },
      "cd src/auth/p && npx eslint .",
    ],
    [
      "moved by a pattern into a folder that was there",
      (from) => `mv ${from}/* src/auth/q/node_modules/`,
      ({ root }, from) =>
        () => {
          cpSync(from, join(root, ".moving"), { recursive: true });
          renameSync(join(root, ".moving/.bin"), join(root, "src/auth/q/node_modules/.bin"));
        },
      "cd src/auth/q && npx eslint .",
    ],
    [
      "copied, and pointed at",
      (from) => `cp -r ${from} src/auth/p/dist`,
      ({ root }, from) => intoPlace(root, from, "src/auth/p/dist"),
      "npx jest -c src/auth/p/dist/eslint/index.js",
    ],
    [
      "copied as one package",
      (from) => `cp -r ${from}/eslint src/auth/q/node_modules/eslint`,
      ({ root }, from) => intoPlace(root, join(from, "eslint"), "src/auth/q/node_modules/eslint"),
      "cd src/auth/q && npx eslint .",
    ],
  ];
  it.each(plants)("is its doing, file by file, also where git sees nothing of it: %s", async (_, plant, work, run) => {
    const world = await openWorld();
    world.put("src/auth/p/a.ts", "");
    world.put("src/auth/q/node_modules/other/index.js", "theirs\n");
    const from = outside(packages);
    const agent = await world.session("s-1");
    expect(said(await agent.bash(run))).toBe("pass");
    const planted = await agent.call("Bash", { command: plant(from) }, work(world, from));
    expect(said(planted)).toBe("pass");
    const asked = await agent.bash(run);
    expect(said(asked)).toBe("APPROVAL_REQUIRED");
    expect(asked.ticket?.reasons.join("; ")).toMatch(/it runs src\/auth\/.*which this session wrote/);
    expect(asked.ticket?.detail).toContain("evil");
    const other = await world.session("s-2");
    expect((await other.bash(run)).ticket?.reasons.join("; ")).toContain("which another session wrote");
    await approve(world.writ, asked);
    expect(said(await agent.bash(run))).toBe("pass");
  });

  it("is its doing where another language has its tools", async () => {
    const world = await openWorld();
    const scope = 'active_intents:\n  - {id: INT-001, name: A, status: IN_PROGRESS, owned_scope: ["**"]}\n';
    world.put(".orchestration/active_intents.yaml", scope);
    const from = outside({ "bin/ruff": "evil\n" });
    const agent = await world.session("s-1");
    expect(said(await agent.bash("ruff check ."))).toBe("pass");
    await agent.call("Bash", { command: `cp -r ${from} .venv` }, intoPlace(world.root, from, ".venv"));
    expect((await agent.bash("ruff check .")).ticket?.detail).toContain("evil");
  });

  it("is not what lay there before, or came later by another hand", async () => {
    const world = await openWorld();
    world.put("src/auth/q/node_modules/.bin/eslint", "theirs\n");
    await new Promise((resolve) => setTimeout(resolve, 60));
    const from = outside({ "data.txt": "1" });
    const agent = await world.session("s-1");
    const copy = `cp -r ${from} src/auth/q`;
    expect(said(await agent.call("Bash", { command: copy }, intoPlace(world.root, from, "src/auth/q/data")))).toBe(
      "pass",
    );
    expect(said(await agent.bash("cd src/auth/q && npx eslint ."))).toBe("pass");
    await new Promise((resolve) => setTimeout(resolve, 60));
    world.put("src/auth/q/node_modules/.bin/prettier", "a person's\n");
    expect(said(await agent.bash("cd src/auth/q && npx prettier --check ."))).toBe("pass");
  });
});

describe("what the same line plants nearer than what is there", () => {
  it.each([
    "cd src/auth && echo x > node_modules/.bin/tsc && npx tsc",
    "cd src/auth && echo x > node_modules/.bin/tsc && pnpm exec tsc",
    "cd src/auth && echo x > node_modules/typescript/lib/tsc.js && npx tsc",
    "cd src/auth && echo x > node_modules/.bin/vitest && npm test",
    "cp -r /tmp/e src/auth/node_modules && cd src/auth && npx tsc",
    "mv /tmp/e src/auth/node_modules && cd src/auth && npx tsc",
    "tar xf /tmp/e.tar -C src/auth && cd src/auth && npx tsc",
    "ln -s /tmp/e src/auth/node_modules && cd src/auth && npx tsc",
    "cd src/auth && echo x > .venv/bin/pytest && uv run pytest",
    "echo x > scripts/vendor/composer/autoload_real.php && vendor/bin/phpstan analyse",
    "cd src/auth && echo x > json.py && python3 -m json.tool a.json",
    "cd src/auth && echo x > argparse.py && python3 -m json.tool a.json",
    "echo x > scripts/sitecustomize.py && PYTHONPATH=scripts pytest",
    "echo x > scripts/usercustomize.py && env PYTHONPATH=src:scripts pytest",
    "echo x > scripts/re.py && PYTHONPATH=scripts python3 -c 'print(1)'",
  ])("%s", async (command) => {
    const world = await planting();
    const agent = await world.session("s-1");
    const asked = await agent.bash(command);
    expect(said(asked)).toBe("APPROVAL_REQUIRED");
    expect(asked.ticket?.reasons.join("; ")).toContain("which the same command makes or changes");
  });

  it.each([
    "cd src/auth && sed -i s/a/b/ ./*.ts && npx tsc",
    "cd src/auth && npx prettier --write . && npx tsc",
    "cp src/auth/a.ts src/auth/b.ts && npx tsc",
    "echo '{}' > src/auth/x.json && python3 -m json.tool src/auth/x.json",
    "echo x > src/auth/app.py && PYTHONPATH=src pytest",
  ])("%s plants nothing", async (command) => {
    const agent = await (await planting()).session("s-1");
    expect([command, said(await agent.bash(command))]).toEqual([command, "pass"]);
  });

  async function planting(): Promise<World> {
    const world = await openWorld();
    for (const tool of ["tsc", "vitest", "eslint", "prettier"]) world.put(`node_modules/.bin/${tool}`, "theirs\n");
    world.put("package.json", JSON.stringify({ scripts: { test: "vitest run" } }));
    return world;
  }
});

describe("settings that linters and formatters find by their place", () => {
  it.each([
    ["src/auth/.eslintrc.js", "npx eslint src/auth"],
    ["src/auth/eslint.config.mjs", "cd src/auth && npx eslint ."],
    ["src/auth/.prettierrc", "npx prettier --check src/auth"],
    ["src/auth/prettier.config.js", "npx prettier --check ."],
    ["src/auth/.stylelintrc.json", "npx stylelint src/auth/a.css"],
    ["src/auth/.rubocop.yml", "rubocop"],
    ["src/auth/.clang-tidy", "clang-tidy src/auth/a.c"],
    ["src/auth/.eslintrc.json", "npm run lint"],
  ])("%s is asked about once before %s", async (path, command) => {
    const world = await openWorld();
    world.put("package.json", JSON.stringify({ scripts: { lint: "eslint ." } }));
    const agent = await world.session("s-1");
    expect([command, said(await agent.bash(command))]).toEqual([command, "pass"]);
    expect(passes(await agent.write(path, "evil\n"))).toBe(true);
    const asked = await agent.bash(command);
    expect(asked.ticket?.reasons.join("; ")).toContain(`this session changed ${path}`);
    expect(asked.ticket?.detail).toContain("evil");
    await approve(world.writ, asked);
    expect(said(await agent.bash(command))).toBe("pass");
    expect(said(await agent.bash(command))).toBe("pass");
  });

  it.each([
    "echo x > src/auth/.eslintrc.js && npx eslint src/auth",
    "cp /tmp/x src/auth/.prettierrc.js && npx prettier --check .",
  ])("are asked about where the same line makes them: %s", async (command) => {
    const agent = await (await openWorld()).session("s-1");
    expect(said(await agent.bash(command))).toBe("APPROVAL_REQUIRED");
  });

  it.each([
    ["src/auth/jest.config.js", "npx jest"],
    ["src/auth/vitest.config.ts", "npx vitest run"],
    ["src/auth/pytest.ini", "pytest"],
    ["src/auth/.eslintignore", "npx eslint ."],
  ])("%s is none that counts for %s", async (path, command) => {
    const agent = await (await openWorld()).session("s-1");
    await agent.write(path, "x\n");
    expect(said(await agent.bash(command))).toBe("pass");
  });
});
