import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { openAlarms } from "../../packages/runtime/src/snapshot/alarms/alarm-book.ts";
import { listProcesses } from "../../packages/runtime/src/snapshot/strays/processes.ts";
import { worksIn } from "../../packages/runtime/src/snapshot/strays/works-in.ts";
import { openBed } from "./bed.ts";

const told = async (root: string) => (await openAlarms(root)).map(({ path, what }) => `${what} ${path}`);

describe("an agent's own settings", () => {
  const local = ".claude/settings.local.json";
  const changed = ["changed .claude/settings.local.json"];
  it.each<[string, string | null, string, string[]]>([
    ["made with what it may do", null, '{"permissions":{"allow":["Bash(make:*)"]}}', []],
    [
      "that allow more",
      '{"permissions":{"allow":[],"deny":["X"]}}',
      '{ "permissions": {"allow":["Bash(make:*)"],"deny":["X"]}}',
      [],
    ],
    ["that deny less", '{"permissions":{"allow":[],"deny":["X"]}}', '{"permissions":{"allow":["X"]}}', ["deleted"]],
    ["with hooks", "{}", '{"hooks":{}}', ["created"]],
    ["with other hooks", '{"hooks":{}}', '{"hooks":{"Stop":[]}}', changed],
    ["without any hooks", '{"a":1}', '{"a":1,"disableAllHooks":true}', changed],
    ["that are none", '{"a":1}', "{", changed],
  ])("%s", async (_, was, is, expected) => {
    const bed = await openBed();
    mkdirSync(join(bed.root, ".claude"));
    if (was !== null) await bed.asUser(() => bed.put(local, was));
    const { messages = [] } = await bed.call(() => bed.put(local, is));
    const found = await told(bed.root);
    expect(found).toEqual(expected.map((one) => (one.includes(" ") ? one : `${one} ${local}`)));
    expect(messages.length > 0).toBe(expected.length > 0);
    expect(await bed.decisions("drifted")).toMatchObject(expected.length > 0 ? [] : [{ reason: "permissions" }]);
  });
});

describe("git's own config", () => {
  it("may name submodules", async () => {
    const bed = await openBed();
    await bed.call(() => bed.sh("git config submodule.lib.url ../lib && git config submodule.lib.active true"));
    expect(await told(bed.root)).toEqual([]);
    await bed.call(() => bed.sh("git config submodule.lib.update '!evil'"));
    expect(await told(bed.root)).toEqual(["changed .git/config"]);
  });
});

describe("a call", () => {
  it("that is announced twice began with the first time", async () => {
    const bed = await openBed();
    const event = (name: "tool.before" | "tool.after") => ({
      name,
      at: new Date().toISOString(),
      session: { id: "S-1", agent: "claude-code" as const },
      cwd: bed.root,
      request: { tool: "Bash", input: { command: "make" }, callId: "twice" },
    });
    await bed.writ.before(event("tool.before"));
    bed.put("README.md", "ruined\n");
    await bed.writ.before(event("tool.before"));
    await bed.writ.after(event("tool.after"));
    expect(await bed.decisions("strayed")).toMatchObject([{ paths: ["README.md"] }]);
  });

  it("whose end nobody saw is told of at the end of the turn", async () => {
    const bed = await openBed();
    await bed.begin("make");
    bed.sh("echo x > .git/hooks/post-checkout; echo evil > README.md");
    const session = { id: "S-1", agent: "claude-code" as const };
    const { messages = [] } = await bed.writ.hear({ name: "turn.end", at: "", session, cwd: bed.root });
    expect(messages.join("\n")).toContain("README.md");
    expect(messages.join("\n")).toContain(".git/hooks/post-checkout");
  });
});

describe.runIf(process.platform === "linux")("a program is at work in a folder", () => {
  it.each<[string, string, boolean]>([
    ["when it has a file of it open", 'exec 3< "$ROOT/a"; read x', true],
    ["when it was started with it", 'exec sh -c "read x" sh "$ROOT/a"', true],
    ["when it watches it", `exec "$NODE" -e 'fs.watch(process.env.ROOT); process.stdin.resume()'`, true],
    ["but not when it only stands elsewhere", "read x", false],
    ["nor when it works beside it", 'exec 3< "$ROOT-beside/a"; read x', false],
  ])("%s", async (_, line, expected) => {
    const { root, remove } = scratch({ a: "a" });
    const env = { ...process.env, ROOT: root, NODE: process.execPath };
    const child = spawn("sh", ["-c", `mkdir -p "$ROOT-beside"; echo > "$ROOT-beside/a"; ${line}`], {
      cwd: "/",
      env,
      stdio: ["pipe", "ignore", "ignore"],
    });
    onTestFinished(() => {
      child.kill();
      spawn("rm", ["-r", `${root}-beside`]);
      remove();
    });
    const isAtWork = worksIn(root);
    const look = () => (listProcesses() ?? []).some((one) => one.pid === child.pid && isAtWork(one));
    if (expected) await expect.poll(look, { timeout: 10_000 }).toBe(true);
    else {
      await new Promise((done) => setTimeout(done, 500));
      expect(look()).toBe(false);
    }
  });
});
