import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createWrit, HookEngine, type Task } from "@writ/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { repository, script } from "./hooks-bed.ts";

const library = pathToFileURL(fileURLToPath(new URL("../../packages/cli/dist/index.js", import.meta.url))).href;

const forbids = `grep -q forbidden && echo '{"error":"blocked_by_policy","messages_to_user":["no"]}'; exit 0`;

describe("a host that runs its tools through executeTool", () => {
  async function host(over: ConstructorParameters<typeof HookEngine>[0] = {}) {
    const repo = repository();
    repo.declare("guard", "PreAbilityCall", script("guard", forbids, "blocking: true\n"));
    repo.declare("watch", "PostAbilityCall", script("watch", 'cat > seen; echo \'{"messages_to_user":["seen"]}\''));
    await repo.trust();
    const engine = new HookEngine({ root: repo.root, approval: "never", ...over });
    engine.registerDefaultHooks();
    const session = { id: "s-1", cwd: repo.root };
    const call = (command: string) =>
      engine.executeTool("execute_command", { command }, { session, execute: () => "done" });
    return { repo, call };
  }

  it("has the repository's hooks around every call (R146)", async () => {
    const told: unknown[] = [];
    const { repo, call } = await host({ onTold: (said) => told.push(said) });
    expect((await call("echo forbidden")).blocked?.code).toBe("BLOCKED_BY_POLICY");
    expect(await call("echo fine")).toMatchObject({ allowed: true, result: "done" });
    expect(JSON.parse(repo.read("seen"))).toMatchObject({
      event_type: "PostAbilityCall",
      agent: "library",
      ability_id: "execute_command",
      status: "success",
    });
    expect(told).toEqual([{ messages: ["seen"] }]);
  });

  it("switches them off with null", async () => {
    const { call } = await host({ events: null });
    expect((await call("echo forbidden")).allowed).toBe(true);
  });
});

it("comes with Writ's own hooks, and its program ends when it has nothing left to do", () => {
  const repo = repository();
  const text = `import { HookEngine } from ${JSON.stringify(library)};
const engine = new HookEngine({ root: ${JSON.stringify(repo.root)} });
engine.registerDefaultHooks();
await engine.executeTool("read_file", { path: "a.ts" }, { session: { id: "s" }, execute: () => "text" });
console.log("over");
`;
  const file = join(repo.root, "host.mjs");
  writeFileSync(file, text);
  expect(execFileSync(process.execPath, [file], { encoding: "utf8", timeout: 15_000 })).toBe("over\n");
  expect(repo.read(".system/logs/tool_call.md")).toContain("read_file");
});

describe("a call that changes no file", () => {
  const both = async () => {
    const repo = repository();
    repo.declare("guard", "PreAbilityCall", script("guard", `tee -a asked | ${forbids}`, "blocking: true\n"));
    repo.declare("watch", "PostAbilityCall", script("watch", "cat >> ended; echo '{}'"));
    await repo.trust();
    const engine = new HookEngine({ root: repo.root, approval: "risky" });
    engine.registerDefaultHooks();
    const call = (tool: string, payload: unknown) =>
      engine.executeTool(tool, payload, { session: { id: "s-1" }, execute: () => "text" });
    return { repo, call };
  };

  it("is asked about like every other call, and may be refused (R146)", async () => {
    const { repo, call } = await both();
    expect((await call("read_file", { path: "forbidden.ts" })).blocked?.code).toBe("BLOCKED_BY_POLICY");
    expect(existsSync(join(repo.root, "ended"))).toBe(false);
    expect(await call("read_file", { path: "a.ts" })).toMatchObject({ allowed: true, result: "text" });
    expect(JSON.parse(repo.read("ended"))).toMatchObject({ event_type: "PostAbilityCall", tool_name: "read_file" });
  });

  it.each([
    ["list_active_intents", {}],
    ["record_lesson", { lesson: "Mind the gap." }],
    ["select_active_intent", { intent_id: "INT-001" }],
    ["execute_command", { command: "writ intent select INT-001" }],
  ])("and is Writ's own, as %s, is told to nobody, neither before nor after", async (tool, payload) => {
    const { repo, call } = await both();
    expect(await call(tool, payload)).toMatchObject({ allowed: true, result: expect.not.stringMatching(/^text$/) });
    expect([existsSync(join(repo.root, "asked")), existsSync(join(repo.root, "ended"))]).toEqual([false, false]);
  });

  it("but asks for more scope is told to nobody either, once a person granted it", async () => {
    const { repo, call } = await both();
    await call("select_active_intent", { intent_id: "INT-001" });
    const ask = () => call("request_scope_expansion", { additional_globs: ["docs/**"], reason: "so" });
    const ticket = String((await ask()).blocked?.meta.ticket);
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    await writ.answer(ticket, { approved: true, by: "p", assurance: "tty" });
    expect((await ask()).result).toBe('{"granted":["docs/**"]}');
    expect([existsSync(join(repo.root, "asked")), existsSync(join(repo.root, "ended"))]).toEqual([false, false]);
  });
});

describe("how long a call took", () => {
  const slow = async () => {
    const repo = repository();
    const watch = script("watch", "cat > seen; echo '{}'", "match: { min_duration_ms: 150 }\n");
    repo.declare("watch", "PostAbilityCall", watch);
    await repo.trust();
    const engine = new HookEngine({ root: repo.root, approval: "never" });
    engine.registerDefaultHooks();
    const seen = () => {
      const file = join(repo.root, "seen");
      return existsSync(file) ? JSON.parse(repo.read("seen")).duration_ms : null;
    };
    return { engine, seen, task: { taskId: "t", cwd: repo.root } };
  };
  const payload = { command: "echo fine" };
  const block = { name: "execute_command", id: "c-1", params: payload };

  it.each([
    [
      "executeTool",
      async (engine: HookEngine, { taskId, cwd }: Task, ms: number) => {
        const session = { id: taskId ?? "", cwd: cwd ?? "" };
        await engine.executeTool("execute_command", payload, { session, execute: () => pause(ms) });
      },
    ],
    [
      "postToolUse",
      async (engine: HookEngine, task: Task, ms: number) => {
        const { context } = await engine.preToolUse(task, block);
        await pause(ms);
        await engine.postToolUse(task, block, context, true);
      },
    ],
    [
      "executePostHook",
      async (engine: HookEngine, task: Task, ms: number) => {
        const call = { toolName: "execute_command", params: payload, task, block: {} };
        await engine.executePreHook(call);
        await pause(ms);
        await engine.executePostHook(call);
      },
    ],
  ])("is what %s tells hooks, whose min_duration_ms can so be met", async (_, run) => {
    const { engine, seen, task } = await slow();
    await run(engine, task, 200);
    expect(seen()).toBeGreaterThanOrEqual(195);
    expect(seen()).toBeLessThan(5000);
  });

  it("is not made up for a call nobody saw begin", async () => {
    const { engine, seen, task } = await slow();
    const { context } = await engine.preToolUse(task, block);
    await pause(200);
    await engine.postToolUse(task, block, { ...context, invocationId: "another" }, true);
    expect(seen()).toBeNull();
  });
});

describe("what hooks say before a call", () => {
  const speaking = async () => {
    const repo = repository();
    const says = (text: string) => `echo '{"messages_to_user":["${text}"]}'`;
    repo.declare("a_words", "PreAbilityCall", script("a_words", says("one\\\\nline")));
    repo.declare("guard", "PreAbilityCall", script("guard", forbids, "blocking: true\n"));
    const ability = `echo '{"suggested_abilities":[{"id":"x","reason":"it fits"}]}'`;
    repo.declare("hints", "PreAbilityCall", script("hints", ability));
    await repo.trust();
    const engine = new HookEngine({ root: repo.root, approval: "never" });
    return { engine, task: { taskId: "t", cwd: repo.root } };
  };
  const said = expect.stringMatching(/^Abilities of this .*\n- x: it fits.*\nTell your person: one line$/);

  it.each([
    ["let pass", "echo fine", { allowExecution: true }, { blocked: false }],
    ["refused", "echo forbidden", { allowExecution: false }, { blocked: true }],
  ])("comes back to a host that runs its tools itself, for a call that is %s", async (_, command, s1, s0) => {
    const { engine, task } = await speaking();
    const params = { command };
    const block = { name: "execute_command", id: "c-1", params };
    expect(await engine.preToolUse(task, block)).toMatchObject({ ...s1, contextInjection: said });
    const call = { toolName: "execute_command", params, task, block: { id: "c-2" } };
    expect(await engine.executePreHook(call)).toMatchObject({ ...s0, contextInjection: said });
    const session = { id: "t", cwd: task.cwd };
    const outcome = await engine.executeTool("execute_command", params, { session, execute: () => "done" });
    expect(outcome).toMatchObject({ allowed: s1.allowExecution, contextInjection: said });
  });
});
