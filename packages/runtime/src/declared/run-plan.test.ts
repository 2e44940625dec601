import { setTimeout as pause } from "node:timers/promises";
import type { Hook, HookContext, HookRun } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import type { PreparedHook } from "./prepare.ts";
import { runPlan } from "./run-plan.ts";

function prepared(id: string, over: Partial<Hook> = {}): PreparedHook {
  const hook: Hook = {
    id,
    events: ["SessionStop"],
    enabled: true,
    summary: "",
    match: {},
    handler: { kind: "script", command: ["true"] },
    onFailure: "ignore",
    timeoutMs: 1000,
    environments: [],
    after: [],
    env: [],
    cacheMs: 0,
    source: `.system/hooks/${id}.yaml`,
    ...over,
  };
  return { hook, hash: null, standing: "trusted", handler: { files: [], command: [], problem: null, isWhole: true } };
}

const context: HookContext = {
  event_type: "SessionStop",
  session_id: "s",
  timestamp: "2026-11-15T10:00:00.000Z",
  repository_root: "/r",
  stage: "review",
  agent: "claude-code",
  environment: "dev",
  changed_files: [],
};

const ok = (hook: string): HookRun => ({ hook, status: "ok", durationMs: 0 });

describe("a plan", () => {
  it("runs at most four at once, and answers in its own order", async () => {
    let [now, most] = [0, 0];
    const hooks = Array.from({ length: 12 }, (_, at) => prepared(`h${at}`));
    const runs = await runPlan(hooks, {
      context,
      budgetMs: 5000,
      async run({ hook }) {
        now += 1;
        most = Math.max(most, now);
        await pause(hook.id === "h0" ? 60 : 5);
        now -= 1;
        return ok(hook.id);
      },
    });
    expect(runs.map(({ hook }) => hook)).toEqual(hooks.map(({ hook }) => hook.id));
    expect(most).toBe(4);
  });

  it("waits for those that must have ended, and for nobody who is not there", async () => {
    const ended: string[] = [];
    const hooks = [prepared("a", { after: ["nobody"] }), prepared("b"), prepared("c", { after: ["a", "b"] })];
    await runPlan(hooks, {
      context,
      budgetMs: 5000,
      async run({ hook }) {
        await pause(hook.id === "b" ? 40 : 1);
        ended.push(hook.id);
        return ok(hook.id);
      },
    });
    expect(ended).toEqual(["a", "b", "c"]);
  });

  it("gives each what is left", async () => {
    const given: number[] = [];
    await runPlan([prepared("a", { timeoutMs: 800 }), prepared("b", { timeoutMs: 60_000, after: ["a"] })], {
      context,
      budgetMs: 60_000,
      async run({ hook }, _, timeoutMs) {
        given.push(timeoutMs);
        await pause(20);
        return ok(hook.id);
      },
    });
    expect(given[0]).toBe(800);
    expect(given[1]).toBeLessThan(60_000);
  });

  it("has a time-out for those nothing is left for", async () => {
    const begun: string[] = [];
    const runs = await runPlan([prepared("a"), prepared("b", { after: ["a"] })], {
      context,
      budgetMs: 300,
      async run({ hook }) {
        begun.push(hook.id);
        await pause(400);
        return ok(hook.id);
      },
    });
    expect(runs.map(({ status }) => status)).toEqual(["ok", "timeout"]);
    expect(begun).toEqual(["a"]);
  });
});
