import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { approve, openWorld, passes, said } from "./world.ts";

const later = "echo later\n";

describe("a folder, or a name without its ending, in the place of a script", () => {
  it.each([
    ["node scripts", "scripts/index.js"],
    ["node scripts", "scripts/index.cjs"],
    ["node ./scripts/", "scripts/index.js"],
    ["node scripts/b", "scripts/b.js"],
    ["python3 scripts", "scripts/__main__.py"],
    ["go run ./scripts", "scripts/gen.go"],
    ["cargo run --manifest-path scripts/Cargo.toml", "scripts/src/main.rs"],
    ["docker build scripts", "scripts/Dockerfile"],
    ["pip install ./scripts", "scripts/setup.py"],
    ["npm install ./scripts", "scripts/package.json"],
    ["npm install file:./scripts", "scripts/package.json"],
    ["python3 -m scripts.app", "scripts/app.py"],
    ["node --import ./scripts/app.py -e 1", "scripts/app.py"],
    ["awk -f scripts/app.py x", "scripts/app.py"],
    ["sed -f scripts/app.py x", "scripts/app.py"],
    ["bash < scripts/app.py", "scripts/app.py"],
  ])("%s: %s is shown, and the answer depends on it", async (command, path) => {
    const world = await openWorld();
    world.put(path, "echo hello\n");
    const agent = await world.session("s-1");
    const asked = await agent.bash(command);
    expect(asked.ticket?.detail).toContain("echo hello");
    await approve(world.writ, asked);
    world.put(path, later);
    expect(said(await agent.bash(command))).toBe("APPROVAL_REQUIRED");
  });

  it("is what its manifest says", async () => {
    const world = await openWorld();
    world.put("scripts/package.json", '{"main": "lib/go"}');
    world.put("scripts/lib/go.js", "echo hello\n");
    const agent = await world.session("s-1");
    expect((await agent.bash("node scripts")).ticket?.detail).toContain("echo hello");
  });

  it.each(["node scripts", "./deploy scripts"])("%s is unseen where nobody can look at all of it", async (command) => {
    const world = await openWorld();
    for (let index = 0; index < 600; index += 1) world.put(`scripts/${index}.txt`, "x");
    const agent = await world.session("s-1");
    const { ticket } = await agent.bash(command);
    expect(ticket?.unseen).toContain("what is in scripts");
    expect(ticket?.standing).toBeUndefined();
  });

  it.each(["./deploy .", "docker build .", "cargo run", "node scripts/.."])(
    "%s stays the same while the files do",
    async (command) => {
      const world = await openWorld();
      world.put(".git/index", "a");
      const agent = await world.session("s-1");
      for (const content of ["a", "b"]) {
        world.put("scripts/x", content);
        await approve(world.writ, await agent.bash(command));
        world.put(".git/index", content);
        expect(passes(await agent.bash(command))).toBe(true);
      }
    },
  );

  it("is not what a command deletes, or is told in passing", async () => {
    const world = await openWorld();
    for (let index = 0; index < 600; index += 1) world.put(`src/auth/many/${index}.txt`, "x");
    const agent = await world.session("s-1");
    for (const command of ["rm -rf src/auth/many", "gh pr create --title 'less in src/auth/many'"]) {
      const { ticket } = await agent.bash(command);
      expect([command, ticket?.unseen]).toEqual([command, undefined]);
    }
  });

  it.each([
    ["node scripts", "scripts/index.js"],
    ["python3 scripts", "scripts/__main__.py"],
    ["go run ./scripts", "scripts/main.go"],
    ["npx tsc -p .", "node_modules/.bin/tsc"],
    ["tsc -p .", "node_modules/.bin/tsc"],
  ])("is asked about where a runner is defined by it, and a session wrote it: %s, %s", async (line, path) => {
    const world = await openWorld({ config: "runners: [npm run build]\n" });
    world.put("package.json", JSON.stringify({ scripts: { build: line } }));
    world.put(path, "1\n");
    world.put(
      ".orchestration/active_intents.yaml",
      'active_intents:\n  - {id: INT-001, name: A, status: IN_PROGRESS, owned_scope: ["**"]}\n',
    );
    const agent = await world.session("s-1");
    expect(passes(await agent.bash("npm run build"))).toBe(true);
    await agent.read(path);
    expect(passes(await agent.write(path, "evil\n"))).toBe(true);
    const asked = await agent.bash("npm run build");
    expect(asked.ticket?.reasons.join("; ")).toContain(`it runs ${path}, which this session wrote`);
    expect(asked.ticket?.detail).toContain("evil");
  });
});

describe("a tool that npx and the like start", () => {
  const world = async () => {
    const opened = await openWorld({ config: "commands:\n  allow: [npx cowsay]\n" });
    opened.put(
      ".orchestration/active_intents.yaml",
      'active_intents:\n  - {id: INT-001, name: A, status: IN_PROGRESS, owned_scope: ["**"]}\n',
    );
    return opened;
  };

  it.each(["npx tsc --noEmit", "npx --yes prettier --check .", "npx --no-install tsc", "pnpm exec tsc", "npx cowsay"])(
    "%s passes where it is not installed: the table or a rule knows it by its name",
    async (command) => {
      const agent = await (await world()).session("s-1");
      expect(said(await agent.bash(command))).toBe("pass");
    },
  );

  it.each(["npx tsc --noEmit", "npm exec tsc", "bunx tsc", "pnpm exec tsc", "yarn tsc", "cd src && npx tsc --noEmit"])(
    "%s passes where it is installed, until a session wrote it or what it is made of",
    async (command) => {
      const opened = await world();
      opened.put("node_modules/typescript/bin/tsc", "theirs\n");
      opened.put("node_modules/.bin/x", "");
      symlinkSync("../typescript/bin/tsc", join(opened.root, "node_modules/.bin/tsc"));
      const agent = await opened.session("s-1");
      expect(said(await agent.bash(command))).toBe("pass");
      await agent.write("node_modules/typescript/lib/tsc.js", "evil\n");
      const asked = await agent.bash(command);
      expect(asked.ticket?.reasons).toContain("it runs node_modules/typescript/lib/tsc.js, which this session wrote");
      await approve(opened.writ, asked);
      expect(said(await agent.bash(command))).toBe("pass");
      await agent.read("node_modules/.bin/tsc");
      await agent.write("node_modules/.bin/tsc", "evil\n");
      expect(said(await agent.bash(command))).toBe("APPROVAL_REQUIRED");
    },
  );
});

describe("what a command that is seen through names", () => {
  it.each([
    "cp scripts/next.json package.json",
    'cp "$(echo scripts/next.json)" package.json',
    'npm test && cp "$(echo scripts/next.json)" package.json',
    "cat scripts/next.json | tee package.json",
    "sed -f scripts/next.json -i package.json",
  ])("counts: %s", async (command) => {
    const world = await openWorld();
    world.put(
      ".orchestration/active_intents.yaml",
      'active_intents:\n  - {id: INT-001, name: A, status: IN_PROGRESS, owned_scope: ["**"]}\n',
    );
    world.put("package.json", "{}\n");
    world.put("scripts/next.json", "{}\n");
    const agent = await world.session("s-1");
    await approve(world.writ, await agent.bash(command));
    world.put("scripts/next.json", '{"scripts": {"test": "evil"}}\n');
    expect(said(await agent.bash(command))).toBe("APPROVAL_REQUIRED");
  });
});
