import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorld, passes, said, ticketOf, type World } from "./world.ts";

const hour = "2026-11-15T11:00:00.000Z";
const person = { by: "ada", assurance: "tty" } as const;

/** A session that asked to run a script, and was granted it for an hour. */
async function granted(world: World) {
  world.put("scripts/x.sh", "echo hello\n");
  const agent = await world.session("s-1");
  const asked = await agent.bash("bash scripts/x.sh");
  const grant = await world.writ.grant(ticketOf(asked), { ...person, until: hour });
  return { agent, grant };
}

const decisions = async ({ writ }: World) => {
  const found = [];
  for await (const { record } of writ.decisions.read()) found.push(record);
  return found;
};

describe("a grant", () => {
  it("lets the same command pass again and again, and each use is on record", async () => {
    const world = await openWorld();
    const { agent, grant } = await granted(world);
    for (let times = 0; times < 3; times++) expect(passes(await agent.bash("bash scripts/x.sh"))).toBe(true);
    expect(await world.writ.grants.read(grant.id)).toMatchObject({ uses: 3, intent: "INT-001", ticket: grant.ticket });
    const found = await decisions(world);
    expect(found.filter((one) => one.decision === "granted")).toMatchObject([
      { grant: grant.id, ticket: grant.ticket, by: "ada", assurance: "tty", until: hour, intent: "INT-001" },
    ]);
    expect(found.filter((one) => one.decision === "approved")).toMatchObject(
      Array.from({ length: 3 }, () => ({ grant: grant.id, by: "ada", session: "s-1" })),
    );
  });

  it("is for any session of its intent", async () => {
    const world = await openWorld();
    await granted(world);
    const other = await world.session("s-2");
    expect(passes(await other.bash("bash scripts/x.sh"))).toBe(true);
    const stranger = await world.session("s-3", "INT-002");
    expect(said(await stranger.bash("bash scripts/x.sh"))).toBe("APPROVAL_REQUIRED");
    const idle = await world.session("s-4", null);
    expect(said(await idle.bash("bash scripts/x.sh"))).toBe("NO_ACTIVE_INTENT");
  });

  it("does not care for the words beside the command", async () => {
    const world = await openWorld();
    const { agent } = await granted(world);
    const input = { command: "bash scripts/x.sh", description: "another word for it", timeout: 5 };
    expect(passes(await agent.before("Bash", input))).toBe(true);
  });

  it("is over when the script changes, and holds again for what it was given for", async () => {
    const world = await openWorld();
    const { agent } = await granted(world);
    world.put("scripts/x.sh", "rm -rf src\n");
    expect(said(await agent.bash("bash scripts/x.sh"))).toBe("APPROVAL_REQUIRED");
    world.put("scripts/x.sh", "echo hello\n");
    expect(passes(await agent.bash("bash scripts/x.sh"))).toBe(true);
  });

  it.each([
    "cd scripts && ../deploy prod.conf",
    "./deploy -fscripts/prod.conf",
    "./deploy @scripts/prod.conf",
    "./deploy --file=scripts/prod.conf",
    "./deploy 'scripts/my file.conf'",
    "./deploy scripts/pro*.conf",
    "./deploy scripts/[m]y*",
    "./deploy scripts/{prod,x}.conf",
    "P=scripts; ./deploy $P/prod.conf",
    "./deploy scripts/pr''od.conf",
    "./deploy a,scripts/prod.conf",
    "make -fscripts/prod.conf all",
    "cd scripts && make -f prod.conf all",
    "cd scripts && TEST_STAGE=prod.conf ../deploy",
    "cd scripts && ../deploy < prod.conf",
    "./deploy scripts/prod.conf > scripts/prod.conf",
    "./deploy scripts",
    "./deploy scripts/",
    "./deploy --dir=scripts",
    "./deploy -I scripts x.conf",
    "./deploy --config scripts/prod",
    "./deploy file://./scripts/prod.conf",
    "./deploy file://scripts/pro%64.conf",
    "./deploy ~+/scripts/prod.conf",
    "go run ./scripts",
    "docker build scripts",
    "cargo run --manifest-path scripts/Cargo.toml",
  ])("is over when a file changes that the command names in its own way: %s", async (command) => {
    const world = await openWorld();
    const files = ["scripts/prod.conf", "scripts/my file.conf"];
    for (const file of files) world.put(file, "a\n");
    const agent = await world.session("s-1");
    await world.writ.grant(ticketOf(await agent.bash(command)), { ...person, until: hour });
    expect(passes(await agent.bash(command))).toBe(true);
    for (const file of files) world.put(file, "b\n");
    expect(said(await agent.bash(command))).toBe("APPROVAL_REQUIRED");
  });

  it("ends with its time, or when it is taken back", async () => {
    const world = await openWorld();
    const { agent, grant } = await granted(world);
    world.wait(61);
    expect(said(await agent.bash("bash scripts/x.sh"))).toBe("APPROVAL_REQUIRED");
    world.wait(-61);
    expect(passes(await agent.bash("bash scripts/x.sh"))).toBe(true);
    expect(await world.writ.revoke(grant.id, person)).toBe(true);
    expect(said(await agent.bash("bash scripts/x.sh"))).toBe("APPROVAL_REQUIRED");
    expect(await world.writ.revoke(grant.id, person)).toBe(false);
    expect((await decisions(world)).filter((one) => one.decision === "revoked")).toMatchObject([{ grant: grant.id }]);
  });

  it("is for unknown tools too, with exactly what they were given", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    const asked = await agent.before("mcp__x__run", { cmd: "a" });
    expect(asked.ticket?.detail).toContain('"cmd": "a"');
    await world.writ.grant(ticketOf(asked), { ...person, until: hour });
    expect(passes(await agent.before("mcp__x__run", { cmd: "a" }))).toBe(true);
    expect(said(await agent.before("mcp__x__run", { cmd: "b" }))).toBe("APPROVAL_REQUIRED");
  });

  it("is in the record of what the command changed", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    const rm = "rm src/auth/a.ts";
    const grant = await world.writ.grant(ticketOf(await agent.bash(rm)), { ...person, until: hour });
    const { rmSync } = await import("node:fs");
    await agent.call("Bash", { command: rm }, () => rmSync(join(world.root, "src/auth/a.ts")));
    const [trace] = await world.writ.traces.last(1);
    expect(trace?.record.metadata.ticket).toBe(grant.id);
  });
});

describe("no grant is given", () => {
  it.each([
    ["for a change of files", "Write", { file_path: "package.json", content: "{}" }],
    ["for more scope", "request_scope_expansion", { additional_globs: ["src/**"], reason: "needed" }],
  ])("%s", async (_, tool, input) => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    const asked = await agent.before(tool, input);
    await expect(world.writ.grant(ticketOf(asked), { ...person, until: hour })).rejects.toThrow(/granted/);
  });

  it.each([
    ["for more than eight hours", "2026-11-15T18:01:00.000Z"],
    ["for no time", "2026-11-15T10:00:00.000Z"],
    ["without an end", "never"],
  ])("%s", async (_, until) => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    const asked = await agent.bash("./deploy");
    await expect(world.writ.grant(ticketOf(asked), { ...person, until })).rejects.toThrow(/no length/);
    expect(await world.writ.grants.list()).toEqual([]);
  });

  it("by a script for what deletes, whatever the config says", async () => {
    const world = await openWorld({ config: "assurance: {delete: script, opaque: script}\n" });
    const agent = await world.session("s-1");
    const asked = await agent.bash("rm src/auth/a.ts");
    const script = { by: "ci", assurance: "script", until: hour } as const;
    await expect(world.writ.grant(ticketOf(asked), script)).rejects.toThrow(/terminal/);
    const other = await agent.bash("./deploy");
    expect(await world.writ.grant(ticketOf(other), script)).toMatchObject({ assurance: "script" });
  });

  it("for a ticket that was answered or ran out", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    const asked = await agent.bash("./deploy");
    await world.writ.answer(ticketOf(asked), { approved: false, ...person });
    await expect(world.writ.grant(ticketOf(asked), { ...person, until: hour })).rejects.toThrow(/no longer open/);
    const late = await agent.bash("./deploy two");
    world.wait(31);
    await expect(world.writ.grant(ticketOf(late), { ...person, until: hour })).rejects.toThrow(/no longer open/);
  });

  it("that opens what is protected, is out of scope, or is a person's", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    mkdirSync(join(world.root, ".git"), { recursive: true });
    for (const [command, code] of [
      ["./deploy > .git/config", "PROTECTED_PATH"],
      ["./deploy > src/billing/a.ts", "SCOPE_VIOLATION"],
      ["./deploy; writ approve T-1", "PERSON_ONLY"],
    ] as const)
      expect(said(await agent.bash(command))).toBe(code);
  });
});
