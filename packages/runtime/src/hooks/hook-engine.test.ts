import { describe, expect, it } from "vitest";
import type { LogLine } from "../writ.ts";
import { HookEngine } from "./hook-engine.ts";
import type { ExecuteOptions, PostHookContext } from "./types.ts";

const session = { id: "s" };

/** A call that notes what became of it. */
function aCall(over: Partial<ExecuteOptions> = {}) {
  const results: unknown[] = [];
  let executed = 0;
  const options: ExecuteOptions = {
    session,
    execute: () => {
      executed++;
      return "done";
    },
    pushToolResult: (result) => {
      results.push(result);
    },
    ...over,
  };
  return { options, results, executed: () => executed };
}

describe("pre-hooks", () => {
  it("run in the order they were registered, and the first refusal stops the rest", async () => {
    const engine = new HookEngine();
    const ran: string[] = [];
    engine.registerPreHook("a", () => void ran.push("a"));
    engine.registerPreHook("b", () => {
      ran.push("b");
      return { allow: false, reason: "no" };
    });
    engine.registerPreHook("c", () => void ran.push("c"));
    const call = aCall();
    const outcome = await engine.executeTool("write_to_file", {}, call.options);
    expect(ran).toEqual(["a", "b"]);
    expect(outcome.allowed).toBe(false);
    expect(call.executed()).toBe(0);
    expect(call.results).toHaveLength(1);
    expect(JSON.parse(String(call.results[0]))).toMatchObject({
      type: "tool_error",
      code: "BLOCKED_BY_POLICY",
      message: "no",
      meta: { by: "b" },
    });
  });

  it("replace a hook of the same name where it stands, and can be taken out", async () => {
    const engine = new HookEngine();
    engine.registerPreHook("a", () => undefined);
    engine.registerPreHook("b", () => undefined);
    engine.registerPreHook("a", () => ({ allow: false, reason: "replaced" }));
    expect(engine.hooks().pre).toEqual(["a", "b"]);
    expect((await engine.executeTool("x", {}, aCall().options)).blocked?.message).toBe("replaced");
    expect(engine.unregister("a")).toBe(true);
    expect(engine.unregister("a")).toBe(false);
    expect((await engine.executeTool("x", {}, aCall().options)).allowed).toBe(true);
    engine.clear();
    expect(engine.hooks()).toEqual({ pre: [], post: [] });
  });

  it("say nothing to allow, and the tool runs exactly once", async () => {
    const engine = new HookEngine();
    engine.registerPreHook("quiet", () => undefined);
    const call = aCall();
    const outcome = await engine.executeTool("x", {}, call.options);
    expect([outcome.allowed, outcome.result, call.executed(), call.results]).toEqual([true, "done", 1, ["done"]]);
  });

  it("see one invocation id, the same in every hook and log line", async () => {
    const lines: LogLine[] = [];
    const engine = new HookEngine({ log: (line) => lines.push(line) });
    const ids = new Set<string>();
    engine.registerPreHook("a", ({ invocationId }) => void ids.add(invocationId));
    engine.registerPostHook("b", ({ invocationId }) => void ids.add(invocationId));
    const { invocationId } = await engine.executeTool("x", {}, aCall().options);
    expect([...ids]).toEqual([invocationId]);
    expect(invocationId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(lines.map((line) => line.invocationId))).toEqual(new Set([invocationId]));
    expect(lines.map((line) => line.phase)).toEqual(["start", "pre", "execute", "post", "end"]);
    expect(lines.filter((line) => line.phase !== "start").every((line) => typeof line.durationMs === "number")).toBe(
      true,
    );
  });

  it.each([
    ["guard", false, "HOOK_INTERNAL_ERROR"],
    ["observer", true, undefined],
  ] as const)("that throw: a %s leaves the call allowed=%s", async (kind, allowed, code) => {
    const engine = new HookEngine();
    engine.registerPreHook(
      "broken",
      () => {
        throw new Error("boom");
      },
      { kind },
    );
    const call = aCall();
    const outcome = await engine.executeTool("x", {}, call.options);
    expect(outcome.allowed).toBe(allowed);
    expect(call.executed()).toBe(allowed ? 1 : 0);
    if (code !== undefined) expect(outcome.blocked).toMatchObject({ type: "tool_error", code, recoverable: false });
  });

  it.each([false, "no", {}, { allow: "yes" }])("that return %j are broken, and block", async (said) => {
    const engine = new HookEngine();
    const hook: (context: unknown) => void = () => said;
    engine.registerPreHook("odd", hook);
    expect((await engine.executeTool("x", {}, aCall().options)).blocked).toMatchObject({ code: "HOOK_INTERNAL_ERROR" });
  });

  it("that are guards by default fail closed", async () => {
    const engine = new HookEngine();
    engine.registerPreHook("broken", async () => Promise.reject(new Error("boom")));
    expect((await engine.executeTool("x", {}, aCall().options)).allowed).toBe(false);
  });

  it("may wait for a person, but not past their time-out", async () => {
    const engine = new HookEngine();
    engine.registerPreHook("slow", () => new Promise(() => {}), { timeoutMs: 20 });
    const outcome = await engine.executeTool("x", {}, aCall().options);
    expect(outcome.blocked).toMatchObject({ code: "HOOK_TIMEOUT" });
  });

  it("are cancelled by the signal, and the tool is not run", async () => {
    const engine = new HookEngine();
    engine.registerPreHook("slow", () => new Promise(() => {}), { kind: "observer" });
    const controller = new AbortController();
    const call = aCall({ signal: controller.signal });
    const running = engine.executeTool("x", {}, call.options);
    controller.abort();
    const outcome = await running;
    expect(outcome.allowed).toBe(false);
    expect(outcome.blocked?.message).toBe("The call was cancelled.");
    expect(call.executed()).toBe(0);
  });

  it("need not be there for a call that was cancelled before it began: it is not run", async () => {
    const call = aCall({ signal: AbortSignal.abort() });
    expect((await new HookEngine().executeTool("x", {}, call.options)).allowed).toBe(false);
    expect(call.executed()).toBe(0);
  });

  it("may answer the call themselves, and hand context to the model", async () => {
    const engine = new HookEngine();
    engine.registerPreHook("context", () => ({ allow: true, contextInjection: "<recent_changes/>" }));
    engine.registerPreHook("answer", () => ({ allow: true, inject: "answered" }));
    const call = aCall();
    const outcome = await engine.executeTool("x", {}, call.options);
    expect([call.executed(), call.results, outcome.contextInjection]).toEqual([0, ["answered"], "<recent_changes/>"]);
  });

  it("that already reported the refusal are not reported twice", async () => {
    const engine = new HookEngine();
    engine.registerPreHook("talkative", async ({ pushToolResult }) => {
      await pushToolResult("my own words");
      return { allow: false, reason: "no" };
    });
    const call = aCall();
    await engine.executeTool("x", {}, call.options);
    expect(call.results).toEqual(["my own words"]);
  });
});

describe("post-hooks", () => {
  it("run on success, refusal and error, and see which it was", async () => {
    const engine = new HookEngine();
    const seen: Pick<PostHookContext, "allowed" | "result" | "error">[] = [];
    engine.registerPostHook("note", ({ allowed, result, error }) => void seen.push({ allowed, result, error }));
    await engine.executeTool("x", {}, aCall().options);
    const boom = new Error("boom");
    const handled: unknown[] = [];
    const failing = aCall({
      execute: () => {
        throw boom;
      },
      handleError: (_action, error) => void handled.push(error),
    });
    await engine.executeTool("x", {}, failing.options);
    engine.registerPreHook("no", () => ({ allow: false }));
    await engine.executeTool("x", {}, aCall().options);
    expect(seen).toEqual([
      { allowed: true, result: "done", error: undefined },
      { allowed: true, result: undefined, error: boom },
      { allowed: false, result: undefined, error: undefined },
    ]);
    expect(handled).toEqual([boom]);
    expect(failing.results).toEqual([]);
  });

  it("have run when the tool's error reaches a caller without handleError", async () => {
    const engine = new HookEngine();
    let ran = false;
    engine.registerPostHook("note", () => {
      ran = true;
    });
    const failing = aCall({ execute: () => Promise.reject(new Error("boom")) });
    await expect(engine.executeTool("x", {}, failing.options)).rejects.toThrow("boom");
    expect(ran).toBe(true);
  });

  it("that throw change nothing; the others still run", async () => {
    const lines: LogLine[] = [];
    const engine = new HookEngine({ log: (line) => lines.push(line) });
    let ran = false;
    engine.registerPostHook("broken", () => Promise.reject(new Error("boom")));
    engine.registerPostHook("after", () => {
      ran = true;
    });
    const call = aCall();
    expect((await engine.executeTool("x", {}, call.options)).result).toBe("done");
    expect(ran).toBe(true);
    expect(lines.find((line) => line.name === "broken")?.detail).toContain("boom");
  });
});

describe("a tool", () => {
  it("that reports its own result is not reported again", async () => {
    const engine = new HookEngine();
    const call = aCall({
      execute: async ({ pushToolResult }) => {
        await pushToolResult("from the tool");
      },
    });
    await engine.executeTool("x", {}, call.options);
    expect(call.results).toEqual(["from the tool"]);
  });

  it("runs untouched where no hook is registered", async () => {
    const call = aCall();
    await new HookEngine().executeTool("x", {}, call.options);
    expect(call.results).toEqual(["done"]);
  });
});

describe("the built-in hooks", () => {
  it("are registered once, in their fixed order", () => {
    const engine = new HookEngine();
    engine.registerDefaultHooks();
    engine.registerDefaultHooks();
    expect(engine.hooks()).toEqual({
      pre: ["logHook", "blockIfNoIntent", "scopeAndLock", "hitlPreHook"],
      post: ["traceHook"],
    });
  });

  it("leave a folder without a sidecar alone", async () => {
    const engine = new HookEngine();
    engine.registerDefaultHooks();
    const call = aCall({ session: { id: "s", cwd: "/" } });
    expect((await engine.executeTool("write_to_file", { path: "x", content: "" }, call.options)).allowed).toBe(true);
  });

  it("share one engine per process, and others beside it", () => {
    expect(HookEngine.getInstance()).toBe(HookEngine.getInstance());
    expect(new HookEngine()).not.toBe(HookEngine.getInstance());
  });
});
