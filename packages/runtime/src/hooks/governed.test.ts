import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ToolError } from "@writ/contracts";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWrit } from "../create-writ.ts";
import type { GuardOptions } from "./guard.ts";
import { HookEngine } from "./hook-engine.ts";

/** A repository, an engine, and a session that writes files through it. */
function aHost(options: GuardOptions = { approval: "risky" }, files: Record<string, string> = {}) {
  const repo = scratch(files);
  onTestFinished(() => repo.remove());
  const engine = new HookEngine();
  engine.registerDefaultHooks(options);
  const as = (
    id: string,
    over: { askApproval?: (type: string, message: string) => Promise<boolean>; parent?: string } = {},
  ) => {
    const { askApproval, parent } = over;
    const session = { id, cwd: repo.root, ...(parent === undefined ? {} : { parent }) };
    const call = (tool: string, payload: unknown, execute: () => unknown = () => "ok") =>
      engine.executeTool(tool, payload, { session, execute, ...(askApproval === undefined ? {} : { askApproval }) });
    const write = (path: string, content: string, more: Record<string, unknown> = {}) =>
      call("write_to_file", { path, content, ...more }, () => {
        mkdirSync(dirname(join(repo.root, path)), { recursive: true });
        writeFileSync(join(repo.root, path), content);
        return "written";
      });
    const select = (intent: string) => call("select_active_intent", { intent_id: intent });
    const read = (path: string) => call("read_file", { path }, () => repo.read(path));
    return { call, write, select, read };
  };
  return { repo, engine, as };
}

const codeOf = (outcome: { blocked?: ToolError }) => outcome.blocked?.code;

describe("the handshake", () => {
  it("comes first: a write without an intent is refused and nothing is written", async () => {
    const { repo, as } = aHost();
    const outcome = await as("s").write("src/auth/a.ts", "1\n");
    expect(codeOf(outcome)).toBe("NO_ACTIVE_INTENT");
    expect(outcome.blocked?.suggestion).toContain("select_active_intent");
    expect(existsSync(join(repo.root, "src/auth/a.ts"))).toBe(false);
  });

  it("answers with the intent's context, and only that intent's", async () => {
    const { repo, as } = aHost();
    const outcome = await as("s").select("INT-001");
    expect(outcome.result).toContain("<intent_context");
    expect(outcome.result).toContain("Must not use external auth providers");
    expect(outcome.result).not.toContain("INT-002");
    expect(repo.read(".orchestration/active_intents.yaml")).toContain("# who works on what");
    expect(repo.read(".orchestration/active_intents.yaml")).toMatch(/id: INT-001\n.*\n\s+status: IN_PROGRESS/);
  });

  it("refuses an unknown id, names the known ones, and leaves the selection as it was", async () => {
    const { as } = aHost();
    const session = as("s");
    await session.select("INT-001");
    const outcome = await session.select("INT-999");
    expect(codeOf(outcome)).toBe("INTENT_NOT_FOUND");
    expect(outcome.blocked?.message).toMatch(/INT-999.*INT-001.*INT-002/s);
    expect((await session.write("src/auth/a.ts", "1\n")).allowed).toBe(true);
  });

  it("is each session's own, and a child's parent's", async () => {
    const { as } = aHost();
    await as("one").select("INT-001");
    expect(codeOf(await as("two").write("src/auth/a.ts", "1\n"))).toBe("NO_ACTIVE_INTENT");
    expect((await as("child", { parent: "one" }).write("src/auth/a.ts", "1\n")).allowed).toBe(true);
  });
});

describe("a governed write", () => {
  it("leaves a trace with ranges, hashes, session and intent, a map entry, and no dirty tracked file", async () => {
    const { repo, as } = aHost({ approval: "risky" }, { "src/auth/a.ts": "one\ntwo\nthree\n" });
    const session = as("s");
    await session.select("INT-001");
    await session.write("src/auth/a.ts", "one\nTWO\nthree\nfour\n");
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    const [entry] = await writ.traces.last(1);
    const file = entry?.record.files[0];
    expect(file?.relative_path).toBe("src/auth/a.ts");
    const conversation = file?.conversations[0];
    expect(conversation?.url).toBe("s");
    expect(conversation?.related).toEqual([{ type: "specification", value: "INT-001" }]);
    expect(conversation?.ranges.map(({ start_line, end_line }) => [start_line, end_line])).toEqual([
      [2, 2],
      [4, 4],
    ]);
    expect(conversation?.ranges.every(({ content_hash }) => /^sha256:[0-9a-f]{64}$/.test(content_hash))).toBe(true);
    expect(repo.read(".orchestration/intent_map.md")).toContain("src/auth/a.ts");
    expect(await writ.verify()).toMatchObject({ ok: true });
  });

  it("outside the scope is refused with the offer to expand, and the brain hears of it", async () => {
    const { repo, as } = aHost();
    const session = as("s");
    await session.select("INT-001");
    const outcome = await session.write("src/billing/a.ts", "1\n");
    expect(codeOf(outcome)).toBe("SCOPE_VIOLATION");
    expect(outcome.blocked?.message).toContain("Scope Violation: INT-001 is not authorized to edit src/billing/a.ts");
    expect(outcome.blocked?.suggestion).toContain("request_scope_expansion");
    expect(repo.read("AGENT.md")).toContain("src/billing/a.ts");
  });

  it("outside the scope goes on when a person approves the expansion, for that session", async () => {
    const { as } = aHost();
    const asked: string[] = [];
    const session = as("s", { askApproval: async (type, message) => asked.push(`${type} ${message}`) > 0 });
    await session.select("INT-001");
    const expansion = { request_scope_expansion: { additional_globs: ["src/billing/a.ts"], reason: "shared type" } };
    expect((await session.write("src/billing/a.ts", "1\n", expansion)).allowed).toBe(true);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("src/billing/a.ts");
    expect((await session.write("src/billing/a.ts", "2\n")).allowed).toBe(true);
    expect(codeOf(await session.write("src/billing/b.ts", "2\n"))).toBe("SCOPE_VIOLATION");
    const other = as("t");
    await other.select("INT-001");
    expect(codeOf(await other.write("src/billing/a.ts", "3\n"))).toBe("SCOPE_VIOLATION");
  });

  it("can have its scope widened by a call of its own, once a person agreed", async () => {
    const { repo, as } = aHost({ approval: "risky" });
    const session = as("s");
    await session.select("INT-001");
    const asked = { additional_globs: ["docs/**"], reason: "the guide" };
    const refused = await session.call("request_scope_expansion", asked);
    expect(codeOf(refused)).toBe("APPROVAL_REQUIRED");
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    await writ.answer(String(refused.blocked?.meta.ticket), {
      approved: true,
      by: "p",
      assurance: "tty",
    });
    const granted = await session.call("request_scope_expansion", asked, () => "must not run");
    expect(granted.result).toBe(JSON.stringify({ granted: ["docs/**"] }));
    expect((await session.write("docs/guide.md", "1\n")).allowed).toBe(true);
  });

  it("on a file another session changed is stale until it is read again", async () => {
    const { as } = aHost({ approval: "risky" }, { "src/auth/a.ts": "one\n" });
    const [one, two] = [as("one"), as("two")];
    for (const session of [one, two]) {
      await session.select("INT-001");
      await session.read("src/auth/a.ts");
    }
    expect((await one.write("src/auth/a.ts", "by one\n")).allowed).toBe(true);
    const late = await two.write("src/auth/a.ts", "by two\n");
    expect(codeOf(late)).toBe("STALE_FILE");
    expect(late.blocked?.meta.diff_preview).toEqual(expect.arrayContaining(["-by one", "+by two"]));
    await two.read("src/auth/a.ts");
    expect((await two.write("src/auth/a.ts", "by two\n")).allowed).toBe(true);
  });

  it("with a declared hash that is not the file's is stale", async () => {
    const { as } = aHost({ approval: "risky" }, { "src/auth/a.ts": "one\n" });
    const session = as("s");
    await session.select("INT-001");
    const outcome = await session.write("src/auth/a.ts", "two\n", { observed_content_hash: "0".repeat(64) });
    expect(codeOf(outcome)).toBe("STALE_FILE");
  });

  it("that fails leaves no trace, but a history entry and a lesson", async () => {
    const { repo, as } = aHost();
    const session = as("s");
    await session.select("INT-001");
    await expect(
      session.call("write_to_file", { path: "src/auth/a.ts", content: "1" }, () => {
        throw new Error("disk on fire");
      }),
    ).rejects.toThrow("disk on fire");
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    expect(await writ.traces.last(1)).toEqual([]);
    expect(await writ.state.readHistory("INT-001")).toContain("POST_HOOK write_to_file FAILED");
    expect(repo.read("AGENT.md")).not.toContain("disk on fire");
  });
});

describe("approval", () => {
  it("asks about every change by default, as S2 does, and shows intent, files, class and preview", async () => {
    const { as } = aHost({});
    const asked: Record<string, unknown>[] = [];
    const session = as("s", { askApproval: async (_type, message) => asked.push(JSON.parse(message)) > 0 });
    await session.select("INT-001");
    expect((await session.write("src/auth/a.ts", "export const a = 1;\n")).allowed).toBe(true);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      intent_id: "INT-001",
      affected_files: ["src/auth/a.ts"],
      mutation_class: "INTENT_EVOLUTION",
    });
  });

  it("rejected becomes S2's HITL_REJECT, and the tool does not run", async () => {
    const { repo, as } = aHost({});
    const session = as("s", { askApproval: async () => false });
    await session.select("INT-001");
    const outcome = await session.write("src/auth/a.ts", "1\n");
    expect(outcome.blocked).toMatchObject({
      type: "tool_error",
      code: "HITL_REJECT",
      meta: {
        invocation_id: outcome.invocationId,
        intent_id: "INT-001",
        tool_name: "write_to_file",
        normalized_tool_name: "write_to_file",
        risk: "DESTRUCTIVE",
        affected_files: ["src/auth/a.ts"],
      },
    });
    expect(existsSync(join(repo.root, "src/auth/a.ts"))).toBe(false);
  });

  it("without anybody to ask opens a ticket; once approved, the same call passes once", async () => {
    const { repo, as } = aHost({});
    const session = as("s");
    await session.select("INT-001");
    const refused = await session.write("src/auth/a.ts", "1\n");
    expect(codeOf(refused)).toBe("APPROVAL_REQUIRED");
    const ticket = String(refused.blocked?.meta.ticket);
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    await writ.answer(ticket, { approved: true, by: "p", assurance: "tty" });
    expect(codeOf(await session.write("src/auth/a.ts", "something else\n"))).toBe("APPROVAL_REQUIRED");
    expect((await session.write("src/auth/a.ts", "1\n")).allowed).toBe(true);
    rmSync(join(repo.root, "src/auth/a.ts"));
    expect((await session.write("src/auth/a.ts", "1\n")).allowed).toBe(false);
  });

  it("refused by a ticket reaches the agent with the person's words, and it is not asked again", async () => {
    const { repo, as } = aHost({});
    const session = as("s");
    await session.select("INT-001");
    const asked = await session.write("src/auth/a.ts", "1\n");
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    const ticket = String(asked.blocked?.meta.ticket);
    await writ.answer(ticket, { approved: false, by: "p", assurance: "tty", note: "use the helper" });
    const refused = await session.write("src/auth/a.ts", "1\n");
    expect(codeOf(refused)).toBe("HITL_REJECT");
    expect(refused.blocked?.message).toContain("use the helper");
    expect(await writ.tickets.list()).toHaveLength(1);
  });

  it("given for what the file held does not count once the file changed", async () => {
    const { repo, as } = aHost({}, { "src/auth/a.ts": "one\n" });
    const session = as("s");
    await session.select("INT-001");
    const refused = await session.write("src/auth/a.ts", "two\n");
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    await writ.answer(String(refused.blocked?.meta.ticket), {
      approved: true,
      by: "p",
      assurance: "tty",
    });
    repo.write("src/auth/a.ts", "changed meanwhile\n");
    expect((await session.write("src/auth/a.ts", "two\n")).allowed).toBe(false);
  });
});

describe("the façades of the seeds", () => {
  const block = (name: string, nativeArgs: unknown, id: string) => ({ name, nativeArgs, id });

  it("preToolUse and postToolUse carry a write from refusal to trace", async () => {
    const { repo } = aHost();
    const engine = new HookEngine({ approval: "risky" });
    const task = { taskId: "t", cwd: repo.root };
    const write = block("write_to_file", { path: "src/auth/a.ts", content: "1\n" }, "c1");
    const refused = await engine.preToolUse(task, write);
    expect(refused).toMatchObject({
      allowExecution: false,
      context: { isMutatingTool: true, touchedPaths: ["src/auth/a.ts"] },
    });
    expect(refused.errorMessage).toContain("select_active_intent");
    const selected = await engine.preToolUse(task, block("select_active_intent", { intent_id: "INT-001" }, "c2"));
    expect(selected.answer).toContain("<intent_context");
    const allowed = await engine.preToolUse(task, { ...write, id: "c3" });
    expect(allowed).toMatchObject({
      allowExecution: true,
      context: { intentId: "INT-001", hadToolFailureBefore: false },
    });
    repo.write("src/auth/a.ts", "1\n");
    await engine.postToolUse(task, { ...write, id: "c3" }, allowed.context, true);
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    expect((await writ.traces.last(1))[0]?.record.files[0]?.relative_path).toBe("src/auth/a.ts");
  });

  it("executePreHook and executePostHook do the same in S0's shapes", async () => {
    const { repo } = aHost();
    const engine = new HookEngine({ approval: "risky" });
    const task = { taskId: "t", cwd: repo.root };
    const params = { path: "src/auth/a.ts", content: "1\n" };
    const call = { toolName: "write_to_file", params, task, block: {} };
    expect(await engine.executePreHook(call)).toMatchObject({ blocked: true });
    const selected = await engine.executePreHook({
      ...call,
      toolName: "select_active_intent",
      params: { intent_id: "INT-001" },
    });
    expect(selected.contextInjection).toContain("<intent_context");
    expect(await engine.executePreHook(call)).toMatchObject({ blocked: false });
    repo.write("src/auth/a.ts", "1\n");
    await engine.executePostHook({ ...call, result: "ok" });
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    expect(await writ.traces.last(5)).toHaveLength(1);
  });

  it("a block that still streams in never reaches the tool", async () => {
    const { repo } = aHost();
    const engine = new HookEngine();
    const said = await engine.preToolUse(
      { taskId: "t", cwd: repo.root },
      { ...block("write_to_file", {}, "c"), partial: true },
    );
    expect(said.allowExecution).toBe(false);
  });
});

describe("a command that fails", () => {
  it("claims no lines, but what it changed is on record", async () => {
    const { repo, as } = aHost({ approval: "risky" });
    const session = as("s");
    await session.select("INT-001");
    const broken = session.call("execute_command", { command: "echo 1 > src/auth/new.ts" }, () => {
      repo.write("src/auth/new.ts", "1\n");
      throw new Error("exit 1");
    });
    await expect(broken).rejects.toThrow("exit 1");
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    expect(await writ.traces.last(1)).toEqual([]);
    const [newest] = await writ.decisions.last(1);
    expect(newest?.record).toMatchObject({ decision: "failed", paths: ["src/auth/new.ts"] });
  });
});

describe("an approved command", () => {
  const approve = async (root: string, outcome: { blocked?: ToolError }) => {
    const writ = await createWrit(root);
    onTestFinished(() => writ.close());
    const ticket = String(outcome.blocked?.meta.ticket);
    return writ.answer(ticket, { approved: true, by: "p", assurance: "tty" });
  };

  it.each(["bash src/auth/run.sh", "cd src/auth && bash run.sh", 'bash src/auth/ru"n".sh'])(
    "does not count once the session has written what %s runs",
    async (command) => {
      const { repo, as } = aHost({ approval: "risky" }, { "src/auth/run.sh": "true\n" });
      const session = as("s");
      await session.select("INT-001");
      const refused = await session.call("execute_command", { command });
      expect(codeOf(refused)).toBe("APPROVAL_REQUIRED");
      await approve(repo.root, refused);
      await session.write("src/auth/run.sh", "rm -rf ~\n");
      expect((await session.call("execute_command", { command })).allowed).toBe(false);
    },
  );

  it("counts for the folder it was shown for", async () => {
    const { repo, engine, as } = aHost({ approval: "risky" }, { "src/auth/a.ts": "1\n" });
    const session = as("s");
    await session.select("INT-001");
    const payload = { command: "git clean -fdx" };
    const from = (cwd: string) =>
      engine.executeTool("execute_command", payload, { session: { id: "s", cwd }, execute: () => "ran" });
    const refused = await from(join(repo.root, "src/auth"));
    const ticket = await approve(repo.root, refused);
    expect(ticket.detail).toContain("in src/auth:");
    expect((await from(repo.root)).allowed).toBe(false);
    expect((await from(join(repo.root, "src/auth"))).allowed).toBe(true);
  });
});

describe("what a command really changed", () => {
  it("comes back with the outcome when it lies outside of the scope", async () => {
    const { repo, as } = aHost({ approval: "risky" }, { "README.md": "hello\n" });
    const session = as("s");
    await session.select("INT-001");
    const outcome = await session.call("execute_command", { command: "npm test" }, () => {
      writeFileSync(join(repo.root, "README.md"), "changed by a test\n");
      return "1 passed";
    });
    expect(outcome).toMatchObject({ allowed: true, result: "1 passed" });
    expect(outcome.contextInjection).toContain("README.md");
  });
});
