import { symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { approve, openWorld, passes, said, ticketOf, type World } from "./world.ts";

const person = { by: "ada", assurance: "tty", until: "2026-11-15T11:00:00.000Z" } as const;
const manifest = (more: object = {}) =>
  `${JSON.stringify({ scripts: { deploy: "bash scripts/lib.sh && mytool x", predeploy: "node scripts/pre.js" }, ...more })}\n`;

function fill({ put }: World): void {
  for (const path of [
    "main.tf",
    "Vagrantfile",
    "fabfile.py",
    "ansible.cfg",
    "site.yml",
    "docker-compose.yml",
    "pom.xml",
  ])
    put(path, "one\n");
  put("variables.tf", 'module "m" {\n  source = "./modules/m"\n}\n');
  put("modules/m/m.tf", "one\n");
  put("prod.tfvars", "password = 1\n");
  put("Makefile", "include scripts/x.mk\ndeploy:\n\t./deploy\n");
  put("scripts/x.mk", "x=1\n");
  put("sub/Makefile", "ship:\n\tbash ../scripts/lib.sh\n");
  put("justfile", "ship:\n  ./deploy\n");
  put("Rakefile", "task(:ship){}\n");
  put("build.gradle", "one\n");
  put("gradlew", "one\n", 0o755);
  put("mvnw", "one\n", 0o755);
  put("deno.json", '{"tasks":{"ship":"deno run a.ts"}}\n');
  put("Procfile", "web: node scripts/pre.js\n");
  put("package.json", manifest());
  put("scripts/lib.sh", "one\n");
  put("scripts/pre.js", "1\n");
  put("scripts/app.py", "1\n");
  put("scripts/a b/c.conf", "1\n");
  put("node_modules/.bin/mytool", "#!/bin/sh\n", 0o755);
}

const pairs = [
  ["terraform apply", "main.tf"],
  ["terraform apply", "prod.tfvars"],
  ["terraform apply", "modules/m/m.tf"],
  ["terraform -chdir=. apply", "main.tf"],
  ["ansible-playbook site.yml", "ansible.cfg"],
  ["vagrant up", "Vagrantfile"],
  ["fab ship", "fabfile.py"],
  ["make deploy", "Makefile"],
  ["make deploy", "scripts/x.mk"],
  ["make deploy", "deploy"],
  ["make -C sub ship", "scripts/lib.sh"],
  ["docker compose up", "docker-compose.yml"],
  ["just ship", "justfile"],
  ["rake ship", "Rakefile"],
  ["./gradlew ship", "build.gradle"],
  ["./mvnw ship", "pom.xml"],
  ["deno task ship", "deno.json"],
  ["foreman start", "Procfile"],
  ["foreman start", "scripts/pre.js"],
  ["npm run deploy", "scripts/lib.sh"],
  ["npm run deploy", "scripts/pre.js"],
  ["npm run deploy", "node_modules/.bin/mytool"],
  ["npx mytool", "node_modules/.bin/mytool"],
  ["D=scripts ./deploy", "scripts/lib.sh"],
  ["export D=scripts; ./deploy", "scripts/lib.sh"],
  ["D=a:scripts/lib.sh ./deploy", "scripts/lib.sh"],
  ["D='scripts/a b' ./deploy", "scripts/a b/c.conf"],
  ["./deploy 'scripts/a b'", "scripts/a b/c.conf"],
  ["./deploy --dir='scripts/a b'", "scripts/a b/c.conf"],
  ["./deploy -f'scripts/a b/c.conf'", "scripts/a b/c.conf"],
  ["PYTHONPATH=scripts python3 -m app", "scripts/app.py"],
] as const;

describe("what a command takes by itself", () => {
  it.each(pairs)("ends a grant when it changes: %s, %s", async (command, path) => {
    const world = await openWorld();
    fill(world);
    const agent = await world.session("s-1");
    await world.writ.grant(ticketOf(await agent.bash(command)), person);
    expect(passes(await agent.bash(command))).toBe(true);
    world.put(path, path.endsWith(".json") ? '{"tasks":{"ship":"evil"}}\n' : "evil\n");
    expect(said(await agent.bash(command))).toBe("APPROVAL_REQUIRED");
  });

  it.each(pairs)("ends a single yes too: %s, %s", async (command, path) => {
    const world = await openWorld();
    fill(world);
    const agent = await world.session("s-1");
    await approve(world.writ, await agent.bash(command));
    world.put(path, path.endsWith(".json") ? '{"tasks":{"ship":"evil"}}\n' : "evil\n");
    expect(said(await agent.bash(command))).toBe("APPROVAL_REQUIRED");
  });

  it("is shown, but for settings that may hold secrets", async () => {
    const world = await openWorld();
    fill(world);
    const agent = await world.session("s-1");
    const npm = (await agent.bash("npm run deploy")).ticket;
    expect(npm?.detail).toContain(
      "npm run deploy is defined by package.json#deploy:\n  bash scripts/lib.sh && mytool x",
    );
    expect(npm?.detail).toContain("it runs scripts/pre.js:\n  1");
    expect(npm?.unseen).toBeUndefined();
    const terraform = (await agent.bash("terraform apply")).ticket;
    expect(terraform?.detail).toContain("terraform apply is defined by main.tf:\n  one");
    expect(terraform?.detail).toContain("it also takes these, as they are now:\n  prod.tfvars");
    expect(terraform?.detail).not.toContain("password");
  });

  it.each([
    ["echo x > scripts/new.tf; terraform -chdir=scripts apply", "scripts/new.tf"],
    ["echo x > scripts/x.mk; make deploy", "scripts/x.mk"],
    ["echo x > scripts/tilt; tilt up", "scripts/tilt"],
    ["echo x > scripts/pre.js; foreman start", "scripts/pre.js"],
  ])("cannot be told where the same line changes it: %s", async (command, path) => {
    const world = await openWorld();
    fill(world);
    world.put("scripts/tilt", "one\n");
    symlinkSync("scripts/tilt", join(world.root, "Tiltfile"));
    const agent = await world.session("s-1");
    const asked = await agent.bash(command);
    expect(asked.ticket?.unseen?.join()).toContain(path);
    expect(asked.ticket?.standing).toBeUndefined();
  });

  it.each([
    ["a dependency", "npm run deploy", "package.json", manifest({ dependencies: { a: "2" } })],
    ["another script", "npm run deploy", "package.json", manifest().replace('"predeploy"', '"lint":"x","predeploy"')],
    ["a source", "make deploy", "src/auth/a.ts", "export const a = 2;\n"],
    ["a test", "NODE_ENV=test ./deploy", "test/a.ts", "2\n"],
    ["a manifest", "node scripts/pre.js", "package.json", "{}\n"],
  ])("does not end with %s", async (_, command, path, content) => {
    const world = await openWorld();
    fill(world);
    world.put("test/a.ts", "1\n");
    const agent = await world.session("s-1");
    await world.writ.grant(ticketOf(await agent.bash(command)), person);
    world.put(path, content);
    expect(passes(await agent.bash(command))).toBe(true);
  });
});

describe("a program nobody knows", () => {
  it("counts with its text where it is a script of the machine", async () => {
    const world = await openWorld();
    world.put("bin/frob", "#!/bin/sh\necho one\n", 0o755);
    const path = process.env.PATH ?? "";
    process.env.PATH = [join(world.root, "bin"), path].join(delimiter);
    onTestFinished(() => {
      process.env.PATH = path;
    });
    const agent = await world.session("s-1");
    await world.writ.grant(ticketOf(await agent.bash("frob it")), person);
    expect(passes(await agent.bash("frob it"))).toBe(true);
    world.put("bin/frob", "#!/bin/sh\necho evil\n", 0o755);
    expect(said(await agent.bash("frob it"))).toBe("APPROVAL_REQUIRED");
  });

  it("is named as one whose files nobody knows", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    const asked = await agent.bash("frob it");
    expect(asked.ticket?.detail).toContain("no answer depends on those:\n  frob");
  });

  it("is asked about again when a job the session left running changed something since", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    await agent.call("Bash", { command: "npm test" }, () => {});
    await leaveRunning(world, "s-1");
    await approve(world.writ, await agent.bash("frob it"));
    world.put("scripts/frob.conf", "evil\n");
    const again = await agent.bash("frob it");
    await approve(world.writ, again);
    // What the session itself writes is on record, and undoes no yes.
    await agent.write("scripts/other.conf", "mine\n");
    expect(passes(await agent.bash("frob it"))).toBe(true);
  });
});

describe("what a job wrote in scope that a session left running", () => {
  it("is not run unseen", async () => {
    const world = await openWorld({ config: "runners: [bash scripts/x.sh, npm test]\n" });
    world.put("scripts/x.sh", "echo one\n");
    const agent = await world.session("s-1");
    await agent.call("Bash", { command: "npm test" }, () => {});
    await leaveRunning(world, "s-1");
    world.put("scripts/x.sh", "echo evil\n");
    await agent.call("Bash", { command: "npm test" }, () => {});
    expect((await agent.bash("bash scripts/x.sh")).ticket?.detail).toContain("echo evil");
  });
});

/** One the system tells nothing about, so that it may still be running. */
async function leaveRunning({ writ }: World, id: string): Promise<void> {
  const job = { pid: 0, started: "", since: "2026-11-15T10:00:00.000Z" };
  const stored = await writ.sessions.read(id);
  if (stored === null) throw new Error("no such session");
  await writ.sessions.update(
    id,
    () => stored,
    (session) => ({ ...session, background: [job] }),
  );
}
