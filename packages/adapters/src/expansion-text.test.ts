import { problem } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { adapters } from "./index.ts";

const denied = {
  kind: "deny",
  problem: problem("SCOPE_VIOLATION", { intent: "INT-001", path: "b.ts", owned_scope: ["src/**"] }),
} as const;

const said = (agent: string, more = ""): string => {
  const event = { name: "tool.before", at: "", session: { id: "s", agent: "claude-code" }, cwd: "/" } as const;
  const { stdout = "", stderr = "" } =
    adapters[agent]?.toReply(event, {
      verdict: { ...denied, problem: { ...denied.problem, hint: `${denied.problem.hint}${more}` } },
    }) ?? {};
  return stdout + stderr;
};

describe("what a scope denial tells an agent to do", () => {
  it.each(["claude-code", "codex"])("is to call the tool, where a field more is refused: %s", (agent) => {
    expect(said(agent)).toContain("call the request_scope_expansion tool");
    expect(said(agent)).not.toContain("field");
    expect(said(agent)).toContain("Request scope expansion.");
    const longer = said(agent, " Not in force: active_intents.yaml.");
    expect(longer).toContain("call the request_scope_expansion tool");
    expect(longer).not.toContain("field");
    expect(longer).toContain("Not in force: active_intents.yaml.");
  });

  it.each(["gemini", "qwen", "droid", "copilot"])("is to add a field, or to call the tool: %s", (agent) => {
    expect(said(agent)).toContain("one more field of its input (or call the tool of that name)");
  });
});

it("of a broken guard is one sentence that says a user must act", () => {
  expect(problem("STORE_FAILED", { action: "write x", reason: "the disk is full" }).hint).toMatch(/^A user must act: /);
  for (const code of ["HOOK_INTERNAL_ERROR", "HOOK_TIMEOUT"] as const)
    expect(problem(code, { hook: "gate", reason: "x" }).hint).toMatch(/a user must act: tell them to run writ doctor/i);
});

it("with no intent to choose from sends a model to a user, not to the tool that selects one", () => {
  for (const code of ["NO_ACTIVE_INTENT", "INTENT_NOT_FOUND"] as const)
    expect(problem(code, { tool: "Write", intent: "INT-9", available: [] }).hint).toBe(
      "There is no intent to work on yet. Ask the person to run: writ intent add",
    );
});
